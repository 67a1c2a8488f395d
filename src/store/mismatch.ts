/** What an index is bound to (one model, one folder, one format), and the errors when something else is used with it. */
import { flagsOf, specOf } from '../embed/spec.js';
import { FroeError } from '../errors.js';
import { withoutPassword } from './databaseUrl.js';
import type { IndexModel } from './store.js';

/** Vectors of two models cannot be compared: an index never holds both. */
type Named = Pick<IndexModel, 'id' | 'dimensions'>;

export const isSameModel = (a: IndexModel, b: IndexModel): boolean =>
  a.id === b.id && a.dimensions === b.dimensions && a.prefixVersion === b.prefixVersion;

/** Enough for a query: the prefix that chunks are embedded with is not put before a query. */
export const hasSameVectors = (asked: Named, kept: Named): boolean =>
  asked.id === kept.id && asked.dimensions === kept.dimensions;

/** Names both models as `--embedder` takes them. */
export function modelMismatch(kept: Named & Partial<IndexModel>, asked: Named): FroeError {
  const anew = `froe index ${flagsOf(asked)} --re-embed`;
  if (hasSameVectors(asked, kept))
    return new FroeError(
      'other-model',
      `The index holds vectors of ${specOf(kept.id)} from an earlier version of froe`,
      `Embed everything again: ${anew}`,
    );
  return new FroeError(
    'other-model',
    `The index holds vectors of ${specOf(kept.id)} (${kept.dimensions} dimensions), not of ${specOf(asked.id)} (${asked.dimensions})`,
    kept.unfinished
      ? `They are incomplete. To replace them: froe index ${flagsOf(asked)}`
      : `Use that model (${flagsOf(kept)}), or embed everything again: ${anew}`,
  );
}

/**
 * An index whose tables this version does not know: made by a newer one, or by a development build. It is left
 * unchanged. `again`: the commands that rebuild it.
 */
export const formatMismatch = (what: string, format: number, known: number, again: string): FroeError =>
  new FroeError(
    'bad-index',
    `${what} has index format ${format}; this version reads format ${known}`,
    `Update froe if a newer version created it. Otherwise rebuild it: ${again}. ` +
      'Artifacts cannot be rebuilt from files: export them first, with the version that created it (froe export --artifacts).',
  );

/** An index belongs to one folder: synced with another, it would lose everything. Both are absolute paths without links. */
export function refuseOtherRoot(kept: string | undefined, asked: string, where?: string): void {
  if (kept === undefined || kept === asked) return;
  throw new FroeError(
    'other-root',
    `The index${where === undefined ? '' : ` ${withoutPassword(where)}`} is of ${kept}, not of ${asked}`,
    'Name that folder, or another index with --index, or remove this one with `froe clean`.',
  );
}
