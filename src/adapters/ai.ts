/**
 * froe as tools of the Vercel AI SDK: search, read and context over an index.
 *
 *     const tools = froeTools(await open('.'));
 *     await generateText({ model, tools, stopWhen: stepCountIs(5), prompt: 'How are retries done?' });
 *
 * A tool is a plain object, so nothing of the SDK is loaded. Its output has data for the program, and `text`, which is
 * all that the model is shown, at most `maxTokens`.
 */
import type { Tool } from 'ai';
import { z } from 'zod';
import type { Engine } from '../engine/engine.js';
import { FroeError, type TokenizerName, tokenizer } from '../index.js';

export interface FroeToolOptions {
  /** Maximum tokens of one answer. Default 8,000. */
  readonly maxTokens?: number;
  /** Format of a context. Default `generic`. */
  readonly format?: string;
  /** Default `cl100k_base`. */
  readonly tokenizer?: TokenizerName;
}

const MAX_TOKENS = 8000;
const DEFAULT_RESULTS = 10;
/** Lines of each hit, so that the model can tell what to read. */
const LINES_PER_HIT = 4;
const MAX_LINE_CHARS = 160;

const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .describe('words, "phrases", symbol:Name, path:src, lang:python, type:test; -lang:rst leaves out'),
  limit: z.int().min(1).max(50).optional().describe(`default ${DEFAULT_RESULTS}`),
});
const readInput = z.object({
  target: z.string().min(1).describe('path, path:10-40, path#Symbol, Class.method or an id'),
  contextLines: z.int().min(0).max(200).optional().describe('lines before and after'),
});
const contextInput = z.object({
  query: z.string().min(1),
  budget: z.int().min(100).optional().describe('tokens'),
});

/** Lines of one source. */
export interface CitedLines {
  /** An address for the tool read: a path, or the name of an artifact. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface SearchToolOutput {
  readonly text: string;
  readonly hits: readonly (CitedLines & { readonly id: string; readonly symbol: string; readonly score: number })[];
}

export interface ReadToolOutput extends CitedLines {
  readonly text: string;
  /** The address of the rest, if there is more. */
  readonly next?: string;
}

export interface ContextToolOutput {
  readonly text: string;
  readonly tokens: number;
  readonly citations: readonly CitedLines[];
}

/** A type, not an interface, which would not be assignable to the SDK's `ToolSet`. */
export type FroeTools = {
  readonly search: Tool<z.infer<typeof searchInput>, SearchToolOutput>;
  readonly read: Tool<z.infer<typeof readInput>, ReadToolOutput>;
  readonly context: Tool<z.infer<typeof contextInput>, ContextToolOutput>;
};

export function froeTools(engine: Engine, options: FroeToolOptions = {}): FroeTools {
  const { maxTokens = MAX_TOKENS, tokenizer: counter = 'cl100k_base' } = options;
  const tokens = tokenizer(counter);
  const fits = (text: string): boolean => tokens.count(text) <= maxTokens;
  return {
    search: searchTool(engine, fits),
    read: readTool(engine, fits),
    context: contextTool(engine, { ...options, maxTokens, tokenizer: counter }),
  };
}

const searchTool = (engine: Engine, fits: (text: string) => boolean): FroeTools['search'] => ({
  description:
    'Search code and documents by meaning and keywords. Returns locations (path:lines) with their first lines.',
  inputSchema: searchInput,
  execute: ({ query, limit = DEFAULT_RESULTS }, { abortSignal }) =>
    withHint(async () => {
      const { results, nothing } = await engine.search(query, { limit, merge: false, ...signalOf(abortSignal) });
      if (results.length === 0) return { text: nothing ?? 'Nothing was found.', hits: [] };
      const hits = await Promise.all(
        results.map(async ({ id, score, chunks: [chunk] }) => {
          const { startLine, endLine, fullName: symbol } = chunk;
          return { path: await engine.addressOf(chunk), startLine, endLine, id, symbol, score };
        }),
      );
      const listed = hits.map(({ path, startLine, endLine, symbol, score }, i) => {
        const lines = results[i].chunks[0].content.trim().split('\n', LINES_PER_HIT);
        const shown = lines.map((line) => `   ${line.slice(0, MAX_LINE_CHARS)}\n`).join('');
        return `${i + 1}. ${path}:${startLine}-${endLine}  ${symbol}  ${score.toFixed(2)}\n${shown}`;
      });
      const { text, count } = longestFitting(listed, (some) => some.join(''), fits);
      return { text, hits: hits.slice(0, count) };
    }),
  toModelOutput: textAlone,
});

