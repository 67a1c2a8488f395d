/**
 * Full text by BM25 (../bm25.ts). PostgreSQL's own ts_rank ignores how rare a word is
 * and how long a text is, so scores are summed over our own postings:
 *
 *     1. document frequencies, and which words are searched (bm25.ts)
 *     2. their postings, from the server as bytes; the sum is done here
 *     3. ids of the best chunks; with a filter on chunks, until enough pass
 *     4. the same sum for the documents of those chunks
 *
 * The server needs a microsecond or more to add a number, this process a fraction of it.
 */

import {
  averageLength,
  documentScores,
  documentTermsOf,
  idfOf,
  MAX_SCORED_CHUNKS,
  selectiveTerms,
  termScorer,
} from '../bm25.js';
import { type ReadAttempt, retryOnConcurrentWrite } from '../retryOnConcurrentWrite.js';
import type { ChunkFilter, Hit, TextHit, TextStatistics } from '../store.js';
import { termsOf } from '../terms.js';
import { type ScoredRow, TopK } from '../topK.js';
import type { PgSql } from './driver.js';
import { pgChunkFilterSql, pgSourceFilterSql } from './filter.js';
import { CHUNKS, eachPosting, POSTINGS_SQL, WORDS } from './postings.js';

/** A chunk as one number: source · 2^20 + position. */
const MAX_POSITIONS = 2 ** 20;
/** A word in more sources than this is searched in so many of them: all postings would be gigabytes. */
const MAX_SOURCES = 1_000_000;
/** If too few pass the filter, so many times as many are tried. */
const GROWTH_FACTOR = 4;

interface QueryTerm {
  readonly term: number;
  readonly idf: number;
}

interface TermPostings extends QueryTerm {
  /** As `eachPosting` reads them. */
  readonly bytes: Uint8Array;
}

/** A hit with its source, and the length of the source in words. */
interface SourceHit extends Hit {
  readonly source: number;
  readonly words: number;
}

interface ChunkScores {
  readonly byChunk: ReadonlyMap<number, number>;
  /** The space of each source. */
  readonly spaceOf: ReadonlyMap<number, number>;
}

export async function pgSearchText(
  sql: PgSql,
  spaces: readonly number[],
  words: readonly string[],
  limit: number,
  filter: ChunkFilter = {},
  sharedStatistics?: TextStatistics,
): Promise<readonly TextHit[]> {
  return retryOnConcurrentWrite(async () => {
    const statistics = sharedStatistics ?? (await pgTextStatistics(sql, spaces, words));
    const postings = await readPostings(sql, spaces, queryTerms(words, statistics), filter);
    const scores = scoreChunks(postings, averageLength(statistics));
    const { result: hits, stale } = await topChunks(sql, spaces, scores, limit, filter);
    return { result: withDocuments(hits, postings, sharedStatistics !== undefined), stale };
  });
}

export async function pgTextStatistics(
  sql: PgSql,
  spaces: readonly number[],
  words: readonly string[],
): Promise<TextStatistics> {
  const counts = await countsOf(sql, spaces, [CHUNKS, WORDS, ...termsOf(words)]);
  return { chunks: counts.get(CHUNKS) ?? 0, words: counts.get(WORDS) ?? 0, frequencies: counts };
}

/** See store.ts. For a word that is several terms, the frequency of the rarest. */
export async function pgDocumentFrequencies(
  sql: PgSql,
  spaces: readonly number[],
  words: readonly string[],
): Promise<readonly number[]> {
  const terms = words.map((word) => termsOf([word]));
  const counts = await countsOf(sql, spaces, terms.flat());
  return terms.map((termsOfWord) =>
    termsOfWord.length === 0 ? 0 : Math.min(...termsOfWord.map((term) => counts.get(term) ?? 0)),
  );
}

/** The number of chunks that have each term; terms that none has are left out. */
async function countsOf(
  sql: PgSql,
  spaces: readonly number[],
  terms: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.all(
    'SELECT term, sum(n) AS n FROM froe.counts WHERE space = ANY ($1) AND term = ANY ($2) GROUP BY term',
    spaces,
    terms,
  );
  return new Map(rows.map(({ term, n }) => [Number(term), Number(n)]));
}

/** The words that are searched, rarest first. */
function queryTerms(words: readonly string[], { chunks, frequencies }: TextStatistics): readonly QueryTerm[] {
  const occurring = termsOf(words)
    .map((term) => ({ term, n: frequencies.get(term) ?? 0 }))
    .filter(({ n }) => n > 0);
  return (chunks > MAX_SCORED_CHUNKS ? selectiveTerms(occurring) : occurring)
    .map(({ term, n }) => ({ term, idf: idfOf(chunks, n) }))
    .sort((a, b) => b.idf - a.idf || a.term - b.term);
}

