/**
 * The ranking features of a query and a chunk: a table of named functions, each with
 * its reason in an explanation. Weights and interactions (a test file, and a query
 * that mentions tests) are learned (ranker.ts).
 *
 *     first    first stage, for every candidate: ranks, paths, names; no text is read
 *     closely  second stage, for the best: their text, and how they relate to each other
 *
 * The keys are those of model/ranker.json.
 */
import type { Chunk } from '../schema.js';
import { type FileKindName, fileKindNames } from '../text/fileKinds.js';
import { folderOf } from '../text/folders.js';
import { type CandidateSet, normalizedScore, type SearchCandidate } from './candidates.js';
import type { CrossChunkFeatures } from './crossChunkFeatures.js';
import { type ExtensionKind, extensionKinds } from './pathFacts.js';
import type { QueryProfile } from './queryProfile.js';
import type { QuestionForm } from './questionForm.js';
import type { SimilarTerms } from './similarTerms.js';
import type { TermMatches } from './termMatches.js';

/** A query and a candidate. */
export interface FirstStageInput {
  readonly query: QueryProfile;
  readonly candidates: CandidateSet;
  readonly candidate: SearchCandidate;
}

/** The same with the chunk and the features that need its text. */
export interface SecondStageInput extends FirstStageInput {
  readonly chunk: Chunk;
  readonly matches: TermMatches;
  /** By query term: 1 if one of the ranked chunks of its document has it. */
  readonly together: readonly number[];
  readonly others: CrossChunkFeatures;
  /** Other words of its text, and of its name and breadcrumb; and the synonyms in its name. */
  readonly similar: Readonly<Record<'inText' | 'above', SimilarTerms>>;
  readonly synonymsInName: readonly number[];
}

interface Feature<Of> {
  /** Its reason in an explanation; several features may share one. */
  readonly reason: string;
  readonly of: (pair: Of) => number;
}

const MISSING_RANK = 401;
const logRank = (rank = MISSING_RANK): number => Math.log(rank);

const WORDS = 'keywords';
const VECTORS = 'vectors';
const QUESTION = 'kind of question';
const PATH = 'path';
const FOLDER = 'other hits in its folder';
const NAME = 'name';
const PLACE = 'position';
const FILE = 'kind of file';

/** 1 if the file is of this kind and the query does not mention that kind. */
const kindFeature = (kind: FileKindName): Feature<FirstStageInput> => ({
  reason: FILE,
  of: ({ query, candidate }) => (candidate.pathFacts.kind === kind && !query.kinds.has(kind) ? 1 : 0),
});
const formFeature = (form: QuestionForm): Feature<FirstStageInput> => ({
  reason: QUESTION,
  of: ({ query }) => (query.form === form ? 1 : 0),
});
const extensionFeature = (name: ExtensionKind): Feature<FirstStageInput> => ({
  reason: FILE,
  of: ({ candidate }) => (candidate.pathFacts.extension.has(name) ? 1 : 0),
});