const readTool = (engine: Engine, fits: (text: string) => boolean): FroeTools['read'] => ({
  description: 'Read source with line numbers: a file, lines or a definition.',
  inputSchema: readInput,
  execute: ({ target, contextLines = 0 }) =>
    withHint(async () => {
      const { source, lines } = await engine.read(target, { contextLines });
      const { path } = source;
      if (lines.length === 0) return { path, startLine: 0, endLine: 0, text: `${path} is empty\n` };
      const last = lines[lines.length - 1];
      const restAfter = (count: number): string | undefined =>
        count < lines.length ? `${path}:${lines[count].number}-${last.number}` : undefined;
      const numbered = lines.map(({ number, text }) => `${number}  ${text}\n`);
      const write = (some: readonly string[]): string => {
        const rest = restAfter(some.length);
        return `${path}:\n${some.join('')}${rest === undefined ? '' : `(more: ${rest})\n`}`;
      };
      const { text, count } = longestFitting(numbered, write, fits);
      const next = restAfter(count);
      const place = { path, startLine: lines[0].number, endLine: lines[count - 1].number };
      return { ...place, text, ...(next === undefined ? {} : { next }) };
    }),
  toModelOutput: textAlone,
});

const contextTool = (
  engine: Engine,
  { maxTokens, format = 'generic', tokenizer: counter }: FroeToolOptions & { readonly maxTokens: number },
): FroeTools['context'] => ({
  description: 'Get the source that answers a question, from several files, within a token budget.',
  inputSchema: contextInput,
  execute: ({ query, budget = maxTokens }, { abortSignal }) =>
    withHint(async () => {
      const { text, tokens, context } = await engine.context(query, {
        budget: Math.min(budget, maxTokens),
        format,
        ...(counter === undefined ? {} : { tokenizer: counter }),
        ...signalOf(abortSignal),
      });
      const citations = context.passages.map(({ file, artifact: path = file, startLine, endLine }) => ({
        ...{ path, startLine, endLine },
      }));
      return { text, tokens, citations };
    }),
  toModelOutput: textAlone,
});

const textAlone = ({ output }: { readonly output: { readonly text: string } }) =>
  ({ type: 'text', value: output.text }) as const;

const signalOf = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } => (signal ? { signal } : {});

/** A model is shown only the message of an error: it must include the hint. */
async function withHint<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FroeError) || error.hint === undefined) throw error;
    throw new FroeError(error.code, `${error.message}. ${error.hint}`, error.hint, error);
  }
}

/**
 * As many parts, from the first, as fit when rendered; at least one, truncated if it does not fit by itself. Binary
 * search: more parts never have fewer tokens.
 */
function longestFitting(
  parts: readonly string[],
  write: (parts: readonly string[]) => string,
  fits: (text: string) => boolean,
): { readonly text: string; readonly count: number } {
  const count = most(parts.length, (some) => fits(write(parts.slice(0, some))));
  if (count > 0) return { text: write(parts.slice(0, count)), count };
  const [first] = parts;
  const beginning = (length: number): string => write([`${first.slice(0, length)}…\n`]);
  return { text: beginning(most(first.length, (length) => fits(beginning(length)))), count: 1 };
}

/** The largest number up to `limit` for which it holds, if it holds for all below; else 0. */
function most(limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
