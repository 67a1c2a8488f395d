import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { averageLength, B, documentScores, idfOf, K1 } from '../../../src/store/bm25.js';
import type { Statement } from '../../../src/store/sqlite/database.js';
import { openFile } from '../../../src/store/sqlite/open.js';
import {
  type Corpus,
  corpusOf,
  countDocuments,
  queryTerms,
  topChunks,
} from '../../../src/store/sqlite/words/search.js';
import type { AddedPostings } from '../../../src/store/sqlite/words/segment.js';
import { Segments } from '../../../src/store/sqlite/words/segments.js';
import { ByteReader, ByteWriter } from '../../../src/store/sqlite/words/varint.js';
import { type BagOfWords, bagOfWords, termsOf } from '../../../src/store/terms.js';
import { type ScoredRow, TopK } from '../../../src/store/topK.js';

const db = openFile(':memory:');
const prepare = (sql: string): Statement => db.prepare(sql) as Statement; // its rows are typed as anything
afterAll(() => db.close());

const fresh = (): Segments => {
  db.exec('DELETE FROM segments; DELETE FROM blocks; DELETE FROM tombstones');
  return new Segments(prepare);
};
interface ChunkPosting extends BagOfWords {
  readonly id: number;
}
const posting = (id: number, body: string, weight = 1): ChunkPosting => {
  const { length, counts } = bagOfWords({ name: '', path: '', headings: '', body });
  return { id, length, counts: new Map([...counts].map(([term, n]) => [term, weight > 0 ? n : 0])) };
};
const add = (segments: Segments, chunks: readonly ChunkPosting[]): void => segments.add(chunks.map(postingsOf));
const postingsOf = ({ id, length, counts }: ChunkPosting): AddedPostings => ({
  first: id,
  chunks: {
    length: 1,
    lengths: Uint32Array.of(length),
    terms: Float64Array.from(counts.keys()),
    counts: Uint32Array.from(counts.values()),
    termEnds: Uint32Array.of(counts.size),
  },
});
const count = (table: string): number => Number(prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
const search = (corpus: Corpus, words: readonly string[], limit: number): readonly ScoredRow[] =>
  topChunks(corpus, queryTerms(corpus, words), { limit, average: averageLength(corpus), passes: () => true });

describe('variable-length numbers', () => {
  it('are decoded again, and small ones take one byte', () => {
    const writer = new ByteWriter();
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.maxSafeNat(), fc.nat(300), fc.nat(2 ** 31))), (numbers) => {
        for (const number of numbers) writer.number(number);
        const reader = new ByteReader(writer.take());
        expect(numbers.map(() => reader.number())).toEqual(numbers);
        expect(reader.done).toBe(true);
      }),
    );
    for (const [number, bytes] of [
      [5, [5]],
      [127, [127]],
      [300, [0xac, 2]],
    ] as const) {
      writer.number(number);
      expect([...writer.take()]).toEqual(bytes);
    }
  });
});

