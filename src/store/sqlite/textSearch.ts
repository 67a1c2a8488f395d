/** Full-text search. The statistics of all chunks are read once, and again after a write. */

import { averageLength, documentScores, documentTermsOf } from '../bm25.js';
import type { ChunkFilter, TextHit, TextStatistics } from '../store.js';
import { termsOf } from '../terms.js';
import { damagedIndex } from './checksums.js';
import type { ChunkNames, NamedChunk } from './chunkNames.js';
import type { Prepare } from './database.js';
import { rowFilter } from './filter.js';
import {
  type Corpus,
  corpusOf,
  countDocuments,
  documentFrequency,
  queryTerms,
  termFrequency,
  topChunks,
} from './words/search.js';
import type { IdRange } from './words/segment.js';
import { Segments } from './words/segments.js';

interface TextSearchOptions {
  readonly version: string;
  readonly filter: ChunkFilter | undefined;
  readonly statistics?: TextStatistics | undefined;
}

export class TextSearch {
  readonly #prepare: Prepare;
  readonly #names: ChunkNames;
  readonly #segments: Segments;
  #cached: { readonly version: string; readonly corpus: Corpus } | undefined;

  constructor(prepare: Prepare, names: ChunkNames) {
    this.#prepare = prepare;
    this.#names = names;
    this.#segments = new Segments(prepare);
  }

  search(words: readonly string[], limit: number, { version, filter, statistics }: TextSearchOptions): TextHit[] {
    if (words.length === 0) return [];
    const corpus = this.#corpus(version);
    const terms = queryTerms(corpus, words, statistics);
    const average = averageLength(statistics ?? corpus);
    const hits = topChunks(corpus, terms, { limit, average, passes: rowFilter(this.#prepare, filter) });
    const names = this.#names.of(
      hits.map(({ row }) => row),
      version,
    );
    const sources = [...new Set(names.flatMap((named) => named?.source ?? []))];
    // The score of each document, in the order of the sources.
    const ranges = this.#names.rowRanges(sources, version);
    refuseStrays(hits, names, new Map(sources.map((source, i) => [source, ranges[i]])));
    const { terms: documentTerms, lengths } = countDocuments(corpus, terms, ranges);
    const scores = documentScores(documentTerms, lengths);
    const positions = new Map(sources.map((source, i) => [source, i]));
    return hits.flatMap(({ score }, i) => {
      const named = names[i];
      const position = named ? positions.get(named.source) : undefined;
      if (!named || position === undefined) return [];
      const hit = { id: named.id, score, document: scores.get(position) ?? 0 };
      return [statistics ? { ...hit, documentTerms: documentTermsOf(documentTerms, lengths, position) } : hit];
    });
  }

  statistics(words: readonly string[], version: string): TextStatistics {
    const corpus = this.#corpus(version);
    const frequencies = new Map(termsOf(words).map((term) => [term, termFrequency(corpus, term)]));
    return { chunks: corpus.chunks, words: corpus.words, frequencies };
  }

  documentFrequencies(words: readonly string[], version: string): number[] {
    const corpus = this.#corpus(version);
    return words.map((word) => documentFrequency(corpus, word));
  }

  #corpus(version: string): Corpus {
    if (this.#cached?.version !== version) this.#cached = { version, corpus: corpusOf(this.#segments.read()) };
    return this.#cached.corpus;
  }
}

/** A chunk that has words must exist, and be among those of its source. */
function refuseStrays(
  hits: readonly { readonly row: number }[],
  names: readonly (NamedChunk | null)[],
  ranges: ReadonlyMap<number, IdRange>,
): void {
  hits.forEach(({ row }, i) => {
    const named = names[i];
    const range = named && ranges.get(named.source);
    if (!range || row < range.first || row > range.last) throw damagedIndex('The place of a chunk');
  });
}
