/**
 * Several roots with their settings: which they are, and an engine that asks all of them.
 *
 *     --root api --root web=../shop-web        named on the command line
 *     --workspace team.json                    a file named on the command line
 *     froe.workspace.json, here or above       unless a project is nearer; docs/workspaces.md
 *
 * Each root is a Project with its own index and settings. Ranking and the length of answers are set by the folder that
 * the workspace is asked from.
 */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { ChunkLog } from '../chunk/events.js';
import { userFolder } from '../config/readConfig.js';
import { isTrusted } from '../config/trust.js';
import { readWorkspaceFile, WORKSPACE_FILE, workspaceAbove } from '../config/workspaceFile.js';
import { FroeError } from '../errors.js';
import { isBelow } from '../sources/jail.js';
import { isDatabaseUrl } from '../store/databaseUrl.js';
import { Engine } from './engine.js';
import type { NamedFolder } from './indexPaths.js';
import { workspaceEngine } from './open.js';
import { type AskProjectOptions, type EmbedMode, Project, type ProjectOptions } from './project.js';
import { existingPath, isProjectFolder } from './projectRoot.js';
import { isDamage, repairing } from './repair.js';
import { checkRootNames, type WorkspaceRoot } from './workspaceFolders.js';

export interface WorkspaceRequest {
  /** As typed: `../api`, `web=../shop-web`. */
  readonly roots?: readonly string[] | undefined;
  /** A file; true for the nearest one. */
  readonly file?: string | boolean | undefined;
}

interface NamedProject {
  readonly name: string;
  readonly project: Project;
}

export class Workspace {
  /** The project that it is asked from. */
  readonly project: Project;
  readonly projects: readonly NamedProject[];

  private constructor(project: Project, projects: readonly NamedProject[]) {
    this.project = project;
    this.projects = projects;
  }

  static #of(folder: string, roots: readonly NamedFolder[], options: ProjectOptions): Workspace {
    const { index } = options.values ?? {};
    if (index !== undefined && !isDatabaseUrl(index))
      throw new FroeError(
        'bad-option',
        'Several roots cannot share an index file',
        'Leave out --index: each root has a file of its own. Or name a database: --index postgres://…',
      );
    checkRootNames(roots.map(({ name }) => name));
    refuseOverlap(roots);
    const projects = roots.map(({ name, folder: root }) => ({
      name,
      project: Project.at(root, { ...options, rootName: name }),
    }));
    return new Workspace(Project.at(folder, options), projects);
  }

  /** The given folders; the settings of the first apply to questions. */
  static of(folders: readonly string[], options: ProjectOptions = {}): Workspace {
    const roots = folders.map((folder) => ({ name: basename(folder), folder }));
    return Workspace.#of(folders[0], withDistinctNames(roots), options);
  }

  /** The same with these roots only. */
  only(names: readonly string[]): Workspace {
    return new Workspace(
      this.project,
      this.projects.filter(({ name }) => names.includes(name)),
    );
  }

  /** The requested workspace, or that of the current folder; undefined if there is none. */
  static find({ roots = [], file }: WorkspaceRequest, options: ProjectOptions = {}): Workspace | undefined {
    if (roots.length > 0 && file)
      throw new FroeError('bad-option', '--root and --workspace cannot be used together', 'Use one of them.');
    if (roots.length > 0) return Workspace.#of(process.cwd(), roots.map(typedRoot), options);
    const path = typeof file === 'string' ? namedFile(file) : nearestFile(file === true);
    if (path !== undefined) return Workspace.#at(path, typeof file === 'string', options);
    if (file === true) throw noFile();
    return undefined;
  }

  /** The workspace of a folder, if it has a workspace file. */
  static in(folder: string, options: ProjectOptions = {}): Workspace | undefined {
    const file = join(folder, WORKSPACE_FILE);
    return existsSync(file) ? Workspace.#at(file, false, options) : undefined;
  }

  static #at(path: string, isNamed: boolean, options: ProjectOptions): Workspace | undefined {
    const isAllowed = (hash: string): boolean => isNamed || isTrusted(userFolder(process.env, homedir()), path, hash);
    const { roots, outside, hash } = readWorkspaceFile(path, isAllowed);
    if (outside.length > 0 && !isAllowed(hash))
      options.warn?.(
        `${path} names folders outside of its own (${outside.join(', ')}): left out. If you trust it, run: froe trust ${dirname(path)}`,
      );
    return roots.length === 0 ? undefined : Workspace.#of(dirname(path), roots, options);
  }

  get names(): readonly string[] {
    return this.projects.map(({ name }) => name);
  }

  /** Runs with an engine that asks all roots; creates missing indexes first. */
  async ask<T>(options: AskProjectOptions, run: (engine: Engine) => Promise<T>): Promise<T> {
    const { rerankerDepth, rerank, reranker, merge } = this.project.searchDefaults();
    const engineOptions = { from: process.cwd(), reranker, rerankerDepth, rerank, merge };
    const answer = (): Promise<T> =>
      withAll(
        this.projects,
        (project, next) => project.ask({ ...options, repair: false }, next),
        (members) => run(workspaceEngine(Engine, members, engineOptions, this.project.root)),
      );
    return repairing(answer, (damage) => this.#removeDamaged(damage));
  }

  /** Runs with an engine of the existing indexes, without vectors. */
  async inspect<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
    return withAll(
      this.projects,
      (project, next) => project.inspect(next),
      (members) => run(workspaceEngine(Engine, members, {}, this.project.root)),
    );
  }

  /** An engine for a server, which something else keeps up to date, root by root, through the engines of the roots. */
  async serve<T>(
    options: { readonly embed?: EmbedMode | undefined; readonly log?: ChunkLog | undefined },
    run: (engine: Engine, members: readonly WorkspaceRoot[]) => Promise<T>,
  ): Promise<T> {
    const engineOptions = { syncedElsewhere: true, log: options.log, ...this.project.searchDefaults() };
    return withAll(
      this.projects,
      (project, next) => project.serve(options, next),
      (members) => run(workspaceEngine(Engine, members, engineOptions, this.project.root), members),
    );
  }

  /** The error does not tell which of the indexes is damaged. */
  async #removeDamaged(damage: FroeError): Promise<boolean> {
    let removed = false;
    for (const { project } of this.projects)
      if ((await isDamaged(project)) && (await project.removeDamaged(damage))) removed = true;
    return removed;
  }
}

