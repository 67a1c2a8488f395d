/**
 * Chunking strategies, compared with the same search over their chunks. A strategy defines
 * the chunks of a text, and nothing else.
 */

import { RecordBuilder } from '../chunk/recordBuilder.js';
import { chunkTypes } from '../chunkRecord.js';
import type { Embedder } from '../embed/index.js';
import { placePrefix } from '../enrich/prefix.js';
import { prepare } from '../jobs/prepare.js';
import { type ChunkOptions, parse } from '../pipeline/chunk.js';
import type { PreparedSource, Store } from '../store/store.js';
import { EmbeddingRun } from '../sync/embeddingRun.js';
import { indexModelOf, uncached } from '../sync/vectorSource.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import { wordsOf } from '../text/words.js';
import type { Span } from '../types.js';
import type { EvalText } from './questions.js';

export interface EvalStrategy {
  readonly name: string;
  /** A short description for reports. */
  readonly about: string;
  prepare(text: EvalText): Promise<PreparedSource>;
}

const WINDOW_TOKENS = 500;
/** Below the limit of any embedder; larger functions are split. */
const MAX_WHOLE_TOKENS = 8000;

const cutByFroe =
  (options: ChunkOptions) =>
  async ({ path, text }: EvalText): Promise<PreparedSource> => {
    const row = {
      tree: 'main',
      path,
      recipe: 'eval',
      size: text.length,
      mtime: 0,
      ctime: 0,
      ino: 0,
      hash: sha256(text),
    };
    const result = await prepare(text, row, options);
    return 'prepared' in result
      ? result.prepared
      : { source: { ...row, ...EMPTY, docId: path }, chunks: [], units: [], references: [] };
  };

const EMPTY = { kind: 'file', language: '', title: '', tokens: 0, metadata: {} } as const;

export const evalStrategies = {
  semantic: { name: 'semantic', about: 'froe, as it comes', prepare: cutByFroe({}) },
  file: {
    name: 'file',
    about: 'every file whole',
    prepare: (text) => spanChunks(text, [{ start: 0, end: text.text.length }]),
  },
  fixed: {
    name: 'fixed',
    about: `every ${WINDOW_TOKENS} tokens`,
    prepare: (text) => spanChunks(text, tokenWindows(text.text)),
  },
  method: {
    name: 'method',
    about: 'every function or section by itself, however small',
    prepare: cutByFroe({ granularity: 'node', minTokens: 0, maxTokens: MAX_WHOLE_TOKENS, overlap: 0, outlines: false }),
  },
  ast: {
    name: 'ast',
    about: 'along the syntax tree, filled up to 512 tokens',
    prepare: cutByFroe({ granularity: 'pack', maxTokens: 512, overlap: 0, outlines: false }),
  },
} satisfies Record<string, EvalStrategy>;

export type StrategyName = keyof typeof evalStrategies;
export const strategyNames = Object.keys(evalStrategies) as StrategyName[]; // keys() forgets the literal type

function tokenWindows(text: string): Span[] {
  const ends = tokenizer('cl100k_base').tokenEnds?.(text) ?? [];
  const spans: Span[] = [];
  for (let from = 0; from < ends.length; from += WINDOW_TOKENS) {
    const start = from === 0 ? 0 : ends[from - 1];
    spans.push({ start, end: ends[Math.min(from + WINDOW_TOKENS, ends.length) - 1] });
  }
  return spans;
}

/** Chunks of another splitter as records of an index: text, position, and the name and path of the file. */
export async function spanChunks({ path, text }: EvalText, spans: readonly Span[]): Promise<PreparedSource> {
  const { source, parser } = await parse(text, { path });
  const counter = tokenizer('cl100k_base');
  const records = new RecordBuilder(source);
  const names = records.documentNames();
  const prefix = placePrefix({ ...names, filePath: path });
  const nonBlank = spans.filter(({ start, end }) => text.slice(start, end).trim() !== '');
  const types = chunkTypes[parser.sourceType];
  const chunks = nonBlank.map(({ start, end }, position) =>
    records.build({
      start,
      body: start,
      end,
      id: () => `${source.docId}~${position + 1}`,
      parentId: null,
      sourceType: parser.sourceType,
      chunkType: types[types.length - 1],
      tokenCount: counter.count(text.slice(start, end)),
      names,
      depth: 0,
      position,
      partIndex: 1,
      partOf: 1,
      prefix,
      metadata: { tokenizer: counter.name },
    }),
  );
  const words = { name: wordsOf(names.name), path: wordsOf(path), headings: wordsOf(names.breadcrumb) };
  return {
    source: {
      docId: source.docId,
      tree: source.tree,
      path,
      kind: 'file',
      language: source.language,
      title: path,
      hash: source.hash(),
      recipe: 'eval',
      size: text.length,
      mtime: 0,
      ctime: 0,
      ino: 0,
      tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      metadata: {},
    },
    chunks: chunks.map((chunk) => ({ chunk, words: { ...words, body: wordsOf(chunk.content) } })),
    units: [],
    references: [],
  };
}

/** Texts → an index in memory, as one strategy cuts them. */
export interface FillOptions {
  readonly embedder?: Embedder | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

interface FillResult {
  readonly chunks: number;
  /** Of a chunk. */
  readonly meanTokens: number;
}

const BATCH_SIZE = 50;

export async function fillStore(
  store: Store,
  texts: readonly EvalText[],
  strategy: EvalStrategy,
  { embedder, signal, onProgress }: FillOptions,
): Promise<FillResult> {
  const vectors = embedder && uncached(embedder);
  if (vectors) await store.useModel(indexModelOf(vectors));
  const embedding = vectors && new EmbeddingRun(store, vectors, signal);
  let chunks = 0;
  let tokens = 0;
  for (let from = 0; from < texts.length; from += BATCH_SIZE) {
    signal?.throwIfAborted();
    const put: PreparedSource[] = [];
    for (const text of texts.slice(from, from + BATCH_SIZE)) put.push(await strategy.prepare(text));
    const embedded = (await embedding?.of(put)) ?? [];
    if (embedding?.failure) throw embedding.failure;
    await store.write({ put, vectors: embedded });
    for (const { chunk } of put.flatMap((source) => source.chunks)) {
      chunks++;
      tokens += chunk.tokenCount;
    }
    onProgress?.(`${strategy.name}: files`, Math.min(from + BATCH_SIZE, texts.length), texts.length);
  }
  return { chunks, meanTokens: chunks === 0 ? 0 : Math.round(tokens / chunks) };
}
