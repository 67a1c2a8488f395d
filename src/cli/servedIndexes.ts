/** The indexes that a server answers from: open and kept up to date while it runs. */
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { AutoSync } from '../engine/autoSync.js';
import { AutoSyncs, type IndexKeeper } from '../engine/autoSyncs.js';
import type { Engine } from '../engine/engine.js';
import type { Project } from '../engine/project.js';
import { projectRoot } from '../engine/projectRoot.js';
import { Workspace } from '../engine/workspace.js';
import { FroeError } from '../errors.js';
import { MIN_LIMIT_TOKENS, type ServedIndex } from '../mcp/tool.js';
import type { McpFlags } from './commands/mcp.js';
import { chunkLog } from './output.js';
import { projectAt, projectOptions, rootNames, workspaceOf } from './project.js';

export interface OpenIndex extends ServedIndex {
  close(): Promise<void>;
}

/** What to open, and its name. */
interface Opening {
  readonly key: string;
  readonly open: () => Promise<OpenIndex>;
}

/**
 * One index at a time, or those of all requested roots. If the client moves to other folders, the server opens those
 * instead.
 */
export class ServedIndexes {
  readonly #flags: McpFlags;
  #open: { readonly key: string; readonly index: Promise<OpenIndex> } | undefined;

  constructor(flags: McpFlags) {
    this.#flags = flags;
  }

  /** The folders of the command line; else all that the client names; else the current folder. */
  async at(path: string | undefined, folders: readonly string[] = []): Promise<OpenIndex> {
    const named = await workspaceOf(path, this.#flags);
    if (named && path !== undefined) return this.#opened(this.#several(named.only(rootNames(path))));
    if (named && (folders.length === 0 || isNamed(this.#flags))) return this.#opened(this.#several(named));
    const given = path ?? this.#flags.root?.[0];
    if (given !== undefined || folders.length < 2) return this.#single(given ?? folders[0]);
    const roots = [...new Set(folders.map((folder) => this.#answering(folder)))];
    return roots.length < 2
      ? this.#single(folders[0])
      : this.#opened(this.#several(Workspace.of(roots, projectOptions(this.#flags))));
  }

  /** If the index of another folder answers for this one, only this part of it is served. */
  async #single(folder: string | undefined): Promise<OpenIndex> {
    const folderRoot = aProject(projectRoot(folder), folder !== undefined);
    const workspace = folder === undefined ? undefined : Workspace.in(folderRoot, projectOptions(this.#flags));
    if (workspace) return this.#opened(this.#several(workspace));
    const folderProject = projectAt(folderRoot, this.#flags);
    const root = folderProject.answeringRoot;
    const project = root === folderRoot ? folderProject : projectAt(root, this.#flags);
    const served = await this.#opened({
      key: root,
      open: () =>
        opened(project, this.#flags, (run) =>
          project.serve(this.#serving(), (engine) => run(engine, new AutoSync(engine))),
        ),
    });
    return root === folderRoot ? served : { ...served, within: folderRoot };
  }

  #several(workspace: Workspace): Opening {
    const key = workspace.projects.map(({ name, project }) => `${name}=${project.root}`).join('\n');
    const open = (): Promise<OpenIndex> =>
      opened(workspace.project, this.#flags, (run) =>
        workspace.serve(this.#serving(), (engine, members) => run(engine, new AutoSyncs(members))),
      );
    return { key, open };
  }

  #answering(folder: string): string {
    return projectAt(folder, this.#flags).answeringRoot;
  }

  #serving() {
    return { embed: this.#flags.embed, log: chunkLog() };
  }

  async #opened({ key, open }: Opening): Promise<OpenIndex> {
    if (this.#open?.key === key) return this.#open.index;
    const before = this.#open;
    const index = open();
    const opening = { key, index };
    this.#open = opening;
    index.catch(() => {
      if (this.#open === opening) this.#open = undefined; // so that it is retried
    });
    await before?.index.then((old) => old.close()).catch(() => {});
    return index;
  }

  async close(): Promise<void> {
    await this.#open?.index.then((open) => open.close()).catch(() => {});
  }
}

/** Roots or a workspace on the command line override those of a client. */
const isNamed = ({ root = [], workspace }: McpFlags): boolean => root.length > 0 || workspace !== undefined;

type Serve = (run: (engine: Engine, keeper: IndexKeeper) => Promise<void>) => Promise<void>;

function opened({ settings, origins }: Project, { write }: McpFlags, serve: Serve): Promise<OpenIndex> {
  return new Promise((resolve, reject) => {
    // The engine is closed at the end, also after an error.
    const over = serve(async (engine, keeper) => {
      keeper.start();
      await new Promise<void>((end) => {
        resolve({
          engine,
          keeper,
          limit: Math.max(MIN_LIMIT_TOKENS, settings.budget),
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

/** Resolves when a signal, or the caller, ends the server. */
export function ending(): { readonly promise: Promise<void>; readonly now: () => void } {
  let now = (): void => {};
  const promise = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, now);
  return { promise, now };
}
