/**
 * A line of context before each chunk, from a hook of the user: usually a model that says
 * in a sentence what the chunk is about.
 *
 *     src/client.py › Client › get         the prefix
 *     Fetches a page and follows links.    the line
 *     def get(self, url): …                the chunk
 *
 * The line is part of what is embedded, so it counts towards the limit and the hash.
 * Lines are cached by content: a chunk that moves, or comes back with a branch, is not
 * sent again.
 */
import { prefixedText } from '../enrich/prefix.js';
import type { Chunk } from '../schema.js';
import type { ContextLine, IndexedChunk, PreparedSource, Store } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { type Tokenizer, tokenizer } from '../text/tokens/index.js';
import { wordsOf } from '../text/words.js';
import type { Diagnostic } from '../types.js';

/** Lines by chunk id; '' if there is nothing to say. It may omit chunks, or throw. */
export type ContextHook = (chunks: readonly Chunk[]) => Promise<ReadonlyMap<string, string>>;

export interface ContextSettings {
  readonly ask: ContextHook;
  /** Lines of another version are not used. */
  readonly version: string;
  /** Maximum tokens of what is embedded. */
  readonly cap: number;
  readonly tokenizer?: string | undefined;
}

/** Chunks per call of the hook. */
const CHUNKS_PER_CALL = 64;
/** Characters of a line that are used: more would never fit. */
const MAX_LINE_CHARS = 4096;
/** Ends the recipe of a source that still needs lines: the next run retries it. */
const UNFINISHED = '?';

export class ContextLines {
  readonly #store: Store;
  readonly #settings: ContextSettings;
  readonly #counter: Tokenizer;
  #failure: string | undefined;
  #missing = 0;
  #shortened = 0;

  constructor(store: Store, settings: ContextSettings) {
    this.#store = store;
    this.#settings = settings;
    this.#counter = tokenizer(settings.tokenizer ?? 'cl100k_base');
  }

  /** The sources with their lines, and the lines that are new. */
  async addTo(
    batch: readonly PreparedSource[],
  ): Promise<{ batch: readonly PreparedSource[]; lines: readonly ContextLine[] }> {
    const chunks = batch.flatMap(({ chunks: indexed }) => indexed.map(({ chunk }) => chunk)).filter(wantsLine);
    const lineByKey = new Map(await this.#store.contextLines(chunks.map((chunk) => this.#key(chunk))));
    const lines: ContextLine[] = [];
    const chunkByKey = new Map(chunks.map((chunk) => [this.#key(chunk), chunk])); // each content once
    for (const batchOfChunks of batchesOf([...chunkByKey].filter(([key]) => !lineByKey.has(key)))) {
      const answers = await this.#callHook(batchOfChunks.map(([, chunk]) => chunk));
      for (const [key, { id }] of batchOfChunks) {
        const line = answers.get(id);
        if (line === undefined) continue;
        lines.push({ key, line: normaliseLine(line) });
        lineByKey.set(key, normaliseLine(line));
      }
    }
    return { batch: batch.map((source) => this.#withLines(source, lineByKey)), lines };
  }

  /** Whether every chunk of the run that wants a line has one. */
  get isComplete(): boolean {
    return this.#missing === 0;
  }

  /** Diagnostics of the whole run. */
  get diagnostics(): readonly Diagnostic[] {
    const chunks = (n: number): string => `${n} ${n === 1 ? 'chunk' : 'chunks'}`;
    const messages: string[] = [];
    if (this.#missing > 0) {
      const why = this.#failure ?? 'some records got no answer';
      messages.push(`${why}; ${chunks(this.#missing)} without context until the next run`);
    }
    if (this.#shortened > 0) messages.push(`lines of ${chunks(this.#shortened)} were shortened to fit`);
    return messages.map((message) => ({ code: 'degraded', path: 'hooks.context', message }));
  }

  /** A hook that failed is not called again in this run: every call may take minutes. */
  async #callHook(chunks: readonly Chunk[]): Promise<ReadonlyMap<string, string>> {
    if (this.#failure !== undefined) return new Map();
    try {
      return await this.#settings.ask(chunks);
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      return new Map();
    }
  }

  #withLines(prepared: PreparedSource, lineByKey: ReadonlyMap<string, string>): PreparedSource {
    let missing = 0;
    const chunks = prepared.chunks.map((chunk) => {
      if (!wantsLine(chunk.chunk)) return chunk;
      const line = lineByKey.get(this.#key(chunk.chunk));
      if (line === undefined) missing++;
      return line ? this.#withLine(chunk, line) : chunk;
    });
    this.#missing += missing;
    const { source } = prepared;
    return { ...prepared, chunks, source: missing ? { ...source, recipe: source.recipe + UNFINISHED } : source };
  }

  #withLine({ chunk, words }: IndexedChunk, line: string): IndexedChunk {
    const fitting = this.#fitLine(chunk, line);
    if (fitting !== line) this.#shortened++;
    if (fitting === '') return { chunk, words };
    const withLine = addLine(chunk, fitting);
    return {
      chunk: { ...withLine, embedHash: sha256(prefixedText(withLine)) },
      words: { ...words, body: `${wordsOf(fitting)} ${words.body}` },
    };
  }

  /** As much of the line as fits, up to a word; counted on the exact text that is embedded. */
  #fitLine(chunk: Chunk, line: string): string {
    const { cap } = this.#settings;
    const fits = (text: string): boolean => this.#counter.count(prefixedText(addLine(chunk, text)), cap) <= cap;
    if (fits(line)) return line;
    const words = line.split(' ');
    let [low, high] = [0, words.length - 1];
    const firstWords = (n: number): string => `${words.slice(0, n).join(' ')} …`;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (fits(firstWords(middle))) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? '' : firstWords(low);
  }

  #key({ contentHash }: Chunk): string {
    return sha256(`${this.#settings.version}\0${contentHash}`);
  }
}

/** Chunks that are never found, and synthetic ones, need no line. */
const wantsLine = ({ synthetic, metadata }: Chunk): boolean => !synthetic && metadata.weight !== 0;

const addLine = (chunk: Chunk, line: string): Chunk => ({
  ...chunk,
  metadata: { ...chunk.metadata, context_line: line },
});

const normaliseLine = (line: string): string => line.slice(0, MAX_LINE_CHARS).replace(/\s+/g, ' ').trim();

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += CHUNKS_PER_CALL) yield all.slice(at, at + CHUNKS_PER_CALL);
}