async function isDamaged(project: Project): Promise<boolean> {
  try {
    return await project.inspect(async ({ store }) => {
      for await (const _ of store.searchableChunks({})); // check() does not read them
      return (await store.check()).length > 0;
    });
  } catch (error) {
    return isDamage(error); // others say why it could not be read: the run says it, too
  }
}

/** Opens them one after the other, runs with all of them, and closes them. */
async function withAll<T>(
  projects: readonly NamedProject[],
  openOne: (project: Project, next: (engine: Engine) => Promise<T>) => Promise<T>,
  run: (members: readonly WorkspaceRoot[]) => Promise<T>,
  openedRoots: readonly WorkspaceRoot[] = [],
): Promise<T> {
  const [first, ...rest] = projects;
  if (!first) return run(openedRoots);
  return openOne(first.project, (engine) =>
    withAll(rest, openOne, run, [...openedRoots, { name: first.name, engine }]),
  );
}

/** `web=../shop-web`, or a folder with its own name. */
function typedRoot(typed: string): NamedFolder {
  const [, name, path] = /^([^=/\\]+)=(.+)$/s.exec(typed) ?? [];
  const folder = existingPath(path ?? typed);
  if (!statSync(folder).isDirectory()) throw new FroeError('not-a-file', `${typed} is not a folder`);
  return { name: name ?? basename(folder), folder };
}

/** The named file, or the nearest one; it is parsed once, to report errors at once. */
export function workspaceFile(file: string | boolean): string {
  const path = typeof file === 'string' ? namedFile(file) : nearestFile(true);
  if (path === undefined) throw noFile();
  return readWorkspaceFile(path, () => true).path;
}

/** On request, also from inside a root; else the nearest project comes first. */
const nearestFile = (isRequested: boolean): string | undefined =>
  workspaceAbove(process.cwd(), isRequested ? () => false : isProjectFolder);

const noFile = (): FroeError =>
  new FroeError('not-found', `No ${WORKSPACE_FILE} here or above`, 'See docs/workspaces.md.');

/** The file itself, or the one in a folder. */
function namedFile(given: string): string {
  const path = resolve(given);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, WORKSPACE_FILE) : path;
}

/** `app`, and a second one `app-2`: folders of a client may have the same name. */
function withDistinctNames(roots: readonly NamedFolder[]): readonly NamedFolder[] {
  const usedNames = new Set<string>();
  return roots.map(({ name, folder }) => {
    let [uniqueName, number] = [name, 2];
    while (usedNames.has(uniqueName)) uniqueName = `${name}-${number++}`;
    usedNames.add(uniqueName);
    return { name: uniqueName, folder };
  });
}

/** Files in both would be found twice. A repository inside another is not part of it. */
function refuseOverlap(roots: readonly NamedFolder[]): void {
  for (const outer of roots)
    for (const inner of roots)
      if (inner !== outer && isBelow(outer.folder, inner.folder) && !existsSync(join(inner.folder, '.git')))
        throw new FroeError(
          'bad-option',
          `The root ${inner.name} is inside the root ${outer.name}`,
          'Name one of them: the index of a folder has all that is below it.',
        );
}
