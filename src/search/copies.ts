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
import type { Result } from './result.js';

/** A text with this share of its lines in one other text is a copy of it. */
const COPIED_SHARE = 0.9;

/** Finds copies among items that are given one after the other, best first. */
class CopyFinder<T> {
  readonly #chunksOf: (item: T) => readonly Chunk[];
  /** For each line, the items that have it and are no copies. */
  readonly #holders = new Map<string, Set<T>>();

  constructor(chunksOf: (item: T) => readonly Chunk[]) {
    this.#chunksOf = chunksOf;
  }

  /** The earlier item that this one is a copy of; undefined: it is none, and later ones are compared with it. */
  originalOf(item: T): T | undefined {
    const chunks = this.#chunksOf(item);
    const lines = linesOf(chunks);
    const original = holderOfMost(lines, this.#holders, (holder) => mayCopy(chunks[0], this.#chunksOf(holder)[0]));
    if (original === undefined)
      for (const line of lines) this.#holders.set(line, (this.#holders.get(line) ?? new Set()).add(item));
    return original;
  }
}

/** Chunks of one file may overlap, and a repetition there is part of it. An artifact is found beside a file. */
const mayCopy = ({ docId, tree }: Chunk, other: Chunk): boolean => docId !== other.docId && tree === other.tree;

/** `items`: best first. Those of them that are copies. */
export function copiesAmong<T>(items: readonly T[], chunksOf: (item: T) => readonly Chunk[]): ReadonlySet<T> {
  const finder = new CopyFinder(chunksOf);
  return new Set(items.filter((item) => finder.originalOf(item) !== undefined));
}

/** So many results are compared: a phrase may be in thousands. */
const MAX_COMPARED = 200;

/** Lets results through, best first, but for copies of earlier ones, whose first chunks are kept beside those. */
export class FoldedCopies {
  readonly #finder = new CopyFinder<Result>(({ chunks }) => chunks);
  readonly #copies = new Map<Result, Chunk[]>();
  #compared = 0;

  /** False for a copy. */
  accepts(result: Result): boolean {
    if (this.#compared++ >= MAX_COMPARED) return true;
    const original = this.#finder.originalOf(result);
    if (original === undefined) return true;
    const [first] = result.chunks;
    this.#copies.set(original, [...(this.#copies.get(original) ?? []), first]);
    return false;
  }

  withCopies(result: Result): Result {
    const copies = this.#copies.get(result);
    return copies ? { ...result, copies } : result;
  }
}

function holderOfMost<T>(
  lines: readonly string[],
  holders: ReadonlyMap<string, ReadonlySet<T>>,
  mayHold: (holder: T) => boolean,
): T | undefined {
  const minLength = COPIED_SHARE * lines.reduce((sum, { length }) => sum + length, 0);
  const shared = new Map<T, number>();
  for (const line of lines)
    for (const holder of holders.get(line) ?? [])
      if (mayHold(holder)) shared.set(holder, (shared.get(holder) ?? 0) + line.length);
  return [...shared].find(([, length]) => length >= minLength)?.[0];
}

const linesOf = (chunks: readonly Chunk[]): string[] =>
  chunks
    .flatMap(({ content }) => content.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
