/** Flags → the project of a command. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../engine/engine.js';
import { type AskProjectOptions, Project, type ProjectOptions } from '../engine/project.js';
import { existingPath } from '../engine/projectRoot.js';
import type { Values } from '../engine/settings.js';
import type { Workspace } from '../engine/workspace.js';
import { FroeError } from '../errors.js';
import { visible } from '../text/visible.js';
import type { CutFlags } from './indexFlags.js';
import { mergeValues } from './mergeFlags.js';
import { warn, warnOf } from './output.js';

/** `from`: a folder whose index a new one is copied from. */
export const projectAt = (path: string | undefined, flags: CutFlags, from?: string): Project =>
  Project.at(path, { ...projectOptions(flags), from: from === undefined ? undefined : resolve(from) });

export const projectAnswering = (path: string | undefined, flags: CutFlags): Project =>
  Project.answering(path, projectOptions(flags));

/** What a command asks: a project, or the roots of a workspace. */
export interface AskedProject extends Pick<Project, 'settings' | 'syncOptions'> {
  /** The requested folder or file, as a path of the index; empty for all of it. */
  readonly below: string;
  /** In a workspace: the requested roots; undefined for all. */
  readonly roots?: readonly string[] | undefined;
}

/** For commands that can ask several roots. */
export interface WorkspaceFlags {
  readonly root?: readonly string[];
  readonly workspace?: string | boolean;
}

/**
 * The start of every command that asks: an engine of the index, which is created first if there is none.
 * `where`: a folder or file, or names of roots.
 */
export async function asking<T>(
  where: string | undefined,
  flags: CutFlags & WorkspaceFlags,
  what: (engine: Engine, project: AskedProject) => Promise<T>,
  { brief = true, partial = false }: Pick<AskProjectOptions, 'brief' | 'partial'> = {},
): Promise<T> {
  const build = async (...run: Parameters<typeof import('./bringUp.js')['bringUp']>) =>
    (await import('./bringUp.js')).bringUp(...run); // loads every parser, which an answer does not need
  const options = { embed: flags.embed, brief, build };
  const workspace = await workspaceOf(where, flags);
  if (workspace) {
    const { project, projects } = workspace;
    const roots = where === undefined ? undefined : rootNames(where);
    return workspace.ask(options, (engine) =>
      what(engine, {
        settings: project.settings,
        below: '',
        roots,
        syncOptions: () => projects[0].project.syncOptions(),
      }),
    );
  }
  const isPath = where === undefined || existsSync(where);
  const project = projectAnswering(isPath ? (where ?? flags.root?.[0]) : undefined, flags);
  if (!isPath && !project.shared) existingPath(where); // throws; in a database it may be a root
  // On a terminal the answer is shown while the rest is read; a pipe would have to wait for it.
  const finish = partial && process.stdout.isTTY === true;
  return project.ask({ ...options, partial, finish }, (engine) => what(engine, within(project, engine, where)));
}

/** The named roots of a database with several: no folder here needs to have these names. */
function within(project: Project, { store: { roots: known } }: Engine, where: string | undefined): AskedProject {
  if (where === undefined) return project;
  const roots = rootNames(where);
  const isRoots = known && (roots.every((name) => known.includes(name)) || !existsSync(where));
  if (isRoots) return { settings: project.settings, below: '', roots, syncOptions: () => project.syncOptions() };
  existingPath(where);
  return project;
}

/** The workspace that a command asks; undefined for a single folder. */
export async function workspaceOf(
  where: string | undefined,
  flags: CutFlags & WorkspaceFlags,
): Promise<Workspace | undefined> {
  const { root = [], workspace: file } = flags;
  const isAsked = file !== undefined || root.length > 1 || root.some((one) => one.includes('='));
  // If a folder or an index is named, no workspace is searched.
  if (!isAsked && (root.length > 0 || flags.index !== undefined)) return undefined;
  const { Workspace } = await import('../engine/workspace.js');
  const found = Workspace.find({ roots: root, file }, projectOptions(flags));
  if (where === undefined) return found;
  const unknown = rootNames(where).find((name) => !found?.names.includes(name));
  if (unknown === undefined) return found;
  if (!isAsked) return undefined; // it is a path
  throw new FroeError('bad-option', `Unknown root '${unknown}'`, `The workspace has ${found?.names.join(', ')}.`);
}

/** What a command works on that asks nothing: a project; in the folder of a workspace, each of its roots. */
export async function projectsOf(
  path: string | undefined,
  flags: CutFlags,
  find = projectAt,
): Promise<readonly { readonly name?: string; readonly project: Project }[]> {
  const workspace = path === undefined ? await workspaceOf(undefined, flags) : undefined;
  return workspace?.projects ?? [{ project: find(path, flags) }];
}

/** The same with an engine of what is there, of all roots as one. */
export async function inspecting<T>(
  path: string | undefined,
  flags: CutFlags,
  run: (engine: Engine) => Promise<T>,
  find = projectAt,
): Promise<T> {
  const workspace = path === undefined ? await workspaceOf(undefined, flags) : undefined;
  return (workspace ?? find(path, flags)).inspect(run);
}

/** `api,web` */
export const rootNames = (where: string): readonly string[] => where.split(',').map((name) => name.trim());

export const projectOptions = (flags: CutFlags): ProjectOptions => ({
  values: valuesOf(flags),
  warn: (message) => warn(visible(message)),
  diagnose: warnOf,
});

/** Settings from the command line. */
export function valuesOf(flags: CutFlags): Values {
  const { index, embedder, baseUrl, dimensions, preset, maxTokens, overlap, granularity } = flags;
  const { exclude, include, maxFileSize, jobs, maxSensitivity } = flags;
  const { reranker, rerankerBaseUrl, rerankerDepth, editor } = flags;
  const read = flags.rerank === false ? { rerank: false } : {};
  const history = flags.history === false ? 0 : flags.history === true ? undefined : flags.history;
  const which = { index, embedder, baseUrl, dimensions, exclude, include, maxFileSize, history };
  const cut = { preset, maxTokens, overlap, granularity, jobs, maxSensitivity };
  return { ...which, ...cut, reranker, rerankerBaseUrl, rerankerDepth, editor, ...read, ...mergeValues(flags) };
}
