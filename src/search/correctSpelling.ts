/**
 * Typos in a question. A plain word that neither this index nor other source has, and that is one edit away from a word
 * that is here, is read as that word:
 *
 *     where is thorttle midleware set up     throttle, middleware
 *
 * Names (`get_usr`, `a.b`, `K8s`) are looked for as they are: they are often in few places, or in none yet.
 */
import type { Store } from '../store/store.js';
import { queryWords, wordOf } from '../text/words.js';
import { backgroundIdf, MAX_IDF } from './backgroundIdf.js';
import type { Query } from './query.js';

export interface Correction {
  readonly typed: string;
  readonly meant: string;
}

export interface CorrectedQuery {
  readonly query: Query;
  readonly corrections: readonly Correction[];
}

export const describeCorrection = ({ typed, meant }: Correction): string => `'${typed}' was read as '${meant}'`;

type Words = Pick<Store, 'documentFrequencies' | 'searchText' | 'chunks'>;

/** Of five letters or more: of shorter ones too many others are one edit away. */
const PLAIN_WORD = /(?<![\p{L}\p{N}_./-])[A-Za-z][a-z]{4,23}(?![\p{L}\p{N}_/-]|\.\w)/gu;
/** A question with more unknown words is in another language, or pasted; each takes some 500 lookups. */
const MAX_UNKNOWN = 4;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

export async function correctSpelling(store: Words, query: Query): Promise<CorrectedQuery> {
  const corrections: Correction[] = [];
  for (const typed of await unknownWords(store, query.text)) {
    const meant = await nearestHere(store, typed.toLowerCase());
    if (meant !== undefined) corrections.push({ typed, meant });
  }
  if (corrections.length === 0) return { query, corrections };
  const meantFor = new Map(corrections.map(({ typed, meant }) => [typed, meant]));
  return {
    query: { ...query, text: query.text.replace(PLAIN_WORD, (word) => meantFor.get(word) ?? word) },
    corrections,
  };
}

async function unknownWords(store: Words, text: string): Promise<readonly string[]> {
  const rare = [...new Set(text.match(PLAIN_WORD))].filter((word) => {
    const terms = queryWords(word);
    return terms.length === 1 && isUnusual(terms[0]);
  });
  if (rare.length === 0) return rare;
  const counts = await store.documentFrequencies(rare.map((word) => queryWords(word)[0]));
  const unknown = rare.filter((_, i) => counts[i] === 0);
  return unknown.length > MAX_UNKNOWN ? [] : unknown;
}

/** Sources elsewhere hardly have it. */
const isUnusual = (term: string): boolean => backgroundIdf(term) === MAX_IDF;

/** The most frequent word here that is one edit away; none where a stop word is, which says nothing (`woudl`). */
async function nearestHere(store: Words, word: string): Promise<string | undefined> {
  const byTerm = new Map<string, string[]>();
  for (const candidate of oneEditFrom(word)) {
    const [term] = queryWords(candidate);
    if (term === undefined) return undefined;
    byTerm.set(term, [...(byTerm.get(term) ?? []), candidate]);
  }
  const terms = [...byTerm.keys()];
  const counts = await store.documentFrequencies(terms);
  let best: string | undefined;
  let most = 0;
  for (const [i, term] of terms.entries()) {
    if (counts[i] <= most || (counts[i] === 1 && isUnusual(term))) continue; // of one chunk alone it may be a typo itself
    [best, most] = [term, counts[i]];
  }
  return best && spelledHere(store, best, byTerm.get(best) ?? []);
}

/** Chunks that are read for a word as it is written: nearly always the first has one of the candidates. */
const CHUNKS_READ = 8;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** An index has stems (`resolv`): a candidate that its text has, else the first of its words with this stem. */
async function spelledHere(store: Words, term: string, candidates: readonly string[]): Promise<string> {
  const hits = await store.searchText([term], CHUNKS_READ);
  const chunks = await store.chunks(hits.map(({ id }) => id));
  const texts = chunks.map(({ content, fullName, filePath }) => `${content} ${fullName} ${filePath}`);
  const words = texts.flatMap((text) => text.match(PARTS) ?? []).map((part) => part.toLowerCase());
  const spellings = new Set(words.filter((word) => wordOf(word) === term));
  const [first = candidates[0]] = spellings;
  return candidates.find((candidate) => spellings.has(candidate)) ?? first;
}

/** Two letters swapped, one too many, one missing, one wrong: the likeliest first. The first letter is hardly ever wrong. */
function* oneEditFrom(word: string): Generator<string> {
  for (let i = 1; i + 1 < word.length; i++) yield word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
  for (let i = 1; i < word.length; i++) yield word.slice(0, i) + word.slice(i + 1);
  for (let i = 1; i <= word.length; i++) for (const letter of LETTERS) yield word.slice(0, i) + letter + word.slice(i);
  for (let i = 1; i < word.length; i++)
    for (const letter of LETTERS) yield word.slice(0, i) + letter + word.slice(i + 1);
}
