/**
 * Candidates → ranked chunks, in two stages:
 *
 *     ≤ 400 candidates ─first features→ order ─the best 60→ their text ─all features→ order
 *
 * The first stage uses features that need no text, for all candidates; the second reads the best.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import type { CandidateSet, SearchCandidate } from './candidates.js';
import { crossChunkFeatures } from './crossChunkFeatures.js';
import { type FeatureValues, firstStageValues, secondStageValues } from './features.js';
import { byScore } from './fuse.js';
import type { Query } from './query.js';
import { namesInQuery, type QueryProfile } from './queryProfile.js';
import { explainOdds, type RankingPlaces, rankers } from './ranker.js';
import { type MayShow, readChunks } from './readChunks.js';
import { type ScoredChunk, scoredChunk, withStep } from './result.js';
import { similarTerms, synonymsOfTexts } from './similarTerms.js';
import { matchTerms } from './termMatches.js';
import { searchableText } from './wordRanges.js';

export interface FirstStageHit {
  readonly id: string;
  readonly candidate: SearchCandidate;
  readonly values: FeatureValues;
  /** Log odds. */
  readonly score: number;
}

export function rankFirstStage(query: QueryProfile, candidates: CandidateSet): FirstStageHit[] {
  const values = candidates.all.map((candidate) => firstStageValues({ query, candidates, candidate }));
  const scores = rankers().first.trees.sums(values);
  return candidates.all
    .map((candidate, i): FirstStageHit => ({ id: candidate.id, candidate, values: values[i], score: scores[i] }))
    .sort(byScore);
}

/** A chunk scored by the first stage alone: one behind the pool. */
export const explainFirstStage = ({ candidate, values }: FirstStageHit, chunk: Chunk, all: CandidateSet): ScoredChunk =>
  scoredChunk(candidate.id, chunk, explainOdds(rankers().first, [values], () => placesOf(candidate, all))[0]);

/** Rank and score in each list. A list that was not queried is no reason at all. */
const placesOf = ({ keyword: keywordRank, vector: vectorRank }: SearchCandidate, all: CandidateSet): RankingPlaces => ({
  keywords: all.keyword.top > 0 ? (keywordRank ?? 'not found') : undefined,
  vectors: all.vector.top > 0 ? (vectorRank ?? 'not found') : undefined,
});

export interface SecondStageHit {
  readonly first: FirstStageHit;
  readonly chunk: Chunk;
  readonly values: FeatureValues;
  /** It defines a name that the query has. */
  readonly named: boolean;
}

interface SecondStageContext {
  readonly profile: QueryProfile;
  readonly candidates: CandidateSet;
  readonly query: Query;
  readonly vector: Float32Array | undefined;
}

/** All features of these chunks, in the order of the first stage. */
export async function secondStageHits(
  store: Store,
  firsts: readonly FirstStageHit[],
  { profile, candidates, query, vector }: SecondStageContext,
  mayShow: MayShow,
): Promise<ReadAttempt<SecondStageHit[]>> {
  const { result: present, stale } = await readChunks(store, firsts, mayShow);
  const prescored = present.map(({ chunk, hit }) => ({ chunk, logOdds: hit.score }));
  const [others, defined] = await Promise.all([
    crossChunkFeatures(store, prescored, vector),
    definitions(store, query, present),
  ]);
  const similar = similarTerms(
    profile,
    present.flatMap(({ chunk }) => [searchableText(chunk), `${chunk.name}\n${chunk.breadcrumb}`]),
  );
  const names = present.map(({ chunk }) => chunk.name);
  const synonymsInNames = synonymsOfTexts(profile, names);
  const matchesByChunk = present.map(({ chunk }) => matchTerms(profile, chunk, defined(chunk)));
  const together = new Map<string, number[]>();
  for (const [i, { chunk }] of present.entries()) {
    const previous = together.get(chunk.docId);
    together.set(
      chunk.docId,
      matchesByChunk[i].has.map((has, term) => Math.max(has, previous?.[term] ?? 0)),
    );
  }
  const hits = present.map(({ chunk, hit: first }, i): SecondStageHit => {
    const matches = matchesByChunk[i];
    const [inText, above] = similar.slice(2 * i);
    const pair = {
      ...{ query: profile, candidates, candidate: first.candidate, chunk, matches },
      ...{ together: together.get(chunk.docId) ?? [], others: others[i] },
      ...{ similar: { inText, above }, synonymsInName: synonymsInNames[i] },
    };
    const named = matches.defines.some((name) => profile.names.has(name) || profile.symbols.has(name));
    return {
      first,
      chunk,
      values: secondStageValues(pair, first.values),
      named,
    };
  });
  return { result: hits, stale };
}

/** The best first. */
export const rankSecondStage = (
  hits: readonly SecondStageHit[],
  all: CandidateSet,
  { text }: QueryProfile,
): ScoredChunk[] => {
  const rows = hits.map(({ values }) => values);
  const odds = explainOdds(rankers().closely, rows, (row) => placesOf(hits[row].first.candidate, all));
  return hits
    .map(({ chunk }, i) => {
      const weighted = withStep(scoredChunk(chunk.id, chunk, odds[i]), {
        reason: 'weight of the chunk',
        kind: 'multiply',
        value: weightOf(chunk),
      });
      return withStep(weighted, {
        reason: 'folder of a version',
        kind: 'multiply',
        value: isOtherVersion(chunk.filePath, text) ? OTHER_VERSION_FACTOR : 1,
      });
    })
    .sort(byScore);
};

/** `docs/version-2.x/install.md`, `vendor/jquery-3.2.1/core.js`; an API's `v2/` is no such folder. */
const VERSION_FOLDER = /(?:^|[/_-])v?(\d+(?:\.(?:\d+|x))+)[^/]*\//;
/** By trial (docs/design.md): the ranker was not taught what a version is. */
const OTHER_VERSION_FACTOR = 0.25;

/** Old versions are found if the question names the version, or if a filter leaves no others. */
function isOtherVersion(path: string, question: string): boolean {
  const version = VERSION_FOLDER.exec(path)?.[1];
  return version !== undefined && !question.includes(version);
}

/** Quoted mail and notebook output have a weight below 1. */
const weightOf = ({ metadata: { weight } }: Chunk): number => (typeof weight === 'number' ? weight : 1);

/** The names each chunk defines; read only when the query has a name. */
async function definitions(
  store: Store,
  query: Query,
  read: readonly { readonly chunk: Chunk }[],
): Promise<(chunk: Chunk) => readonly string[]> {
  if (namesInQuery(query).length === 0) return () => [];
  const docIds = new Set(read.map(({ chunk }) => chunk.docId));
  const units = new Map(
    await Promise.all(Array.from(docIds, async (docId) => [docId, await store.units(docId)] as const)),
  );
  return ({ docId, charStart, charEnd }) =>
    (units.get(docId) ?? [])
      .filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd)
      .flatMap(({ id, name }) => [name, id.slice(docId.length + 1)]);
}