describe('the best of many', () => {
  it('are those that sorting gives', () => {
    const offers = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 80 });
    fc.assert(
      fc.property(offers, fc.nat(12), (scores, limit) => {
        const best = new TopK(limit);
        for (const [row, score] of scores.entries()) best.add(row, score);
        const sorted = scores.map((score, row) => ({ row, score })).sort((a, b) => b.score - a.score || a.row - b.row);
        expect(best.sorted()).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});

describe('full text in segments', () => {
  /** What BM25 says, reckoned one by one; how rare a word is, the chunks tell. */
  const reckoned = (those: readonly ChunkPosting[], words: readonly string[], chunks = those): Map<number, number> => {
    const average = those.reduce((sum, { length }) => sum + length, 0) / Math.max(1, those.length);
    const scores = new Map<number, number>();
    for (const term of termsOf(words)) {
      const idf = idfOf(chunks.length, chunks.filter(({ counts }) => counts.has(term)).length);
      for (const { id, length, counts } of those) {
        const tf = counts.get(term) ?? 0;
        if (tf > 0)
          scores.set(id, (scores.get(id) ?? 0) + (idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / average)));
      }
    }
    return scores;
  };
  /** All chunks of a document as if they were one. */
  const together = (chunks: readonly ChunkPosting[], id: number): ChunkPosting => {
    const counts = new Map<number, number>();
    for (const chunk of chunks)
      for (const [term, count] of chunk.counts) counts.set(term, (counts.get(term) ?? 0) + count);
    return { id, counts, length: chunks.reduce((sum, { length }) => sum + length, 0) };
  };
  const word = fc.constantFrom('get', 'user', 'id', 'send', 'parse', 'größe', '文', 'x');
  const body = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ add: fc.array(body, { minLength: 1, maxLength: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ bury: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ compact: fc.constant(true) }) },
  );

  it('answers like a full scan, after any additions, removals and merges', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(word, { minLength: 1, maxLength: 3 }), (steps, asked) => {
        const segments = fresh();
        let batches: ChunkPosting[][] = [];
        let id = 1;
        for (const one of steps) {
          if ('add' in one) {
            const batch = one.add.map((text) => posting(id++, text));
            add(segments, batch);
            batches.push(batch);
          } else if ('bury' in one && batches.length > 0) {
            const batch = batches[one.bury % batches.length];
            segments.tombstone({ first: batch[0].id, last: batch[batch.length - 1].id });
            batches = batches.filter((other) => other !== batch);
          } else if ('compact' in one) {
            segments.compact();
            expect(count('tombstones')).toBe(0);
            expect(count('segments')).toBeLessThanOrEqual(1);
          }
        }
        const corpus = corpusOf(segments.read());
        const living = batches.flat();
        expect(corpus.chunks).toBe(living.length);
        const found = search(corpus, asked, 1000);
        const expected = reckoned(living, asked);
        expect(new Set(found.map(({ row }) => row))).toEqual(new Set(expected.keys()));
        for (const { row, score } of found) expect(score).toBeCloseTo(expected.get(row) ?? 0, 9);

        const ranges = batches.map((batch) => ({ first: batch[0].id, last: batch[batch.length - 1].id }));
        const { terms, lengths } = countDocuments(corpus, queryTerms(corpus, asked), ranges);
        const documents = documentScores(terms, lengths);
        const whole = reckoned(batches.map(together), asked, living);
        expect(new Set(documents.keys())).toEqual(new Set(whole.keys()));
        for (const [document, score] of documents) expect(score).toBeCloseTo(whole.get(document) ?? 0, 9);
      }),
      { numRuns: 150 },
    );
  });

  it('stays a few segments, however many changes there are', () => {
    const segments = fresh();
    for (let id = 1; id <= 300; id++) add(segments, [posting(id, `word${id % 7} common`)]);
    expect(count('segments')).toBeLessThanOrEqual(7 * 3);
    expect(corpusOf(segments.read()).chunks).toBe(300);
  });

  it('rewrites everything if a quarter has tombstones', () => {
    const segments = fresh();
    const chunks = (first: number, n: number): ChunkPosting[] =>
      Array.from({ length: n }, (_, i) => posting(first + i, 'a b'));
    add(segments, chunks(1, 4000));
    segments.tombstone({ first: 1, last: 1001 });
    expect(count('tombstones')).toBe(1);
    add(segments, chunks(5001, 1));
    expect([count('tombstones'), count('segments')]).toEqual([0, 1]);
    expect(corpusOf(segments.read()).chunks).toBe(3000);
  });

  it('has a word of many chunks, and the words before and after it', () => {
    const segments = fresh();
    const chunks = Array.from({ length: 6000 }, (_, i) => posting(i + 1, `common own${i} ${'more '.repeat(i % 3)}`));
    add(segments, chunks);
    expect(count('blocks')).toBeGreaterThan(10);
    const corpus = corpusOf(segments.read());
    expect(search(corpus, ['common'], 9999)).toHaveLength(6000);
    for (const i of [0, 1, 2999, 5998, 5999])
      expect(search(corpus, [`own${i}`], 5).map(({ row }) => row)).toEqual([i + 1]);
    expect(search(corpus, ['own6000', 'nothing'], 5)).toEqual([]);
  });

  it('counts hidden chunks, but never finds them', () => {
    const segments = fresh();
    add(segments, [posting(1, 'seen'), posting(2, 'seen', 0), posting(3, 'other')]);
    const corpus = corpusOf(segments.read());
    expect(corpus.chunks).toBe(3);
    expect(search(corpus, ['seen'], 5).map(({ row }) => row)).toEqual([1]);
  });

  it.each(['blocks', 'segments'])('detects a changed byte of its %s', (table) => {
    const segments = fresh();
    add(segments, [posting(1, 'a b c d e f')]);
    const column = table === 'blocks' ? 'body' : 'head';
    const blob = prepare(`SELECT ${column} AS bytes FROM ${table}`).get()?.bytes;
    if (!(blob instanceof Uint8Array)) throw new Error('there is one');
    blob[blob.length - 1] ^= 1;
    prepare(`UPDATE ${table} SET ${column} = ?`).run(blob);
    expect(() => search(corpusOf(new Segments(prepare).read()), ['a', 'b', 'c'], 5)).toThrow(/damaged/);
  });
});
