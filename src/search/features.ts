/**
 * What is known of a question and a chunk, in numbers: one row each, and what a
 * person would call it. How much each counts is learned (ranker.ts); what two of
 * them mean together (a test, and a question that speaks of tests) is learned, too.
 *
 *     first    of every chunk that words or vectors found: places, paths, names; nothing is read for it
 *     closely  of the best of those, with their text, and with what they are to each other
 */
import type { Chunk } from '../schema.js';
import { queryWords } from '../text/words.js';
import type { Asked, QuestionForm } from './asked.js';
import { type Candidate, type Candidates, shareOf } from './candidates.js';
import type { Company } from './company.js';
import { type FileKindName, fileKindNames } from './fileKinds.js';
import type { ChunkReading } from './read.js';

/** What is asked, and what was found. */
export interface Pair {
  readonly asked: Asked;
  readonly candidates: Candidates;
  readonly candidate: Candidate;
}

/** The same with the chunk, and its company. */
export interface ClosePair extends Pair {
  readonly chunk: Chunk;
  readonly read: ChunkReading;
  readonly company: Company;
  /** How much of the question it means, in whatever words: its text, and its name and what stands above it (meant.ts). */
  readonly meant: number;
  readonly meantAbove: number;
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
const kindFeature = (kind: FileKindName): Feature<Pair> => ({
  says: FILE,
  of: ({ asked, candidate }) => (candidate.kind === kind && !asked.kinds.has(kind) ? 1 : 0),
});
const formFeature = (form: QuestionForm): Feature<Pair> => ({
  says: QUESTION,
  of: ({ asked }) => (asked.form === form ? 1 : 0),
});
const extensionFeature = (name: keyof typeof extensions): Feature<Pair> => ({
  says: FILE,
  of: ({ candidate }) => (extensions[name].test(candidate.path) ? 1 : 0),
});

const first = {
  words: { says: WORDS, of: ({ candidate, candidates }) => shareOf(candidate.words, candidates.words) },
  wordsOfAll: { says: WORDS, of: ({ asked, candidate }) => (candidate.words?.score ?? 0) / (sum(asked.rarity) || 1) },
  wordsRank: { says: WORDS, of: ({ candidate }) => rankOf(candidate.words?.rank) },
  wordsStandOut: { says: WORDS, of: ({ candidates: { words } }) => (words.top - words.mean) / words.deviation },
  vector: { says: VECTORS, of: ({ candidate, candidates }) => shareOf(candidate.near, candidates.near) },
  vectorRank: { says: VECTORS, of: ({ candidate }) => rankOf(candidate.near?.rank) },
  /** How much nearer than the others: the same for every model, whatever its cosines are. */
  vectorOut: {
    says: VECTORS,
    of: ({ candidate: { near }, candidates: { near: all } }) => (near ? (near.score - all.mean) / all.deviation : -2),
  },
  vectorsStandOut: { says: VECTORS, of: ({ candidates: { near } }) => (near.top - near.mean) / near.deviation },
  both: {
    says: 'its words and its vector',
    of: ({ candidate, candidates }) =>
      Math.min(shareOf(candidate.words, candidates.words), shareOf(candidate.near, candidates.near)),
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
  pathCovers: { says: PATH, of: ({ asked, candidate }) => covers(asked, wordsIn(candidate.path)) },
  pathAsked: { says: PATH, of: ({ asked, candidate }) => askedShare(asked, wordsIn(bare(candidate.path))) },
  filenameAsked: { says: PATH, of: ({ asked, candidate }) => askedShare(asked, wordsIn(filename(candidate.path))) },
  pathDepth: { says: PATH, of: ({ candidate }) => candidate.path.split('/').length },
  nameCovers: { says: NAME, of: ({ asked, candidate }) => covers(asked, wordsIn(candidate.name)) },
  nameAsked: { says: NAME, of: ({ asked, candidate }) => askedShare(asked, wordsIn(candidate.name)) },
  hasName: { says: NAME, of: ({ candidate }) => (candidate.name === '' ? 0 : 1) },
  ...named(fileKindNames, kindFeature),
  ...named(['prose', 'settings', 'template'] as const, extensionFeature),
  ...named(['how', 'where', 'why', 'change', 'keywords'] as const, formFeature),
  questionWords: { says: QUESTION, of: ({ asked }) => asked.words.length },
  questionNames: { says: QUESTION, of: ({ asked }) => asked.names.size },
  /** Of its words, how many nobody here says. */
  questionUnknown: {
    says: QUESTION,
    of: ({ asked }) => asked.rarity.filter((one) => one === 0).length / (asked.words.length || 1),
  },
  indexSize: { says: QUESTION, of: ({ asked }) => asked.size },
} as const satisfies Readonly<Record<string, Feature<Pair>>>;

const COVERS = 'has words of the question';
const MEANS = 'means the same in other words';
const SIDE_BY_SIDE = 'has words side by side';
const KIND = 'its kind of chunk';

const typeFeature = (types: readonly string[]): Feature<ClosePair> => ({
  says: KIND,
  of: ({ chunk }) => (types.includes(chunk.chunkType) ? 1 : 0),
});

const closely = {
  covered: { says: COVERS, of: ({ asked, read }) => share(asked.rarity, read.has) },
  coveredElsewhere: { says: COVERS, of: ({ asked, read }) => share(asked.elsewhere, read.has) },
  coveredAsWritten: { says: COVERS, of: ({ asked, read }) => share(asked.rarity, read.asWritten) },
  coveredBody: { says: COVERS, of: ({ asked, read }) => share(asked.rarity, read.inBody) },
  coveredName: { says: NAME, of: ({ asked, read }) => share(asked.rarity, read.inName) },
  coveredAbove: { says: 'what it stands under', of: ({ asked, read }) => share(asked.rarity, read.above) },
  coveredCount: { says: COVERS, of: ({ asked, read }) => sum(read.has) / (asked.words.length || 1) },
  rarestTwo: {
    says: 'has the rarest word',
    of: ({ asked: { rarest }, read }) => sum(rarest.map((at) => read.has[at] ?? 0)),
  },
  often: {
    says: COVERS,
    of: ({ asked, read }) =>
      share(
        asked.rarity,
        read.count.map((n) => Math.log1p(n)),
      ),
  },
  sideBySide: { says: SIDE_BY_SIDE, of: ({ read }) => read.sideBySide },
  meant: { says: MEANS, of: ({ meant }) => meant },
  meantAbove: { says: MEANS, of: ({ meantAbove }) => meantAbove },
  early: { says: PLACE, of: ({ read }) => read.early },
  nameIs: {
    says: 'has the name',
    of: ({ asked, read }) => (read.defines.some((name) => asked.names.has(name)) ? 1 : 0),
  },
  names: {
    says: 'has the names',
    of: ({ asked, read }) => (asked.names.size === 0 ? 0 : read.names / asked.names.size),
  },
  stressed: { says: 'has what is stressed', of: ({ read }) => read.stressed },
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
  behind: { says: 'at first sight', of: ({ company }) => company.behind },
  beside: { says: 'beside a better one', of: ({ company }) => company.beside },
  bestOfDocument: { says: 'the best of its document', of: ({ company }) => company.document },
  called: { says: 'named by a better one', of: ({ company }) => company.called },
  alike: { says: 'like the best', of: ({ company }) => company.alike },
  leaning: { says: 'how many name it', of: ({ company }) => company.leaning },
} as const satisfies Readonly<Record<string, Feature<ClosePair>>>;

const firstRows: readonly (readonly [string, Feature<Pair>])[] = Object.entries(first);
const closeRows: readonly (readonly [string, Feature<ClosePair>])[] = Object.entries(closely);

/** In the order of `firstValues`; `closeNames` in that of `closeValues`, which begin with the former. */
export const firstNames: readonly string[] = firstRows.map(([name]) => name);
export const closeNames: readonly string[] = [...firstNames, ...closeRows.map(([name]) => `close.${name}`)];
/** What each says, likewise. */
export const reasons: readonly string[] = [...firstRows, ...closeRows].map(([, { says }]) => says);

export const firstValues = (pair: Pair): number[] => firstRows.map(([, { of }]) => of(pair));
export const closeValues = (pair: ClosePair, values: readonly number[]): number[] => [
  ...values,
  ...closeRows.map(([, { of }]) => of(pair)),
];

function named<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => Feature<Pair>,
): Readonly<Record<Name, Feature<Pair>>> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Feature<Pair>>; // fromEntries forgets names
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
function covers({ words, rarity }: Asked, these: ReadonlySet<string>): number {
  let [had, all] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    all += rarity[i];
    if (these.has(words[i])) had += rarity[i];
  }
  return had / (all || 1);
}

/** How many of these words were asked for. */
function askedShare({ words }: Asked, these: ReadonlySet<string>): number {
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
