/**
 * What words and vectors found, as one list: each chunk once, with where it stands
 * in either. Its path and its name are in its id, so nothing has to be read yet.
 */
import type { Store } from '../store/store.js';
import { type FileKindName, fileKindOf } from '../text/fileKinds.js';
import type { Retrieved } from './retrieve.js';

export interface RankAndScore {
  /** From 1. */
  readonly rank: number;
  readonly score: number;
}

export interface SearchCandidate {
  readonly id: string;
  readonly docId: string;
  /** Of an artifact, which lies nowhere, its title. */
  readonly path: string;
  /** What stands behind the `#` of its id. */
  readonly name: string;
  /** What its file is for, where that is anything but to be read. */
  readonly kind: FileKindName | undefined;
  readonly keyword: RankAndScore | undefined;
  readonly vector: RankAndScore | undefined;
}

export interface CandidateSet {
  readonly all: readonly SearchCandidate[];
  /** Of the words: the best and, where more may come, the last. */
  readonly keyword: ScoreScale;
  readonly vector: ScoreScale;
  /** How well a document answers as a whole, the best one having 1. */
  readonly documents: ReadonlyMap<string, number>;
  /** How many there are of a document. */
  readonly perDocument: ReadonlyMap<string, number>;
}

/** What a ranking's scores lie between, and how far the best stands out. */
export interface ScoreScale {
  readonly top: number;
  readonly least: number;
  readonly mean: number;
  readonly deviation: number;
}

/** `main:src/a.ts#Client.get~2` */
const ID = /^((?:[^:#~]*:)?([^#~]*))(?:#([^~]*))?/;
/** `art_4711`, `art_4711::chunk::003::c0ffee12`; an index of an earlier version has `art_4711#prices~2`, too. */
const ARTIFACT = /^(art_[0-9a-f]+)(?:::chunk::.*|#([^~]*).*|~.*)?$/s;

type Titles = ReadonlyMap<string, string>;

/** What people call the artifacts among what was found. */
export async function artifactTitles(
  store: Store,
  { keyword: words = [], vector: near = [] }: Retrieved,
): Promise<Titles> {
  const docIds = new Set([...words, ...near].flatMap(({ id }) => ARTIFACT.exec(id)?.[1] ?? []));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row.title]] : [])));
}

/** Whose it is, and what can be told of it without reading it. */
function placeIn(id: string, titles: Titles): Pick<SearchCandidate, 'docId' | 'path' | 'name'> {
  const artifact = ARTIFACT.exec(id);
  if (artifact) return { docId: artifact[1], path: titles.get(artifact[1]) ?? '', name: artifact[2] ?? '' };
  const [, docId = id, path = '', name = ''] = ID.exec(id) ?? [];
  return { docId, path, name };
}

export function collectCandidates(
  { keyword: words = [], vector: near = [], moreKeyword: moreWords, moreVector: moreNear }: Retrieved,
  titles: Titles = new Map(),
): CandidateSet {
  const byWords = new Map(words.map(({ id, score }, i) => [id, { rank: i + 1, score }]));
  const byNear = new Map(near.map(({ id, score }, i) => [id, { rank: i + 1, score }]));
  const all = Array.from(new Set([...byWords.keys(), ...byNear.keys()]), (id): SearchCandidate => {
    const place = placeIn(id, titles);
    return { id, ...place, kind: fileKindOf(place.path), keyword: byWords.get(id), vector: byNear.get(id) };
  });
  const most = words.reduce((sum, { document }) => Math.max(sum, document), 0) || 1;
  const docIds = new Map(all.map(({ id, docId }) => [id, docId]));
  const perDocument = new Map<string, number>();
  for (const { docId } of all) perDocument.set(docId, (perDocument.get(docId) ?? 0) + 1);
  return {
    all,
    keyword: scaleOf(words, moreWords),
    vector: scaleOf(near, moreNear),
    documents: new Map(words.map(({ id, document }) => [docIds.get(id) ?? id, document / most])),
    perDocument,
  };
}

/** The last of a list that was cut off has 0, because what came after it has nothing. */
function scaleOf(hits: readonly { readonly score: number }[], more: boolean): ScoreScale {
  const scores = hits.map(({ score }) => score);
  const last = scores.at(-1) ?? 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1);
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length || 1);
  return { top: scores[0] ?? 0, least: more ? last : Math.min(0, last), mean, deviation: Math.sqrt(squares) || 1 };
}

/** 1 for the best, 0 for the last and for what was not found. */
export const normalizedScore = (ranked: RankAndScore | undefined, { top, least }: ScoreScale): number =>
  ranked && top > least ? (ranked.score - least) / (top - least) : 0;
