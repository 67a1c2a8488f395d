/** How far an index is behind its folder, and how its sources were cut. Only files with another stat are read. */
import { hasNoText, type SourceRow, type Store } from '../store/store.js';
import { type Plan, plan } from '../sync/plan.js';
import { cutIn, planOptions } from '../sync/recipe.js';
import type { settleTouched } from '../sync/settleTouched.js';
import type { SyncOptions } from '../sync/sync.js';

/** The cutting options of a source. */
export type IndexCut = ReturnType<typeof cutIn>;

export interface PendingChanges {
  /** Files that were added or changed. */
  readonly unread: number;
  /** Sources whose file is gone. */
  readonly gone: number;
  /** Sources without text, of which the index has only the name: binary, empty. */
  readonly withoutText: number;
  /** The cutting options of the sources, the most frequent first; for an empty index, those that would be used. */
  readonly cuts: readonly IndexCut[];
}

export async function pendingChanges(store: Store, options: SyncOptions): Promise<PendingChanges> {
  const planned = planOptions(options);
  const sources = await store.sources('main');
  const rows = sources.size > 0 ? [...sources.values()] : [planned];
  const cuts = cutsOf(rows);
  const withoutText = [...sources.values()].filter(hasNoText).length;
  if (store.roots) return { unread: 0, gone: 0, withoutText, cuts }; // a database with several roots has no single folder
  const changed = plan(options.root, sources, planned);
  const { jobs, gone } = changed.jobs.length === 0 ? changed : await withoutTouched(changed, sources, options);
  return { unread: jobs.length, gone: gone.length, withoutText, cuts };
}

/** Loaded only for changed files: reading them loads the parsers. */
const withoutTouched = async (...changes: Parameters<typeof settleTouched>): Promise<Plan> =>
  (await (await import('../sync/settleTouched.js')).settleTouched(...changes)).planned;

function cutsOf(rows: readonly { readonly recipe: SourceRow['recipe'] | undefined }[]): readonly IndexCut[] {
  const counts = new Map<string, number>();
  for (const { recipe = '' } of rows) counts.set(recipe, (counts.get(recipe) ?? 0) + 1);
  const cuts = [...counts].sort(([, a], [, b]) => b - a).map(([recipe]) => cutIn(recipe));
  const keys = cuts.map((cut) => JSON.stringify(cut));
  return cuts.filter((_, i) => keys.indexOf(keys[i]) === i);
}
