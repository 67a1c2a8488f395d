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

const WINDOW = 500;
/** As much as any embedder takes; functions above it are cut all the same. */
const WHOLE = 8000;

const ours =
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

export const strategies = {
  semantic: { name: 'semantic', about: 'froe, as it comes', prepare: ours({}) },
  file: {
    name: 'file',
    about: 'every file whole',
    prepare: (text) => spanChunks(text, [{ start: 0, end: text.text.length }]),
  },
  fixed: {
    name: 'fixed',
    about: `every ${WINDOW} tokens`,
    prepare: (text) => spanChunks(text, windows(text.text)),
  },
  method: {
    name: 'method',
    about: 'every function or section alone, however small',
    prepare: ours({ granularity: 'node', minTokens: 0, maxTokens: WHOLE, overlap: 0, outlines: false }),
  },
  ast: {
    name: 'ast',
    about: 'along the syntax tree, filled up to 512 tokens',
    prepare: ours({ granularity: 'pack', maxTokens: 512, overlap: 0, outlines: false }),
  },
} satisfies Record<string, EvalStrategy>;

export type StrategyName = keyof typeof strategies;
export const strategyNames = Object.keys(strategies) as StrategyName[]; // keys() forgets the literal type

function windows(text: string): Span[] {
  const ends = tokenizer('cl100k_base').tokenEnds?.(text) ?? [];
  const spans: Span[] = [];
  for (let from = 0; from < ends.length; from += WINDOW) {
    const start = from === 0 ? 0 : ends[from - 1];
    spans.push({ start, end: ends[Math.min(from + WINDOW, ends.length) - 1] });
  }
  return spans;
}
