/** Vectors of two models say nothing to each other: an index never holds both. */
import { FroeError } from '../errors.js';
import type { Model } from './store.js';

type Named = Pick<Model, 'id' | 'dimensions'>;

export const isSameModel = (a: Model, b: Model): boolean =>
  a.id === b.id && a.dimensions === b.dimensions && a.prefixVersion === b.prefixVersion;

/** A question has no prefix of ours before it: whether the pieces have another one does not matter to it. */
export const isAnsweredBy = (asked: Named, kept: Named): boolean =>
  asked.id === kept.id && asked.dimensions === kept.dimensions;

export const otherModel = (kept: Named, asked: Named): FroeError =>
  new FroeError(
    'other-model',
    `The index holds vectors of ${kept.id} (${kept.dimensions} dimensions), not of ${asked.id} (${asked.dimensions})`,
    'Name that model, or embed everything anew with --re-embed.',
  );
