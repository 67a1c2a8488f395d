/** The indexes that a server answers from: open and kept up to date for as long as it runs. */
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { AutoSync } from '../engine/autoSync.js';
import { projectRoot } from '../engine/projectRoot.js';
import { FroeError } from '../errors.js';
import { SMALLEST_LIMIT, type Workspace } from '../mcp/tool.js';
import type { McpFlags } from './commands/mcp.js';
import type { CutFlags } from './indexFlags.js';
import { chunkLog } from './output.js';
import { projectAt } from './project.js';

export interface OpenWorkspace extends Workspace {
  close(): Promise<void>;
}

/** One index at a time. A client that moves to another folder takes the server with it. */
export class Workspaces {
  readonly #flags: McpFlags;
  #open: { readonly root: string; readonly workspace: Promise<OpenWorkspace> } | undefined;

  constructor(flags: McpFlags) {
    this.#flags = flags;
  }

  /** A folder that the index of another one answers for is all that is seen of that. */
  async at(folder: string | undefined): Promise<OpenWorkspace> {
    const folderRoot = aProject(projectRoot(folder), folder !== undefined);
    const root = projectAt(folderRoot, this.#flags).answeringRoot;
    const workspace = await this.#at(root);
    return root === folderRoot ? workspace : { ...workspace, within: folderRoot };
  }

  async #at(root: string): Promise<OpenWorkspace> {
    if (this.#open?.root === root) return this.#open.workspace;
    const before = this.#open;
    const workspace = openWorkspace(root, this.#flags, this.#flags.write);
    this.#open = { root, workspace };
    workspace.catch(() => {
      this.#open = undefined; // so that it is tried again
    });
    await before?.workspace.then((old) => old.close()).catch(() => {});
    return workspace;
  }

  async close(): Promise<void> {
    await this.#open?.workspace.then((open) => open.close()).catch(() => {});
  }
}

function openWorkspace(root: string, flags: CutFlags, write: boolean): Promise<OpenWorkspace> {
  const project = projectAt(root, flags);
  const { settings, origins } = project;
  return new Promise((resolve, reject) => {
    // The engine is closed when all this is over, however it ends.
    const over = project.serve({ embed: flags.embed, log: chunkLog() }, async (engine) => {
      const keeper = new AutoSync(engine);
      keeper.start();
      await new Promise<void>((end) => {
        resolve({
          engine,
          keeper,
          limit: Math.max(SMALLEST_LIMIT, settings.budget),
          tokenizer: settings.tokenizer,
          ...(origins.format.from === 'default' ? {} : { format: settings.format }),
          write,
          close: () => {
            end();
            return over;
          },
        });
      });
      await keeper.close();
    });
    over.catch(reject);
  });
}

/** Some clients start a server in the home folder, which is indexed only if it is named. */
function aProject(root: string, named: boolean): string {
  if (named || (root !== homedir() && root !== parse(root).root)) return root;
  throw new FroeError('bad-option', `${root} is not a project`, 'Name the folder: froe mcp <path>');
}

/** Fulfilled when a signal, or the caller, ends the server. */
export function ending(): { readonly promise: Promise<void>; readonly now: () => void } {
  let now = (): void => {};
  const promise = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, now);
  return { promise, now };
}
