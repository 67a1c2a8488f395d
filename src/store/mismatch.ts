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
      `The index holds vectors of ${specOf(kept.id)} that an earlier version of froe made`,
      `Embed everything anew: ${anew}`,
    );
  return new FroeError(
    'other-model',
    `The index holds vectors of ${specOf(kept.id)} (${kept.dimensions} dimensions), not of ${specOf(asked.id)} (${asked.dimensions})`,
    kept.unfinished
      ? `They were never finished: froe index ${flagsOf(asked)} makes new ones.`
      : `Name that model (${flagsOf(kept)}), or embed everything anew: ${anew}`,
  );
}

/**
 * An index whose tables this version does not know: made by a newer one, or by a development build. It is left
 * unchanged. `again`: the commands that rebuild it.
 */
export const formatMismatch = (what: string, format: number, known: number, again: string): FroeError =>
  new FroeError(
    'bad-index',
    `${what} has index format ${format}, and this froe reads format ${known}`,
    `Update froe if a newer one made it. Else make it again: ${again}. ` +
      'Artifacts in it cannot be made from files: export them first, with the froe that made it (froe export --artifacts).',
  );

/** An index belongs to one folder: synced with another, it would lose everything. Both are absolute paths without links. */
export function refuseOtherRoot(kept: string | undefined, asked: string, where?: string): void {
  if (kept === undefined || kept === asked) return;
  throw new FroeError(
    'other-root',
    `The index${where === undefined ? '' : ` ${withoutPassword(where)}`} is of ${kept}, not of ${asked}`,
    'Name that folder, or another index with --index; `froe clean` drops this one.',
  );
}
