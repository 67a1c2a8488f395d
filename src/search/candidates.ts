/**
 * Keyword and vector hits as one list: each chunk once, with its rank and score in
 * either. Path and name are part of the id, so no chunk has to be read yet.
 */
import type { Store } from '../store/store.js';
import { folderOf } from '../text/folders.js';
import { type PathFacts, pathFacts, termsOfName } from './pathFacts.js';
import type { Retrieved } from './retrieve.js';

export interface RankAndScore {
  /** From 1. */
  readonly rank: number;
  readonly score: number;
}

export interface SearchCandidate {
  readonly id: string;
  readonly docId: string;
  /** For an artifact, which has no path, its title. */
  readonly path: string;
  /** The part of its id behind the `#`. */
  readonly name: string;
  readonly pathFacts: PathFacts;
  readonly nameTerms: ReadonlySet<string>;
  readonly keyword: RankAndScore | undefined;
  readonly vector: RankAndScore | undefined;
}

export interface CandidateSet {
  readonly all: readonly SearchCandidate[];
  /** The range of the keyword scores. */
  readonly keyword: ScoreScale;
  readonly vector: ScoreScale;
  /** Keyword score of each document as a whole; the best has 1. */
  readonly documents: ReadonlyMap<string, number>;
  /** The number of candidates in each document. */
  readonly perDocument: ReadonlyMap<string, number>;
  readonly folders: ReadonlyMap<string, FolderHits>;
}

/** The candidates of one folder. */
interface FolderHits {
  readonly count: number;
  /** Its best document, and the score of that and of the next best: keywords and vectors together, 0 to 2. */
  readonly bestDocId: string;
  readonly best: number;
  readonly second: number;
}

/** The range and spread of the scores in a list of hits. */
export interface ScoreScale {
  readonly top: number;
  readonly least: number;
  readonly mean: number;
  readonly deviation: number;
}

/** `main:src/a.ts#Client.get~2` */
const CHUNK_ID = /^((?:[^:#~]*:)?([^#~]*))(?:#([^~]*))?/;
/** `art_4711`, `art_4711::chunk::003::c0ffee12`; indexes of earlier versions also have `art_4711#prices~2`. */
const ARTIFACT_ID = /^(art_[0-9a-f]+)(?:::chunk::.*|#([^~]*).*|~.*)?$/s;

type Titles = ReadonlyMap<string, string>;

/** Titles of the artifacts among the hits, by document id. */
export async function artifactTitles(
  store: Store,
  { keyword: keywordHits = [], vector: vectorHits = [] }: Retrieved,
): Promise<Titles> {
  const docIds = new Set([...keywordHits, ...vectorHits].flatMap(({ id }) => ARTIFACT_ID.exec(id)?.[1] ?? []));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row.title]] : [])));
}

/** Document, path and name, as far as the id has them. */
function parseId(id: string, titles: Titles): Pick<SearchCandidate, 'docId' | 'path' | 'name'> {
  const artifact = ARTIFACT_ID.exec(id);
  if (artifact) return { docId: artifact[1], path: titles.get(artifact[1]) ?? '', name: artifact[2] ?? '' };
  const [, docId = id, path = '', name = ''] = CHUNK_ID.exec(id) ?? [];
  return { docId, path, name };
}

export function collectCandidates(
  { keyword: keywordHits = [], vector: vectorHits = [], moreKeyword, moreVector }: Retrieved,
  titles: Titles = new Map(),
): CandidateSet {
  const keywordRanks = new Map(keywordHits.map(({ id, score }, i) => [id, { rank: i + 1, score }]));
  const vectorRanks = new Map(vectorHits.map(({ id, score }, i) => [id, { rank: i + 1, score }]));
  const all = Array.from(new Set([...keywordRanks.keys(), ...vectorRanks.keys()]), (id): SearchCandidate => {
    const place = parseId(id, titles);
    return {
      id,
      ...place,
      pathFacts: pathFacts(place.path),
      nameTerms: termsOfName(place.name),
      keyword: keywordRanks.get(id),
      vector: vectorRanks.get(id),
    };
  });
  const bestDocumentScore = keywordHits.reduce((sum, { document }) => Math.max(sum, document), 0) || 1;
  const docIds = new Map(all.map(({ id, docId }) => [id, docId]));
  const perDocument = new Map<string, number>();
  for (const { docId } of all) perDocument.set(docId, (perDocument.get(docId) ?? 0) + 1);
  const [keyword, vector] = [scoreScaleOf(keywordHits, moreKeyword), scoreScaleOf(vectorHits, moreVector)];
  return {
    all,
    keyword,
    vector,
    folders: foldersOf(all, keyword, vector),
    documents: new Map(keywordHits.map(({ id, document }) => [docIds.get(id) ?? id, document / bestDocumentScore])),
    perDocument,
  };
}

function foldersOf(
  all: readonly SearchCandidate[],
  keyword: ScoreScale,
  vector: ScoreScale,
): ReadonlyMap<string, FolderHits> {
  const folders = new Map<string, FolderHits>();
  for (const { path, docId, ...ranked } of all) {
    const score = normalizedScore(ranked.keyword, keyword) + normalizedScore(ranked.vector, vector);
    const { count = 0, ...top } = folders.get(folderOf(path)) ?? {};
    folders.set(folderOf(path), { count: count + 1, ...addScore(top, docId, score) });
  }
  return folders;
}

function addScore(
  { bestDocId = '', best = 0, second = 0 }: Partial<Omit<FolderHits, 'count'>>,
  docId: string,
  score: number,
): Omit<FolderHits, 'count'> {
  if (docId === bestDocId) return { bestDocId, best: Math.max(best, score), second };
  if (score > best) return { bestDocId: docId, best: score, second: best };
  return { bestDocId, best, second: Math.max(second, score) };
}

/** In a list that was cut off the last hit counts 0, as do the hits behind it. */
export function scoreScaleOf(hits: readonly { readonly score: number }[], more: boolean): ScoreScale {
  const scores = hits.map(({ score }) => score);
  const last = scores.at(-1) ?? 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1);
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length || 1);
  return { top: scores[0] ?? 0, least: more ? last : Math.min(0, last), mean, deviation: Math.sqrt(squares) || 1 };
}

/** 1 for the best hit, 0 for the last and for a chunk that is not in the list. */
export const normalizedScore = (ranked: RankAndScore | undefined, { top, least }: ScoreScale): number =>
  ranked && top > least ? (ranked.score - least) / (top - least) : 0;