/** All postings of the words. */
async function readPostings(
  sql: PgSql,
  spaces: readonly number[],
  terms: readonly QueryTerm[],
  filter: ChunkFilter,
): Promise<readonly TermPostings[]> {
  const { sql: source, values } = pgSourceFilterSql(filter, 2);
  // With a filter on sources, only their postings are read.
  const sourceCondition = source
    ? ` AND EXISTS (SELECT 1 FROM froe.sources s WHERE s.space = ANY ($1) AND s.space = p.space AND s.id = p.source${source})`
    : '';
  const rows = await sql.all(
    `SELECT term, (SELECT ${POSTINGS_SQL} FROM (
         SELECT * FROM froe.postings p WHERE p.space = ANY ($1) AND p.term = w.term${sourceCondition} LIMIT ${MAX_SOURCES}
       ) p) AS posted
     FROM unnest($2::bigint[]) w (term)`,
    spaces,
    terms.map(({ term }) => term),
    ...values,
  );
  const byTerm = new Map(rows.map((row) => [Number(row.term), row.posted as Uint8Array | null])); // the column is bytea
  return terms.map((word) => ({ ...word, bytes: byTerm.get(word.term) ?? new Uint8Array() }));
}

/** The score of every chunk that has one of the words. */
function scoreChunks(words: readonly TermPostings[], average: number): ChunkScores {
  const termScore = termScorer(average);
  const byChunk = new Map<number, number>();
  const spaceOf = new Map<number, number>();
  for (const { idf, bytes } of words) {
    eachPosting(bytes, (posting, position, count, length) => {
      if (count === 0) return;
      const chunk = posting.source * MAX_POSITIONS + position;
      const sum = byChunk.get(chunk);
      if (sum === undefined) spaceOf.set(posting.source, posting.space);
      byChunk.set(chunk, (sum ?? 0) + termScore(idf, count, length));
    });
  }
  return { byChunk, spaceOf };
}

/** The best chunks that pass the filter, with their ids. */
async function topChunks(
  sql: PgSql,
  spaces: readonly number[],
  { byChunk, spaceOf }: ChunkScores,
  limit: number,
  filter: ChunkFilter,
): Promise<ReadAttempt<readonly SourceHit[]>> {
  const { sql: chunk, values } = pgChunkFilterSql(filter, 4);
  const hits: SourceHit[] = [];
  let stale = false;
  for (let seen = 0, poolSize = limit; hits.length < limit && seen < byChunk.size; poolSize *= GROWTH_FACTOR) {
    const batch = bestOf(byChunk, poolSize).slice(seen);
    seen += batch.length;
    const sources = batch.map(({ row }) => Math.floor(row / MAX_POSITIONS));
    const rows = await sql.all(
      `SELECT w.i, c.chunk_id AS id, s.words, true${chunk} AS passes
       FROM unnest($2::int[], $3::bigint[], $4::int[]) WITH ORDINALITY w (space, source, position, i)
       JOIN froe.chunks c ON c.space = w.space AND c.source = w.source AND c.position = w.position
       JOIN froe.sources s ON s.space = c.space AND s.id = c.source
       WHERE c.space = ANY ($1) AND s.space = ANY ($1) ORDER BY w.i`,
      spaces,
      sources.map((source) => spaceOf.get(source) ?? 0),
      sources,
      batch.map(({ row }) => row % MAX_POSITIONS),
      ...values,
    );
    stale ||= rows.length < batch.length;
    for (const { i, id, words, passes } of rows) {
      const at = Number(i) - 1;
      if (passes) hits.push({ id: String(id), score: batch[at].score, source: sources[at], words: Number(words) });
    }
  }
  return { result: hits.slice(0, limit), stale };
}

function withDocuments(
  hits: readonly SourceHit[],
  words: readonly TermPostings[],
  withTerms: boolean,
): readonly TextHit[] {
  const lengths = new Map(hits.map(({ source, words }) => [source, words]));
  const countsOf = ({ bytes }: TermPostings): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    eachPosting(bytes, ({ source }, _, count) => {
      if (lengths.has(source)) counts.set(source, (counts.get(source) ?? 0) + count);
    });
    return counts;
  };
  const terms = words.map((word) => ({ term: word.term, idf: word.idf, counts: countsOf(word) }));
  const scores = documentScores(terms, lengths);
  return hits.map(({ id, score, source }) => ({
    ...{ id, score, document: scores.get(source) ?? 0 },
    ...(withTerms ? { documentTerms: documentTermsOf(terms, lengths, source) } : {}),
  }));
}

function bestOf(scores: ReadonlyMap<number, number>, limit: number): readonly ScoredRow[] {
  const best = new TopK(limit);
  for (const [row, score] of scores) best.add(row, score);
  return best.sorted();
}
