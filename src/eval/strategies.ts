/**
 * Ways of cutting, compared by searching what they give with one and the same
 * search. A strategy says what chunks a text has, and nothing about finding them.
 */

import { prepare } from '../jobs/prepare.js';
import type { ChunkOptions } from '../pipeline/chunk.js';
import type { PreparedSource } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import type { EvalText } from './questions.js';
import { spanChunks } from './spanChunks.js';

export interface EvalStrategy {
  readonly name: string;
  /** In a few words, for the reader of a report. */
  readonly about: string;
  prepare(text: EvalText): Promise<PreparedSource>;
}

const WINDOW_TOKENS = 500;
/** As much as any embedder takes; functions above it are cut all the same. */
const MAX_WHOLE_TOKENS = 8000;

const cutByFroe =
  (options: ChunkOptions) =>
  async ({ path, text }: EvalText): Promise<PreparedSource> => {
    const known = {
      tree: 'main',
      path,
      recipe: 'eval',
      size: text.length,
      mtime: 0,
      ctime: 0,
      ino: 0,
      hash: sha256(text),
    };
    const result = await prepare(text, known, options);
    return 'prepared' in result
      ? result.prepared
      : { source: { ...known, ...EMPTY, docId: path }, chunks: [], units: [], references: [] };
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
    about: 'every function or section alone, however small',
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
