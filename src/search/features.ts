/**
 * What is known of a question and a chunk, in numbers: one row each, and what a
 * person would call it. How much each counts is learned (ranker.ts); what two of
 * them mean together (a test, and a question that speaks of tests) is learned, too.
 *
 *     first    of every chunk that words or vectors found: places, paths, names; nothing is read for it
 *     closely  of the best of those, with their text, and with what they are to each other
 */
import type { Chunk } from '../schema.js';
import { type FileKindName, fileKindNames } from '../text/fileKinds.js';
import { queryWords } from '../text/words.js';
import { type CandidateSet, normalizedScore, type SearchCandidate } from './candidates.js';
import type { CrossChunkFeatures } from './crossChunkFeatures.js';
import type { QueryProfile, QuestionForm } from './queryProfile.js';
import type { TermMatches } from './termMatches.js';

/** What is asked, and what was found. */
export interface FirstStageInput {
  readonly query: QueryProfile;
  readonly candidates: CandidateSet;
  readonly candidate: SearchCandidate;
}

/** The same with the chunk, and its others. */
export interface SecondStageInput extends FirstStageInput {
  readonly chunk: Chunk;
  readonly matches: TermMatches;
  readonly others: CrossChunkFeatures;
  /** How much of the question it means, in whatever words: its text, and its name and what stands above it (maxSim.ts). */
  readonly maxSim: number;
  readonly maxSimAbove: number;
}

interface Feature<Of> {
  /** For an explanation; several features may be one reason. */
  readonly says: string;
  readonly of: (pair: Of) => number;
}

const FAR = 401;
const rankOf = (rank = FAR): number => Math.log(rank);

const WORDS = 'its words';
const VECTORS = 'its vector';
const QUESTION = 'such a question';
const PATH = 'its path';
const NAME = 'its name';
const PLACE = 'where it stands';
const FILE = 'its kind of file';

const extensions = {
  prose: /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|html?)$/i,
  settings: /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|xml|properties|env|lock|plist|gradle)$|(?:^|\/)\.[^/]*$/i,
  template: /\.(?:erb|haml|slim|twig|blade\.php|jinja2?|j2|hbs|ejs|pug|liquid|html?\.\w+)$/i,
} as const;

/** 1 where the file is of this kind, and nobody asked for it. */
const kindFeature = (kind: FileKindName): Feature<FirstStageInput> => ({
  says: FILE,
  of: ({ query, candidate }) => (candidate.kind === kind && !query.kinds.has(kind) ? 1 : 0),
});
const formFeature = (form: QuestionForm): Feature<FirstStageInput> => ({
  says: QUESTION,
  of: ({ query }) => (query.form === form ? 1 : 0),
});
const extensionFeature = (name: keyof typeof extensions): Feature<FirstStageInput> => ({
  says: FILE,
  of: ({ candidate }) => (extensions[name].test(candidate.path) ? 1 : 0),
});

