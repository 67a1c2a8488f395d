/** Vectors of two models say nothing to each other: an index never holds both. */
import { flagsOf, specOf } from '../embed/spec.js';
import { FroeError } from '../errors.js';
import type { IndexModel } from './store.js';

type Named = Pick<IndexModel, 'id' | 'dimensions'>;

export const isSameModel = (a: IndexModel, b: IndexModel): boolean =>
  a.id === b.id && a.dimensions === b.dimensions && a.prefixVersion === b.prefixVersion;

/** A question has no prefix of ours before it: whether the chunks have another one does not matter to it. */
export const hasSameVectors = (asked: Named, kept: Named): boolean =>
  asked.id === kept.id && asked.dimensions === kept.dimensions;

/** Both by names that can be typed as they are shown. */
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
