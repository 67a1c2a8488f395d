/**
 * Text → word pieces, the vocabulary of the bi-encoder. Only words count, split like names of
 * code are, and of a word the longest piece that is known, then the longest of the rest:
 *
 *     parseHTTPHeaders(2)   parse http headers 2   →   parse · http · header · ##s · 2
 *
 * In code a word counts once: names repeat, and only the first pieces of a chunk are read. Comments
 * are left out: chunks without any would be at a disadvantage, and the reader has read them already.
 */
import type { Chunk } from '../../schema.js';
import { commentsIn, isProse } from '../../text/commentsIn.js';

/** What is read of a chunk before it is split. */
type ChunkText = Pick<Chunk, 'filePath' | 'name' | 'breadcrumb' | 'context' | 'content'>;

const WORD = /[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d{1,4}(?!\d)|\P{ASCII}+/gu;
const BEYOND_ASCII = /\P{ASCII}/u;
const ACCENTS = /\p{M}/gu;
const NO_WORD = /[^\p{L}\p{N}\s\p{ASCII}]/gu;

/** Marks a piece that continues a word. */
const CONTINUED = '##';
/** A longer piece is not in the vocabulary. */
const LONGEST_PIECE = 20;
/** Characters of a chunk that are read: more than the network takes. */
const MAX_TEXT_CHARS = 4000;
/** Words whose pieces are remembered. */
const MAX_CACHED = 20_000;

export class WordPieces {
  readonly #ids = new Map<string, number>();
  readonly #cache = new Map<string, readonly number[]>();

  constructor(pieces: readonly string[]) {
    for (let id = 0; id < pieces.length; id++) this.#ids.set(pieces[id], id);
  }

  question(text: string, most: number): readonly number[] {
    const found: number[] = [];
    for (const word of wordsOf(text)) {
      if (found.length >= most) break;
      found.push(...this.#piecesOf(word));
    }
    return found.slice(0, most);
  }

  /** Path, name, breadcrumb and text, of code without its comments. */
  chunk({ filePath, name, breadcrumb, context = '', content }: ChunkText, most: number): readonly number[] {
    const text = `${context}${content}`.slice(0, MAX_TEXT_CHARS);
    const found: number[] = [];
    const seen = new Set<string>();
    const read = (part: string, once: boolean): void => {
      for (const word of wordsOf(part)) {
        if (found.length >= most) return;
        if (once && seen.has(word)) continue;
        seen.add(word);
        found.push(...this.#piecesOf(word));
      }
    };
    for (const part of [filePath, name, breadcrumb]) read(part, true);
    let at = 0;
    for (const { 0: comment, index } of commentsIn(text, filePath)) {
      if (found.length >= most) break;
      read(text.slice(at, index), true);
      at = index + comment.length;
    }
    read(text.slice(at), !isProse(filePath));
    return found.slice(0, most);
  }

  #piecesOf(word: string): readonly number[] {
    const known = this.#cache.get(word);
    if (known) return known;
    const pieces = this.#split(word);
    if (this.#cache.size < MAX_CACHED) this.#cache.set(word, pieces);
    return pieces;
  }

  /** None if a part of the word is unknown. */
  #split(word: string): readonly number[] {
    const found: number[] = [];
    for (let at = 0; at < word.length; ) {
      const before = at === 0 ? '' : CONTINUED;
      let end = Math.min(word.length, at + LONGEST_PIECE);
      let id: number | undefined;
      for (; end > at && id === undefined; end--) id = this.#ids.get(before + word.slice(at, end));
      if (id === undefined) return [];
      found.push(id);
      at = end + 1;
    }
    return found;
  }
}

function* wordsOf(text: string): Iterable<string> {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKD').replace(ACCENTS, '').replace(NO_WORD, ' ') : text;
  for (const [word] of plain.matchAll(WORD)) yield word.toLowerCase();
}