const first = {
  words: { says: WORDS, of: ({ candidate, candidates }) => normalizedScore(candidate.keyword, candidates.keyword) },
  wordsOfAll: { says: WORDS, of: ({ query, candidate }) => (candidate.keyword?.score ?? 0) / (sum(query.idf) || 1) },
  wordsRank: { says: WORDS, of: ({ candidate }) => rankOf(candidate.keyword?.rank) },
  wordsStandOut: { says: WORDS, of: ({ candidates: { keyword } }) => (keyword.top - keyword.mean) / keyword.deviation },
  vector: { says: VECTORS, of: ({ candidate, candidates }) => normalizedScore(candidate.vector, candidates.vector) },
  vectorRank: { says: VECTORS, of: ({ candidate }) => rankOf(candidate.vector?.rank) },
  /** How much nearer than the others: the same for every model, whatever its cosines are. */
  vectorOut: {
    says: VECTORS,
    of: ({ candidate: { vector }, candidates: { vector: all } }) =>
      vector ? (vector.score - all.mean) / all.deviation : -2,
  },
  vectorsStandOut: { says: VECTORS, of: ({ candidates: { vector } }) => (vector.top - vector.mean) / vector.deviation },
  both: {
    says: 'its words and its vector',
    of: ({ candidate, candidates }) =>
      Math.min(
        normalizedScore(candidate.keyword, candidates.keyword),
        normalizedScore(candidate.vector, candidates.vector),
      ),
  },
  document: {
    says: 'its document answers as a whole',
    of: ({ candidate, candidates }) => candidates.documents.get(candidate.docId) ?? 0,
  },
  ofDocument: {
    says: 'found beside others of its document',
    of: ({ candidate, candidates }) => Math.log(candidates.perDocument.get(candidate.docId) ?? 1),
  },
  /** Of the question, what its path says; and of its path, what was asked for. */
  pathCovers: { says: PATH, of: ({ query, candidate }) => covers(query, wordsIn(candidate.path)) },
  pathAsked: { says: PATH, of: ({ query, candidate }) => queryShare(query, wordsIn(bare(candidate.path))) },
  filenameAsked: { says: PATH, of: ({ query, candidate }) => queryShare(query, wordsIn(filename(candidate.path))) },
  pathDepth: { says: PATH, of: ({ candidate }) => candidate.path.split('/').length },
  nameCovers: { says: NAME, of: ({ query, candidate }) => covers(query, wordsIn(candidate.name)) },
  nameAsked: { says: NAME, of: ({ query, candidate }) => queryShare(query, wordsIn(candidate.name)) },
  hasName: { says: NAME, of: ({ candidate }) => (candidate.name === '' ? 0 : 1) },
  ...named(fileKindNames, kindFeature),
  ...named(['prose', 'settings', 'template'] as const, extensionFeature),
  ...named(['how', 'where', 'why', 'change', 'keywords'] as const, formFeature),
  questionWords: { says: QUESTION, of: ({ query }) => query.words.length },
  questionNames: { says: QUESTION, of: ({ query }) => query.names.size },
  /** Of its words, how many nobody here says. */
  questionUnknown: {
    says: QUESTION,
    of: ({ query }) => query.idf.filter((one) => one === 0).length / (query.words.length || 1),
  },
  indexSize: { says: QUESTION, of: ({ query }) => query.size },
} as const satisfies Readonly<Record<string, Feature<FirstStageInput>>>;

const COVERS = 'has words of the question';
const MEANS = 'means the same in other words';
const SIDE_BY_SIDE = 'has words side by side';
const KIND = 'its kind of chunk';

const typeFeature = (types: readonly string[]): Feature<SecondStageInput> => ({
  says: KIND,
  of: ({ chunk }) => (types.includes(chunk.chunkType) ? 1 : 0),
});

