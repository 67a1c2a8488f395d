/** Full text. What is known of all chunks together is read once, and again when anybody has written. */
import type { Filter, TextHit } from '../store.js';
import type { Prepare } from './database.js';
import type { Named, Names } from './names.js';
import { passing } from './passing.js';
import { damaged } from './sums.js';
import { bestChunks, type Corpus, corpusOf, frequencyOf, scoresOf, wordsAsked } from './words/search.js';
import type { Range } from './words/segment.js';
import { Segments } from './words/segments.js';

interface Asked {
  readonly version: string;
  readonly filter: Filter | undefined;
}

export class Text {
  readonly #prepare: Prepare;
  readonly #names: Names;
  readonly #segments: Segments;
  #read: { readonly version: string; readonly corpus: Corpus } | undefined;

  constructor(prepare: Prepare, names: Names) {
    this.#prepare = prepare;
    this.#names = names;
    this.#segments = new Segments(prepare);
  }

  search(words: readonly string[], limit: number, { version, filter }: Asked): TextHit[] {
    if (words.length === 0) return [];
    const corpus = this.#corpus(version);
    const asked = wordsAsked(corpus, words);
    const found = bestChunks(corpus, asked, limit, passing(this.#prepare, filter));
    const names = this.#names.of(
      found.map(({ row }) => row),
      version,
    );
    const sources = [...new Set(names.flatMap((named) => named?.source ?? []))];
    // What each document scores, in the order of the sources.
    const stretches = this.#names.stretches(sources, version);
    refuseStrays(found, names, new Map(sources.map((source, i) => [source, stretches[i]])));
    const scores = scoresOf(corpus, asked, stretches);
    const documents = new Map(sources.map((source, i) => [source, scores.get(i) ?? 0]));
    return found.flatMap(({ score }, i) => {
      const named = names[i];
      return named ? [{ id: named.id, score, document: documents.get(named.source) ?? 0 }] : [];
    });
  }

  frequencies(words: readonly string[], version: string): number[] {
    const corpus = this.#corpus(version);
    return words.map((word) => frequencyOf(corpus, word));
  }

  #corpus(version: string): Corpus {
    if (this.#read?.version !== version) this.#read = { version, corpus: corpusOf(this.#segments.read()) };
    return this.#read.corpus;
  }
}

/** A chunk that has words is there, and is among those of its source. */
function refuseStrays(
  found: readonly { readonly row: number }[],
  names: readonly (Named | null)[],
  stretches: ReadonlyMap<number, Range>,
): void {
  found.forEach(({ row }, i) => {
    const named = names[i];
    const own = named && stretches.get(named.source);
    if (!own || row < own.first || row > own.last) throw damaged('The place of a chunk');
  });
}