const firstStage = {
  words: { reason: WORDS, of: ({ candidate, candidates }) => normalizedScore(candidate.keyword, candidates.keyword) },
  wordsOfAll: { reason: WORDS, of: ({ query, candidate }) => (candidate.keyword?.score ?? 0) / (sum(query.idf) || 1) },
  wordsRank: { reason: WORDS, of: ({ candidate }) => logRank(candidate.keyword?.rank) },
  wordsStandOut: {
    reason: WORDS,
    of: ({ candidates: { keyword } }) => (keyword.top - keyword.mean) / keyword.deviation,
  },
  vector: { reason: VECTORS, of: ({ candidate, candidates }) => normalizedScore(candidate.vector, candidates.vector) },
  vectorRank: { reason: VECTORS, of: ({ candidate }) => logRank(candidate.vector?.rank) },
  /** z-score of the cosine: comparable between models. */
  vectorOut: {
    reason: VECTORS,
    of: ({ candidate: { vector }, candidates: { vector: scale } }) =>
      vector ? (vector.score - scale.mean) / scale.deviation : -2,
  },
  vectorsStandOut: {
    reason: VECTORS,
    of: ({ candidates: { vector } }) => (vector.top - vector.mean) / vector.deviation,
  },
  both: {
    reason: 'keywords and vectors',
    of: ({ candidate, candidates }) =>
      Math.min(
        normalizedScore(candidate.keyword, candidates.keyword),
        normalizedScore(candidate.vector, candidates.vector),
      ),
  },
  document: {
    reason: 'match of its document',
    of: ({ candidate, candidates }) => candidates.documents.get(candidate.docId) ?? 0,
  },
  ofDocument: {
    reason: 'other hits in its document',
    of: ({ candidate, candidates }) => Math.log(candidates.perDocument.get(candidate.docId) ?? 1),
  },
  /** Hits in other documents of its folder: how many, and the score of the best of these documents. */
  ofFolder: {
    reason: FOLDER,
    of: ({ candidate: { path, docId }, candidates: { folders, perDocument } }) =>
      Math.log1p((folders.get(folderOf(path))?.count ?? 0) - (perDocument.get(docId) ?? 0)),
  },
  folderBest: {
    reason: FOLDER,
    of: ({ candidate: { path, docId }, candidates: { folders } }) => {
      const { bestDocId, best = 0, second = 0 } = folders.get(folderOf(path)) ?? {};
      return bestDocId === docId ? second : best;
    },
  },
  /** The share of the query that the path has, and the share of the path that the query has. */
  pathCovers: { reason: PATH, of: ({ query, candidate }) => coveredShare(query, candidate.pathFacts.terms) },
  pathAsked: { reason: PATH, of: ({ query, candidate }) => queryShare(query, candidate.pathFacts.bareTerms) },
  filenameAsked: {
    reason: PATH,
    of: ({ query, candidate }) => queryShare(query, candidate.pathFacts.filenameTerms),
  },
  pathDepth: { reason: PATH, of: ({ candidate }) => candidate.pathFacts.depth },
  nameCovers: { reason: NAME, of: ({ query, candidate }) => coveredShare(query, candidate.nameTerms) },
  nameAsked: { reason: NAME, of: ({ query, candidate }) => queryShare(query, candidate.nameTerms) },
  /** The share of the query that they cover in its words or in others. */
  nameMeans: { reason: NAME, of: ({ query, candidate }) => meantIn(query, candidate.nameTerms) },
  pathMeans: { reason: PATH, of: ({ query, candidate }) => meantIn(query, candidate.pathFacts.terms) },
  hasName: { reason: NAME, of: ({ candidate }) => (candidate.name === '' ? 0 : 1) },
  ...featuresByName(fileKindNames, kindFeature),
  ...featuresByName(extensionKinds, extensionFeature),
  ...featuresByName(['how', 'where', 'why', 'change', 'keywords'] as const, formFeature),
  questionWords: { reason: QUESTION, of: ({ query }) => query.words.length },
  questionNames: { reason: QUESTION, of: ({ query }) => query.names.size },
  /** Share of its terms that no chunk has. */
  questionUnknown: {
    reason: QUESTION,
    of: ({ query }) => query.idf.filter((idf) => idf === 0).length / (query.words.length || 1),
  },
  indexSize: { reason: QUESTION, of: ({ query }) => query.size },
} as const satisfies Readonly<Record<string, Feature<FirstStageInput>>>;

const COVERS = 'query terms covered';
const MEANS = 'similar terms';
const SIDE_BY_SIDE = 'term proximity';
const KIND = 'kind of chunk';

const typeFeature = (types: readonly string[]): Feature<SecondStageInput> => ({
  reason: KIND,
  of: ({ chunk }) => (types.includes(chunk.chunkType) ? 1 : 0),
});