const closely = {
  covered: { says: COVERS, of: ({ query, matches }) => share(query.idf, matches.has) },
  coveredElsewhere: { says: COVERS, of: ({ query, matches }) => share(query.backgroundIdf, matches.has) },
  coveredAsWritten: { says: COVERS, of: ({ query, matches }) => share(query.idf, matches.asWritten) },
  coveredBody: { says: COVERS, of: ({ query, matches }) => share(query.idf, matches.inBody) },
  coveredName: { says: NAME, of: ({ query, matches }) => share(query.idf, matches.inName) },
  coveredAbove: { says: 'what it stands under', of: ({ query, matches }) => share(query.idf, matches.above) },
  coveredCount: { says: COVERS, of: ({ query, matches }) => sum(matches.has) / (query.words.length || 1) },
  rarestTwo: {
    says: 'has the rarest word',
    of: ({ query: { rarest }, matches }) => sum(rarest.map((at) => matches.has[at] ?? 0)),
  },
  often: {
    says: COVERS,
    of: ({ query, matches }) =>
      share(
        query.idf,
        matches.count.map((n) => Math.log1p(n)),
      ),
  },
  sideBySide: { says: SIDE_BY_SIDE, of: ({ matches }) => matches.proximity },
  meant: { says: MEANS, of: ({ maxSim }) => maxSim },
  meantAbove: { says: MEANS, of: ({ maxSimAbove }) => maxSimAbove },
  early: { says: PLACE, of: ({ matches }) => matches.early },
  nameIs: {
    says: 'has the name',
    of: ({ query, matches }) => (matches.defines.some((name) => query.names.has(name)) ? 1 : 0),
  },
  names: {
    says: 'has the names',
    of: ({ query, matches }) => (query.names.size === 0 ? 0 : matches.names / query.names.size),
  },
  stressed: { says: 'has what is stressed', of: ({ matches }) => matches.emphasized },
  isFunction: typeFeature(['function', 'method']),
  isClass: typeFeature(['class', 'module']),
  isStatements: typeFeature(['statements', 'block', 'imports', 'code_file', 'code_chunk']),
  isSection: typeFeature(['markdown_section', 'markdown_section_chunk']),
  isText: typeFeature(['text_file', 'text_file_chunk']),
  own: {
    says: 'the head of a class',
    of: ({ chunk: { content, context = '' } }) => content.length / (content.length + context.length),
  },
  isSynthetic: { says: KIND, of: ({ chunk }) => (chunk.synthetic ? 1 : 0) },
  isCode: { says: KIND, of: ({ chunk }) => (chunk.isCode === true ? 1 : 0) },
  tokens: { says: 'its size', of: ({ chunk }) => Math.log(chunk.tokenCount) },
  position: { says: PLACE, of: ({ chunk }) => Math.log1p(chunk.position) },
  depth: { says: PLACE, of: ({ chunk }) => chunk.depth },
  part: { says: PLACE, of: ({ chunk }) => Math.log(chunk.partIndex) },
  parts: { says: PLACE, of: ({ chunk }) => Math.log(chunk.partOf) },
  behind: { says: 'at first sight', of: ({ others }) => others.gapToBest },
  beside: { says: 'beside a better one', of: ({ others }) => others.gapToNeighbour },
  bestOfDocument: { says: 'the best of its document', of: ({ others }) => others.gapInDocument },
  called: { says: 'named by a better one', of: ({ others }) => others.mentionedByBest },
  alike: { says: 'like the best', of: ({ others }) => others.similarity },
  leaning: { says: 'how many name it', of: ({ others }) => others.nameFrequency },
} as const satisfies Readonly<Record<string, Feature<SecondStageInput>>>;

const firstRows: readonly (readonly [string, Feature<FirstStageInput>])[] = Object.entries(first);
const closeRows: readonly (readonly [string, Feature<SecondStageInput>])[] = Object.entries(closely);

/** In the order of `firstValues`; `closeNames` in that of `closeValues`, which begin with the former. */
export const firstStageFeatures: readonly string[] = firstRows.map(([name]) => name);
export const secondStageFeatures: readonly string[] = [
  ...firstStageFeatures,
  ...closeRows.map(([name]) => `close.${name}`),
];
/** What each says, likewise. */
export const reasons: readonly string[] = [...firstRows, ...closeRows].map(([, { says }]) => says);

export const firstStageValues = (pair: FirstStageInput): number[] => firstRows.map(([, { of }]) => of(pair));
export const secondStageValues = (pair: SecondStageInput, values: readonly number[]): number[] => [
  ...values,
  ...closeRows.map(([, { of }]) => of(pair)),
];

function named<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => Feature<FirstStageInput>,
): Readonly<Record<Name, Feature<FirstStageInput>>> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Feature<FirstStageInput>>; // fromEntries forgets names
}

const bare = (path: string): string => path.replace(/\.[a-z]+$/, '');
const filename = (path: string): string => bare(path.slice(path.lastIndexOf('/') + 1));

const known = new Map<string, ReadonlySet<string>>();
/** Of so many paths and names the words are remembered. */
const REMEMBERED = 50_000;

function wordsIn(text: string): ReadonlySet<string> {
  const there = known.get(text);
  if (there) return there;
  if (known.size >= REMEMBERED) known.clear();
  const words = new Set(queryWords(text));
  known.set(text, words);
  return words;
}

/** How much of the question these words are, by rarity. */
function covers({ words, idf }: QueryProfile, these: ReadonlySet<string>): number {
  let [had, all] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    all += idf[i];
    if (these.has(words[i])) had += idf[i];
  }
  return had / (all || 1);
}

/** How many of these words were asked for. */
function queryShare({ words }: QueryProfile, these: ReadonlySet<string>): number {
  let n = 0;
  for (const word of words) if (these.has(word)) n++;
  return these.size === 0 ? 0 : n / these.size;
}

function share(weights: readonly number[], values: readonly number[]): number {
  let [had, all] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    had += weights[i] * values[i];
    all += weights[i];
  }
  return had / (all || 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
