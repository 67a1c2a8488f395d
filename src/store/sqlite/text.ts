/** Full text. What is known of all pieces together is read once, and again when anybody has written. */
import type { Scored } from '../best.js';
import type { Filter, TextHit } from '../store.js';
import type { Prepare } from './database.js';
import { passing } from './hits.js';
import { bestPieces, type Corpus, corpusOf, scoresOf, type Word, wordsAsked } from './words/search.js';
import type { Range } from './words/segment.js';
import { Segments } from './words/segments.js';

interface Asked {
  readonly version: string;
  readonly filter: Filter | undefined;
}

const NAMES = `SELECT c.id AS row, c.chunk_id, c.source FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value`;
/** The pieces of a source have ids one after the other (writer.ts). */
const DOCUMENTS = `SELECT source, min(id) AS first, max(id) AS last FROM chunks
  WHERE source IN (SELECT value FROM json_each(?)) GROUP BY source`;

interface Named {
  readonly id: string;
  readonly source: number;
}

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
    const names = this.#names(found);
    const documents = this.#documents(corpus, asked, new Set(Array.from(names.values(), ({ source }) => source)));
    return found.flatMap(({ row, score }) => {
      const named = names.get(row);
      return named ? [{ id: named.id, score, document: documents.get(named.source) ?? 0 }] : [];
    });
  }

  #names(found: readonly Scored[]): ReadonlyMap<number, Named> {
    const rows = this.#prepare(NAMES).all(JSON.stringify(found.map(({ row }) => row)));
    return new Map(rows.map((of) => [Number(of.row), { id: String(of.chunk_id), source: Number(of.source) }]));
  }

  /** What each document scores. */
  #documents(corpus: Corpus, asked: readonly Word[], sources: ReadonlySet<number>): ReadonlyMap<number, number> {
    const rows = this.#prepare(DOCUMENTS).all(JSON.stringify([...sources]));
    const ranges = rows.map(({ first, last }): Range => ({ first: Number(first), last: Number(last) }));
    const scores = scoresOf(corpus, asked, ranges);
    return new Map(rows.map(({ source }, i) => [Number(source), scores.get(i) ?? 0]));
  }
}
