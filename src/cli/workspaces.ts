import { homedir } from 'node:os';
import { parse } from 'node:path';
import { FroeError } from '../errors.js';
import type { McpFlags } from './commands/mcp.js';
import { type OpenWorkspace, openWorkspace } from './openWorkspace.js';
import { answeringRoot, rootOf } from './place.js';

/** The index in use: one at a time. A client that moves to another folder takes the server with it. */
export class Workspaces {
  readonly #flags: McpFlags;
  #open: { readonly root: string; readonly workspace: Promise<OpenWorkspace> } | undefined;

  constructor(flags: McpFlags) {
    this.#flags = flags;
  }

  /** A folder that the index of another one answers for is all that is seen of that. */
  async at(folder: string | undefined): Promise<OpenWorkspace> {
    const asked = aProject(rootOf(folder), folder !== undefined);
    const root = answeringRoot(asked, this.#flags);
    const workspace = await this.#at(root);
    return root === asked ? workspace : { ...workspace, within: asked };
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

/** Some clients start a server in the home folder: nobody wants an index of that unless they say so. */
function aProject(root: string, named: boolean): string {
  if (named || (root !== homedir() && root !== parse(root).root)) return root;
  throw new FroeError('bad-option', `${root} is no project`, 'Give the folder: froe mcp <path>');
}
