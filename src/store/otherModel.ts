/** Vectors of two models say nothing to each other: an index never holds both. */
import { FroeError } from '../errors.js';
import type { Model } from './store.js';

export const isSameModel = (a: Model, b: Model): boolean =>
  a.id === b.id && a.dimensions === b.dimensions && a.prefixVersion === b.prefixVersion;

export const otherModel = (kept: Model, asked: Model): FroeError =>
  new FroeError(
    'other-model',
    `The index holds vectors of ${kept.id} (${kept.dimensions} dimensions), not of ${asked.id} (${asked.dimensions})`,
    'Name that model, or embed everything anew with --re-embed.',
  );