const secondStage = {
  covered: { reason: COVERS, of: ({ query, matches }) => weightedShare(query.idf, matches.has) },
  coveredElsewhere: { reason: COVERS, of: ({ query, matches }) => weightedShare(query.backgroundIdf, matches.has) },
  coveredAsWritten: { reason: COVERS, of: ({ query, matches }) => weightedShare(query.idf, matches.asWritten) },
  coveredBody: { reason: COVERS, of: ({ query, matches }) => weightedShare(query.idf, matches.inBody) },
  coveredName: { reason: NAME, of: ({ query, matches }) => weightedShare(query.idf, matches.inName) },
  coveredAbove: {
    reason: 'headings and enclosing names',
    of: ({ query, matches }) => weightedShare(query.idf, matches.above),
  },
  coveredCount: { reason: COVERS, of: ({ query, matches }) => sum(matches.has) / (query.words.length || 1) },
  /** What the best chunks of its document cover together. */
  coveredTogether: { reason: COVERS, of: ({ query, together }) => weightedShare(query.idf, together) },
  rarestTwo: {
    reason: 'rarest query terms',
    of: ({ query: { rarest }, matches }) => sum(rarest.map((at) => matches.has[at] ?? 0)),
  },
  often: {
    reason: COVERS,
    of: ({ query, matches }) =>
      weightedShare(
        query.idf,
        matches.count.map((n) => Math.log1p(n)),
      ),
  },
  sideBySide: { reason: SIDE_BY_SIDE, of: ({ matches }) => matches.proximity },
  meant: { reason: MEANS, of: ({ similar }) => similar.inText.maxSim },
  meantAbove: { reason: MEANS, of: ({ similar }) => similar.above.maxSim },
  /** The share of the query that it has, in its words or in others: anywhere, in its name, above; and in others alone. */
  meantWords: {
    reason: MEANS,
    of: ({ query, matches, similar }) => meantShare(query, matches.has, similar.inText.synonyms),
  },
  meantName: {
    reason: MEANS,
    of: ({ query, matches, synonymsInName }) => meantShare(query, matches.inName, synonymsInName),
  },
  meantHeading: {
    reason: MEANS,
    of: ({ query, matches, similar }) => meantShare(query, matches.above, similar.above.synonyms),
  },
  synonyms: {
    reason: MEANS,
    of: ({ query, matches: { has }, similar: { inText } }) =>
      meantShare(
        query,
        [],
        inText.synonyms.map((value, i) => (has[i] ? 0 : value)),
      ),
  },
  early: { reason: PLACE, of: ({ matches }) => matches.early },
  nameIs: {
    reason: 'defines a name of the query',
    of: ({ query, matches }) => (matches.defines.some((name) => query.names.has(name)) ? 1 : 0),
  },
  names: {
    reason: 'has names of the query',
    of: ({ query, matches }) => (query.names.size === 0 ? 0 : matches.names / query.names.size),
  },
  stressed: { reason: 'quoted terms', of: ({ matches }) => matches.emphasized },
  isFunction: typeFeature(['function', 'method']),
  isClass: typeFeature(['class', 'module']),
  isStatements: typeFeature(['statements', 'block', 'imports', 'code_file', 'code_chunk']),
  isSection: typeFeature(['markdown_section', 'markdown_section_chunk']),
  isText: typeFeature(['text_file', 'text_file_chunk']),
  own: {
    reason: 'share without context',
    of: ({ chunk: { content, context = '' } }) => content.length / (content.length + context.length),
  },
  isSynthetic: { reason: KIND, of: ({ chunk }) => (chunk.synthetic ? 1 : 0) },
  isCode: { reason: KIND, of: ({ chunk }) => (chunk.isCode === true ? 1 : 0) },
  tokens: { reason: 'size', of: ({ chunk }) => Math.log(chunk.tokenCount) },
  position: { reason: PLACE, of: ({ chunk }) => Math.log1p(chunk.position) },
  depth: { reason: PLACE, of: ({ chunk }) => chunk.depth },
  part: { reason: PLACE, of: ({ chunk }) => Math.log(chunk.partIndex) },
  parts: { reason: PLACE, of: ({ chunk }) => Math.log(chunk.partOf) },
  behind: { reason: 'first-stage score', of: ({ others }) => others.gapToBest },
  beside: { reason: 'next to a better chunk', of: ({ others }) => others.gapToNeighbour },
  bestOfDocument: { reason: 'best of its document', of: ({ others }) => others.gapInDocument },
  called: { reason: 'mentioned by a better chunk', of: ({ others }) => others.mentionedByBest },
  alike: { reason: 'similar to the best chunk', of: ({ others }) => others.similarity },
  leaning: { reason: 'frequency of its name', of: ({ others }) => others.nameFrequency },
} as const satisfies Readonly<Record<string, Feature<SecondStageInput>>>;

