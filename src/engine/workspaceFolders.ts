/**
 * The folders of a workspace. Each has its own index and is updated by itself, one after the other; a time limit is for
 * all of them together. Artifacts go to the first.
 */
import { dirname } from 'node:path';
import { FroeError } from '../errors.js';
import { isBelow } from '../sources/jail.js';
import { isRootName } from '../store/workspace/rootStore.js';
import type { ArtifactWriter } from '../sync/artifactWriter.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import type { Engine } from './engine.js';
import type { FreshnessOptions, IndexFreshness } from './engineOptions.js';
import { type CatchUpHints, type IndexedFolders, SYNC_LIMIT_SECONDS } from './indexedFolder.js';
import type { NamedFolder } from './indexPaths.js';
import type { PendingChanges } from './pendingChanges.js';

/** A root of a workspace: an engine with a name. */
export interface WorkspaceRoot {
  readonly name: string;
  readonly engine: Engine;
}

export class WorkspaceFolders implements IndexedFolders {
  readonly root: string;
  readonly roots: readonly NamedFolder[];
  readonly shared: boolean;
  readonly #members: readonly WorkspaceRoot[];

  constructor(members: readonly WorkspaceRoot[], root: string = commonFolder(members)) {
    this.root = root;
    this.#members = members;
    this.roots = members.map(({ name, engine }) => ({ name, folder: engine.root }));
    this.shared = members.every(({ engine }) => engine.folders.shared);
  }

  async sync(options: Partial<SyncOptions> & { readonly wait?: number }): Promise<SyncReport> {
    const reports: SyncReport[] = [];
    for (const { engine } of this.#members) reports.push(await engine.folders.sync(options));
    return addedUp(reports);
  }

  async catchUp(
    options: FreshnessOptions,
    { priority, meanwhile: _, ...hints }: CatchUpHints = {},
  ): Promise<IndexFreshness> {
    const { syncLimit = SYNC_LIMIT_SECONDS } = options;
    const deadline = performance.now() + syncLimit * 1000;
    const results: IndexFreshness[] = [];
    for (const { name, engine } of this.#members) {
      const timeLeft = Math.max(0, (deadline - performance.now()) / 1000);
      const ownPriority = priority && { priority: (path: string) => priority(`${name}/${path}`) };
      results.push(await engine.folders.catchUp(options, { ...hints, ...ownPriority, timeLeft }));
    }
    const unread = results.flatMap((freshness) => freshness.unread ?? []);
    const hindered = results.find((freshness) => freshness.hindered)?.hindered;
    // The oldest: every root is at least as fresh.
    const [indexedAt] = results
      .flatMap((freshness) => freshness.indexedAt ?? [])
      .sort((a, b) => a.getTime() - b.getTime());
    return {
      ...(unread.length > 0 ? { unread: unread.reduce((sum, count) => sum + count, 0) } : {}),
      ...(hindered ? { hindered } : {}),
      ...(indexedAt ? { indexedAt } : {}),
    };
  }

  async behind(): Promise<PendingChanges> {
    const changes = await Promise.all(this.#members.map(({ engine }) => engine.folders.behind()));
    const cuts = new Map(changes.flatMap((pending) => pending.cuts).map((cut) => [JSON.stringify(cut), cut]));
    return {
      unread: changes.reduce((sum, { unread }) => sum + unread, 0),
      gone: changes.reduce((sum, { gone }) => sum + gone, 0),
      withoutText: changes.reduce((sum, { withoutText }) => sum + withoutText, 0),
      cuts: [...cuts.values()],
    };
  }

  get artifactWriter(): ArtifactWriter {
    return this.#members[0].engine.artifactWriter;
  }

  async refuseOtherRoot(): Promise<void> {
    for (const { engine } of this.#members) await engine.refuseOtherRoot();
  }

  async forget(docIds: readonly string[]): Promise<readonly string[]> {
    const forgotten: string[] = [];
    for (const { name, engine } of this.#members) {
      // `main:api/src/app.py` is `main:src/app.py` of the root api; an artifact is in no folder.
      const ids = new Map(docIds.map((id) => [id.replace(`main:${name}/`, 'main:'), id]));
      const own = [...ids].filter(([inner, id]) => inner !== id || !id.startsWith('main:')).map(([inner]) => inner);
      forgotten.push(...(await engine.folders.forget(own)).flatMap((inner) => ids.get(inner) ?? []));
    }
    return [...new Set(forgotten)];
  }
}

export function addedUp(reports: readonly SyncReport[]): SyncReport {
  const sum = (of: (report: SyncReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const failure = reports.find((report) => report.failure)?.failure;
  return {
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    removed: sum(({ removed }) => removed),
    held: sum(({ held }) => held),
    unchanged: sum(({ unchanged }) => unchanged),
    unread: sum(({ unread }) => unread),
    chunks: sum(({ chunks }) => chunks),
    embedded: sum(({ embedded }) => embedded),
    troubles: reports.flatMap(({ troubles }) => troubles),
    ...(failure ? { failure } : {}),
  };
}

/** The innermost folder that contains all of them. */
function commonFolder(members: readonly WorkspaceRoot[]): string {
  const folders = members.map(({ engine }) => engine.root);
  let common = dirname(folders[0]);
  while (!folders.every((folder) => isBelow(common, folder)) && common !== dirname(common)) common = dirname(common);
  return common;
}

/** Names that paths can begin with, without duplicates. */
export function checkRootNames(names: readonly string[]): void {
  const invalid = names.find((name) => !isRootName(name));
  if (invalid !== undefined)
    throw new FroeError('bad-option', `A root cannot be called '${invalid}'`, 'Use letters, digits, dots and dashes.');
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined)
    throw new FroeError(
      'bad-option',
      `Two roots are called ${duplicate}`,
      `Name them apart: --root ${duplicate}2=PATH`,
    );
}
