/** Full text. What is known of all pieces together is read once, and again when anybody has written. */
import type { Scored } from '../best.js';
import type { Filter, TextHit } from '../store.js';
import type { Prepare } from './database.js';
import { namesOf, passing } from './hits.js';
import { bestPieces, type Corpus, corpusOf, scoresOf, type Word, wordsAsked } from './words/search.js';
import type { Range } from './words/segment.js';
import { Segments } from './words/segments.js';

interface Asked {
  readonly version: string;
  readonly filter: Filter | undefined;
}

/** The pieces of a source have ids one after the other (writer.ts). */
const DOCUMENTS = `SELECT source, min(id) AS first, max(id) AS last FROM chunks
  WHERE source IN (SELECT c.source FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value)
  GROUP BY source ORDER BY first`;

export class Text {
  readonly #prepare: Prepare;
  readonly #segments: Segments;
  #read: { readonly version: string; readonly corpus: Corpus } | undefined;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
    this.#segments = new Segments(prepare);
  }

  search(words: readonly string[], limit: number, { version, filter }: Asked): TextHit[] {
    if (words.length === 0) return [];
    if (this.#read?.version !== version) this.#read = { version, corpus: corpusOf(this.#segments.read()) };
    const { corpus } = this.#read;
    const asked = wordsAsked(corpus, words);
    const found = bestPieces(corpus, asked, limit, passing(this.#prepare, filter) ?? (() => true));
    const nameOf = namesOf(this.#prepare, found);
    const documentOf = this.#documents(corpus, asked, found);
    return found.flatMap(({ row, score }) => {
      const id = nameOf.get(row);
      return id === undefined ? [] : [{ id, score, document: documentOf(row) }];
    });
  }

  /** What the document of a piece scores. */
  #documents(corpus: Corpus, asked: readonly Word[], found: readonly Scored[]): (row: number) => number {
    const ranges = this.#prepare(DOCUMENTS)
      .all(JSON.stringify(found.map(({ row }) => row)))
      .map(({ first, last }): Range => ({ first: Number(first), last: Number(last) }));
    const scores = scoresOf(corpus, asked, ranges);
    return (row) => scores.get(ranges.findLastIndex(({ first }) => first <= row)) ?? 0;
  }
}
