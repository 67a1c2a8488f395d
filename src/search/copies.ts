/**
 * Texts that another file has, too: the same page of another version, a vendored
 * file, a generated twin. The best of them is shown, and the others are named
 * beside it.
 *
 *     docs/search.mdx          (0.9)  # Search  There are a few options …
 *     docs/v2.x/search.mdx     (0.7)  # Search  There are a few options …     a copy
 *     docs/v2.x/typesense.mdx  (0.6)  two lines of ten are those of another   none
 *
 * Lines are compared without the white space around them, each weighed by its length.
 */
import type { Chunk } from '../schema.js';
import { groupBy } from '../text/groupBy.js';
import type { Result } from './result.js';

/** A text with this share of its lines in one other text is a copy of it. */
const COPIED = 0.9;

/** `items`: best first. Copies, and the better item that each is a copy of. */
export function copiesAmong<T>(items: readonly T[], chunksOf: (item: T) => readonly Chunk[]): ReadonlyMap<T, T> {
  const copies = new Map<T, T>();
  /** For each line, the items that have it and are no copies. */
  const holders = new Map<string, Set<T>>();
  /** Chunks of one file may overlap, and a repetition there is part of it. An artifact is found beside a file. */
  const mayCopy = ({ docId, tree }: Chunk, other: Chunk): boolean => docId !== other.docId && tree === other.tree;
  for (const item of items) {
    const lines = linesOf(chunksOf(item));
    const original = holderOfMost(lines, holders, (holder) => mayCopy(chunksOf(item)[0], chunksOf(holder)[0]));
    if (original !== undefined) copies.set(item, original);
    else for (const line of lines) holders.set(line, (holders.get(line) ?? new Set()).add(item));
  }
  return copies;
}

/** So many results are compared: a phrase may be in thousands. */
const COMPARED = 200;

/** Results without copies; each with the first chunks of its copies. */
export function foldCopies(results: readonly Result[]): Result[] {
  const copies = copiesAmong(results.slice(0, COMPARED), ({ chunks }) => chunks);
  const byOriginal = groupBy(copies.keys(), (copy) => copies.get(copy));
  return results
    .filter((result) => !copies.has(result))
    .map((result) => {
      const folded = byOriginal.get(result);
      return folded ? { ...result, copies: folded.map(({ chunks: [first] }) => first) } : result;
    });
}

function holderOfMost<T>(
  lines: readonly string[],
  holders: ReadonlyMap<string, ReadonlySet<T>>,
  mayHold: (holder: T) => boolean,
): T | undefined {
  const enough = COPIED * lines.reduce((sum, { length }) => sum + length, 0);
  const shared = new Map<T, number>();
  for (const line of lines)
    for (const holder of holders.get(line) ?? [])
      if (mayHold(holder)) shared.set(holder, (shared.get(holder) ?? 0) + line.length);
  return [...shared].find(([, length]) => length >= enough)?.[0];
}

const linesOf = (chunks: readonly Chunk[]): string[] =>
  chunks
    .flatMap(({ content }) => content.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
