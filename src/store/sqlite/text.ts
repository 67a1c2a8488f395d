/** Full text. What is known of all pieces together is read once, and again when anybody has written. */
import type { Filter, Hit } from '../store.js';
import type { Prepare } from './database.js';
import { hitsOf, passing } from './hits.js';
import { type Corpus, corpusOf, searchWords } from './words/search.js';
import { Segments } from './words/segments.js';

interface Asked {
  readonly version: string;
  readonly filter: Filter | undefined;
}

export class Text {
  readonly #prepare: Prepare;
  readonly #segments: Segments;
  #read: { readonly version: string; readonly corpus: Corpus } | undefined;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
    this.#segments = new Segments(prepare);
  }

  search(words: readonly string[], limit: number, { version, filter }: Asked): Hit[] {
    if (words.length === 0) return [];
    if (this.#read?.version !== version) this.#read = { version, corpus: corpusOf(this.#segments.read()) };
    const found = searchWords(this.#read.corpus, words, limit, passing(this.#prepare, filter) ?? (() => true));
    return hitsOf(this.#prepare, found);
  }
}