const firstStageEntries: readonly (readonly [string, Feature<FirstStageInput>])[] = Object.entries(firstStage);
const secondStageEntries: readonly (readonly [string, Feature<SecondStageInput>])[] = Object.entries(secondStage);

/** In the order of `firstStageValues`; `secondStageFeatures` in that of `secondStageValues`, which begin with the former. */
export const firstStageFeatures: readonly string[] = firstStageEntries.map(([name]) => name);
export const secondStageFeatures: readonly string[] = [
  ...firstStageFeatures,
  ...secondStageEntries.map(([name]) => `close.${name}`),
];
/** The reason of each, in the same order. */
export const reasons: readonly string[] = [...firstStageEntries, ...secondStageEntries].map(([, { reason }]) => reason);

/** By feature. */
export type FeatureValues = ArrayLike<number>;

export function firstStageValues(pair: FirstStageInput): FeatureValues {
  const values = new Float64Array(firstStageEntries.length); // from() would ask an iterator for each
  for (let i = 0; i < firstStageEntries.length; i++) values[i] = firstStageEntries[i][1].of(pair);
  return values;
}

/** `first`: the values of the first stage. */
export function secondStageValues(pair: SecondStageInput, first: FeatureValues): FeatureValues {
  const values = new Float64Array(first.length + secondStageEntries.length);
  values.set(first);
  for (let i = 0; i < secondStageEntries.length; i++) values[first.length + i] = secondStageEntries[i][1].of(pair);
  return values;
}

function featuresByName<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => Feature<FirstStageInput>,
): Readonly<Record<Name, Feature<FirstStageInput>>> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Feature<FirstStageInput>>; // fromEntries forgets names
}

/** Share of the query that these terms cover, by IDF. */
function coveredShare({ words, idf }: QueryProfile, terms: ReadonlySet<string>): number {
  let [covered, total] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    total += idf[i];
    if (terms.has(words[i])) covered += idf[i];
  }
  return covered / (total || 1);
}

/** The same, where a synonym counts, too. */
function meantShare({ rarity }: QueryProfile, has: readonly number[], synonyms: readonly number[]): number {
  let [covered, total] = [0, 0];
  for (let i = 0; i < rarity.length; i++) {
    total += rarity[i];
    covered += has[i] ? rarity[i] : synonyms[i];
  }
  return covered / (total || 1);
}

/** The same by terms, for every candidate: without lists in between. */
function meantIn({ words, rarity, synonyms }: QueryProfile, terms: ReadonlySet<string>): number {
  let [covered, total] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    total += rarity[i];
    if (terms.has(words[i])) covered += rarity[i];
    else covered += synonyms[i].find(({ term }) => terms.has(term))?.value ?? 0;
  }
  return covered / (total || 1);
}

/** Share of these terms that are in the query. */
function queryShare({ words }: QueryProfile, terms: ReadonlySet<string>): number {
  let n = 0;
  for (const word of words) if (terms.has(word)) n++;
  return terms.size === 0 ? 0 : n / terms.size;
}

function weightedShare(weights: readonly number[], values: readonly number[]): number {
  let [covered, total] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    covered += weights[i] * values[i];
    total += weights[i];
  }
  return covered / (total || 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
