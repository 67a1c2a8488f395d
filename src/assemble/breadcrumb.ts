/**
 * Where text of a document stands, in a line before it: a section says little without its titles.
 *
 *     > Guide › Install › On a Mac
 *
 *     ### On a Mac
 *     Use brew.
 *
 * Of chunks in several sections, the titles that they have in common.
 */
import type { Chunk } from '../schema.js';

const JOINT = ' › ';

/** Empty where there are no headings, and for what is no source. */
export function breadcrumbOf(chunks: readonly Chunk[]): string {
  if (chunks.length === 0 || chunks.some(({ headers, synthetic }) => headers === undefined || synthetic)) return '';
  const [first, ...others] = chunks.map(({ breadcrumb }) => breadcrumb.split(JOINT));
  const shared = first.filter((_, i) => others.every((other) => isPrefix(first, other, i + 1)));
  return shared.join(JOINT);
}

const isPrefix = (one: readonly string[], other: readonly string[], length: number): boolean =>
  one.slice(0, length).every((title, i) => title === other[i]);
