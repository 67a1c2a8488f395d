/**
 * open() of engine.ts: a folder, or several as one.
 *
 *     await open('.')
 *     await open(['../api', '../web'])                      by the names of the folders
 *     await open({ api: 'services/api-server', web: '.' })  by other names
 */
import { basename, join, resolve } from 'node:path';
import { embedder as embedderOf } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { addressOfRoot, isDatabaseUrl } from '../store/databaseUrl.js';
import { isShared, openStoreOf } from '../store/openStore.js';
import { RootStore } from '../store/workspace/rootStore.js';
import { WorkspaceStore } from '../store/workspace/workspaceStore.js';
import { realRoot } from '../sync/plan.js';
import { uncached, vectorSource } from '../sync/vectorSource.js';
import type { Engine } from './engine.js';
import { checkQuestion, type OpenOptions, openKinds } from './engineOptions.js';
import type { NamedFolder } from './indexPaths.js';
import { seedIndex } from './seedIndex.js';
import { checkRootNames, WorkspaceFolders, type WorkspaceRoot } from './workspaceFolders.js';

/** A folder; or several: a list of them, or folders by name. */
export type OpenedRoots = string | readonly string[] | Readonly<Record<string, string>>;

/** The class itself is passed in, because engine.ts imports this file. */
type EngineClass = typeof Engine;

export async function openRoots(
  EngineConstructor: EngineClass,
  root: OpenedRoots,
  options: OpenOptions,
): Promise<Engine> {
  if (typeof root === 'object' && root !== null) return openAll(EngineConstructor, root, options);
  checkQuestion('open()', root, options, openKinds);
  const folder = resolve(root);
  const file = options.index ?? join(folder, '.froe', 'index.db');
  if (!isShared(file)) realRoot(folder); // a database can be asked without the files
  const { embedder = 'builtin' } = options;
  const chosenEmbedder = typeof embedder === 'string' ? embedderOf(embedder, { env: process.env }) : undefined;
  const vectors = typeof embedder === 'object' ? vectorSource(embedder) : chosenEmbedder && uncached(chosenEmbedder);
  if (!isShared(file)) await seedIndex(folder, file);
  return new EngineConstructor(folder, await openStoreOf(folder, file, options), file, vectors, options);
}

async function openAll(
  EngineConstructor: EngineClass,
  given: Exclude<OpenedRoots, string>,
  options: OpenOptions,
): Promise<Engine> {
  const { index } = options;
  if (index !== undefined && !isDatabaseUrl(index))
    throw new FroeError('bad-option', 'open() of several roots takes no index file', 'Name a database: postgres://…');
  const optionsOf = (name: string): OpenOptions =>
    index === undefined ? options : { ...options, index: addressOfRoot(index, name) };
  const members: WorkspaceRoot[] = [];
  try {
    for (const { name, folder } of namedFolders(given))
      members.push({ name, engine: await openRoots(EngineConstructor, folder, optionsOf(name)) });
    return workspaceEngine(EngineConstructor, members, options);
  } catch (error) {
    await Promise.all(members.map(({ engine }) => engine.close()));
    throw error;
  }
}

/** Folders with their own names, unless others are given. */
function namedFolders(given: Exclude<OpenedRoots, string>): readonly NamedFolder[] {
  const pairs = isList(given)
    ? given.map((folder) => [basename(resolve(folder)), folder] as const)
    : Object.entries(given);
  if (pairs.length === 0 || pairs.some(([, folder]) => typeof folder !== 'string'))
    throw new FroeError('bad-option', 'open() expects a folder, or at least one in a list or by its name');
  checkRootNames(pairs.map(([name]) => name));
  return pairs.map(([name, folder]) => ({ name, folder: realRoot(resolve(folder)) }));
}

const isList = (given: Exclude<OpenedRoots, string>): given is readonly string[] => Array.isArray(given);

/** Combines the engines of roots into one, which closes them when it is closed. `root`: the folder that it is asked from. */
export function workspaceEngine(
  EngineConstructor: EngineClass,
  members: readonly WorkspaceRoot[],
  options: OpenOptions,
  root?: string,
): Engine {
  const store = new WorkspaceStore(members.map(({ name, engine }) => new RootStore(name, engine.store)));
  const folders = new WorkspaceFolders(members, root);
  return new EngineConstructor(folders.root, store, ':memory:', members[0].engine.vectorSource, options, folders);
}
