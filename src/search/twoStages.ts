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
import type { CandidateSet, SearchCandidate } from './candidates.js';
import { crossChunkFeatures } from './crossChunkFeatures.js';
import { firstStageValues, secondStageValues } from './features.js';
import { byScore } from './fuse.js';
import { maxSim } from './maxSim.js';
import type { Query } from './query.js';
import { namesInQuery, type QueryProfile } from './queryProfile.js';
import { explainOdds, logOdds, type RankingPlaces, rankers } from './ranker.js';
import { type ScoredChunk, scoredChunk, withStep } from './result.js';
import { matchTerms } from './termMatches.js';
import { searchableText } from './textOf.js';

export interface FirstStageHit {
  readonly id: string;
  readonly candidate: SearchCandidate;
  readonly values: readonly number[];
  /** The ln of its odds. */
  readonly score: number;
}

export function rankFirstStage(query: QueryProfile, candidates: CandidateSet): FirstStageHit[] {
  const { first } = rankers();
  return candidates.all
    .map((candidate): FirstStageHit => {
      const values = firstStageValues({ query, candidates, candidate });
      return { id: candidate.id, candidate, values, score: logOdds(first, values) };
    })
    .sort(byScore);
}

/** As the first ranking has them, for what is not looked at closely. */
export const explainFirstStage = ({ candidate, values }: FirstStageHit, chunk: Chunk, all: CandidateSet): ScoredChunk =>
  scoredChunk(candidate.id, chunk, explainOdds(rankers().first, values, placesOf(candidate, all)));

/** A chunk that only words found has no place among the vectors; where none were asked, that is no reason. */
const placesOf = ({ keyword: words, vector: near }: SearchCandidate, all: CandidateSet): RankingPlaces => ({
  'its words': all.keyword.top > 0 ? (words ?? 'not found') : undefined,
  'its vector': all.vector.top > 0 ? (near ?? 'not found') : undefined,
});

export interface SecondStageHit {
  readonly first: FirstStageHit;
  readonly chunk: Chunk;
  readonly values: readonly number[];
  /** It has the very name that was asked for. */
  readonly named: boolean;
}

interface SecondStageContext {
  readonly profile: QueryProfile;
  readonly candidates: CandidateSet;
  readonly query: Query;
  readonly vector: Float32Array | undefined;
}

/** All that is known of these, and of each other; the best first. `allows`: whether a chunk may be shown. */
export async function secondStageHits(
  store: Store,
  firsts: readonly FirstStageHit[],
  { profile, candidates, query, vector }: SecondStageContext,
  allows: (chunk: Chunk) => boolean,
): Promise<ReadAttempt<SecondStageHit[]>> {
  const chunks = new Map((await store.chunks(firsts.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const there = firsts.flatMap((first) => {
    const chunk = chunks.get(first.id);
    return chunk && allows(chunk) ? [{ chunk, first }] : [];
  });
  const valued = there.map(({ chunk, first }) => ({ chunk, logOdds: first.score }));
  const [others, defined] = await Promise.all([
    crossChunkFeatures(store, valued, vector),
    definitions(store, query, chunks.values()),
  ]);
  const similarities = maxSim(
    profile.text,
    there.flatMap(({ chunk }) => [searchableText(chunk), `${chunk.name}\n${chunk.breadcrumb}`]),
  );
  const found = there.map(({ chunk, first }, i): SecondStageHit => {
    const matches = matchTerms(profile, chunk, defined(chunk));
    const pair = { query: profile, candidates, candidate: first.candidate, chunk, matches, others: others[i] };
    const [whole, above] = similarities.slice(2 * i);
    const named = matches.defines.some((name) => profile.names.has(name) || profile.symbols.has(name));
    return {
      first,
      chunk,
      values: secondStageValues({ ...pair, maxSim: whole, maxSimAbove: above }, first.values),
      named,
    };
  });
  return { result: found, stale: chunks.size < firsts.length };
}

/** The best first. */
export const rankSecondStage = (close: readonly SecondStageHit[], all: CandidateSet): ScoredChunk[] =>
  close
    .map(({ first, chunk, values }) => {
      const odds = explainOdds(rankers().closely, values, placesOf(first.candidate, all));
      return withStep(scoredChunk(chunk.id, chunk, odds), {
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
  if (namesInQuery(query).length === 0) return () => [];
  const docIds = new Set(Array.from(chunks, ({ docId }) => docId));
  const units = new Map(
    await Promise.all(Array.from(docIds, async (docId) => [docId, await store.units(docId)] as const)),
  );
  return ({ docId, charStart, charEnd }) =>
    (units.get(docId) ?? [])
      .filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd)
      .flatMap(({ id, name }) => [name, id.slice(docId.length + 1)]);
}
