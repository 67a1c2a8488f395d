/**
 * Candidates → the order that the ranker gives them, in two goes:
 *
 *     ≤ 400 candidates ─first features→ order ─the best 60→ their text ─all features→ order
 *
 * Whatever is known without reading is asked of all, and what has to be read of the best.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import { type Asked, namesAsked } from './asked.js';
import type { Candidate, Candidates } from './candidates.js';
import { companyOf } from './company.js';
import { closeValues, firstValues } from './features.js';
import { byScore } from './fuse.js';
import { meantBy } from './meant.js';
import type { Query } from './query.js';
import { explain, judge, type RankingPlaces, rankers } from './ranker.js';
import { readFor } from './read.js';
import { type ScoredChunk, scored, stepped } from './result.js';
import { textOf } from './textOf.js';

export interface First {
  readonly id: string;
  readonly candidate: Candidate;
  readonly values: readonly number[];
  /** The ln of its odds. */
  readonly score: number;
}

export function firstRanking(asked: Asked, candidates: Candidates): First[] {
  const { first } = rankers();
  return candidates.all
    .map((candidate): First => {
      const values = firstValues({ asked, candidates, candidate });
      return { id: candidate.id, candidate, values, score: judge(first, values) };
    })
    .sort(byScore);
}

/** As the first ranking has them, for what is not looked at closely. */
export const atFirst = ({ candidate, values }: First, chunk: Chunk, all: Candidates): ScoredChunk =>
  scored(candidate.id, chunk, explain(rankers().first, values, placesOf(candidate, all)));

/** A chunk that only words found has no place among the vectors; where none were asked, that is no reason. */
const placesOf = ({ words, near }: Candidate, all: Candidates): RankingPlaces => ({
  'its words': all.words.top > 0 ? (words ?? 'not found') : undefined,
  'its vector': all.near.top > 0 ? (near ?? 'not found') : undefined,
});

export interface Close {
  readonly first: First;
  readonly chunk: Chunk;
  readonly values: readonly number[];
  /** It has the very name that was asked for. */
  readonly named: boolean;
}

interface Closely {
  readonly asked: Asked;
  readonly candidates: Candidates;
  readonly query: Query;
  readonly vector: Float32Array | undefined;
}

/** All that is known of these, and of each other; the best first. `allows`: whether a chunk may be shown. */
export async function closeValuesOf(
  store: Store,
  firsts: readonly First[],
  { asked, candidates, query, vector }: Closely,
  allows: (chunk: Chunk) => boolean,
): Promise<ReadAttempt<Close[]>> {
  const chunks = new Map((await store.chunks(firsts.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const there = firsts.flatMap((first) => {
    const chunk = chunks.get(first.id);
    return chunk && allows(chunk) ? [{ chunk, first }] : [];
  });
  const valued = there.map(({ chunk, first }) => ({ chunk, first: first.score }));
  const [company, defined] = await Promise.all([
    companyOf(store, valued, vector),
    definitions(store, query, chunks.values()),
  ]);
  const meant = meantBy(
    asked.text,
    there.flatMap(({ chunk }) => [textOf(chunk), `${chunk.name}\n${chunk.breadcrumb}`]),
  );
  const found = there.map(({ chunk, first }, i): Close => {
    const read = readFor(asked, chunk, defined(chunk));
    const pair = { asked, candidates, candidate: first.candidate, chunk, read, company: company[i] };
    const [whole, above] = meant.slice(2 * i);
    const named = read.defines.some((name) => asked.names.has(name) || asked.symbols.has(name));
    return { first, chunk, values: closeValues({ ...pair, meant: whole, meantAbove: above }, first.values), named };
  });
  return { result: found, stale: chunks.size < firsts.length };
}

/** The best first. */
export const closeRanking = (close: readonly Close[], all: Candidates): ScoredChunk[] =>
  close
    .map(({ first, chunk, values }) => {
      const odds = explain(rankers().closely, values, placesOf(first.candidate, all));
      return stepped(scored(chunk.id, chunk, odds), {
        reason: 'counts less',
        kind: 'multiply',
        value: weightOf(chunk),
      });
    })
    .sort(byScore);

/** What a mail quotes, and what a notebook printed, counts less than what somebody wrote. */
const weightOf = ({ metadata: { weight } }: Chunk): number => (typeof weight === 'number' ? weight : 1);

/** What each chunk defines: looked up only when a question names something. */
async function definitions(
  store: Store,
  query: Query,
  chunks: Iterable<Chunk>,
): Promise<(chunk: Chunk) => readonly string[]> {
  if (namesAsked(query).length === 0) return () => [];
  const docIds = new Set(Array.from(chunks, ({ docId }) => docId));
  const units = new Map(
    await Promise.all(Array.from(docIds, async (docId) => [docId, await store.units(docId)] as const)),
  );
  return ({ docId, charStart, charEnd }) =>
    (units.get(docId) ?? [])
      .filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd)
      .flatMap(({ id, name }) => [name, id.slice(docId.length + 1)]);
}
