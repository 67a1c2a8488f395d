/** What an index is bound to (one model, one folder, one format), and the errors when something else is used with it. */
import { BUILTIN } from '../embed/builtin.js';
import { flagsOf, specOf } from '../embed/spec.js';
import { FroeError } from '../errors.js';
import { withoutPassword } from './databaseUrl.js';
import type { IndexModel } from './store.js';

/** Vectors of two models cannot be compared: an index never holds both. */
type VectorModel = Pick<IndexModel, 'id' | 'dimensions'>;

export const isSameModel = (a: IndexModel, b: IndexModel): boolean =>
  a.id === b.id && a.dimensions === b.dimensions && a.prefixVersion === b.prefixVersion;

/** Enough for a query: the prefix of chunks is not put before a query. */
export const hasSameVectors = (requested: VectorModel, stored: VectorModel): boolean =>
  requested.id === stored.id && requested.dimensions === stored.dimensions;

/** Names both models as `--embedder` accepts them. */
export function modelMismatch(stored: VectorModel & Partial<IndexModel>, requested: VectorModel): FroeError {
  const reEmbedCommand = `froe index ${flagsOf(requested)} --re-embed`;
  if (hasSameVectors(requested, stored))
    return new FroeError(
      'other-model',
      `The index holds vectors of ${specOf(stored.id)} from an earlier version of froe`,
      `Embed everything again: ${reEmbedCommand}`,
    );
  if (BUILTIN.earlier.includes(stored.id) && requested.id === BUILTIN.id)
    return new FroeError(
      'other-model',
      `The index holds vectors of an earlier built-in model (${stored.id})`,
      `Embed its chunks again: froe index ${flagsOf(requested)}`,
    );
  return new FroeError(
    'other-model',
    `The index holds vectors of ${specOf(stored.id)} (${stored.dimensions} dimensions), not of ${specOf(requested.id)} (${requested.dimensions})`,
    stored.unfinished
      ? `They are incomplete. To replace them: froe index ${flagsOf(requested)}`
      : `Use that model (${flagsOf(stored)}), or embed everything again: ${reEmbedCommand}`,
  );
}

/**
 * An index with tables that this version does not know: from a newer version or a development build. It is left
 * unchanged. `rebuildCommands`: the commands that rebuild it.
 */
export const formatMismatch = (what: string, format: number, supported: number, rebuildCommands: string): FroeError =>
  new FroeError(
    'bad-index',
    `${what} has index format ${format}; this version reads format ${supported}`,
    `Update froe if a newer version created it. Otherwise rebuild it: ${rebuildCommands}. ` +
      'Artifacts cannot be rebuilt from files: export them first, with the version that created it (froe export --artifacts).',
  );

/** An index belongs to one folder: a sync with another would remove everything. Both are absolute paths without links. */
export function refuseOtherRoot(stored: string | undefined, requested: string, where?: string): void {
  if (stored === undefined || stored === requested) return;
  throw new FroeError(
    'other-root',
    `The index${where === undefined ? '' : ` ${withoutPassword(where)}`} belongs to ${stored}, not to ${requested}`,
    'Name that folder, or another index with --index, or remove this one with `froe clean`. ' +
      'If it is the same tree at another path: froe index --same-tree.',
  );
}

/** The same for an index that many machines share: there, a tree is identified by names that all of them have. */
export function refuseOtherTree(stored: readonly string[], requested: string, root: string): void {
  if (stored.length === 0 || stored.includes(requested)) return;
  throw new FroeError(
    'other-root',
    `The index belongs to ${stored.join(', ')}, not to ${requested.endsWith(`:${root}`) ? requested : `${requested} (${root})`}`,
    'Use another tenant (?tenant=NAME), or remove this one with `froe clean`. ' +
      'If it is the same tree at another path: froe index --same-tree.',
  );
}
