/** Cuts a tree, one token per letter, and checks the first promise: no letter is lost. */
import { expect } from 'vitest';
import { type CutSettings, cut } from '../../src/chunk/cut.js';
import type { Limits } from '../../src/options.js';
import type { Parser } from '../../src/parse/parser.js';
import type { Chunk } from '../../src/schema.js';
import { sourceFromText } from '../../src/sources/read.js';
import type { Cut } from '../../src/types.js';
import { grow, type Tree } from './grow.js';
import { letters } from './letters.js';

/** Classes and functions are units. */
export const code: Parser = {
  id: 'code',
  sourceType: 'code',
  preset: {},
  anchors: 'path',
  chunkType: ({ node, whole, part }) =>
    whole ? 'code_file' : part ? 'code_chunk' : node.kind === 'class' ? 'class' : 'function',
  isUnit: ({ kind }) => kind === 'class' || kind === 'function',
  parse: () => undefined,
};

export const sections: Parser = {
  id: 'sections',
  sourceType: 'markdown',
  preset: {},
  anchors: 'slug',
  headings: true,
  chunkType: ({ part, whole }) => (part && !whole ? 'markdown_section_chunk' : 'markdown_section'),
  isUnit: ({ kind }) => kind === 'section',
  parse: () => undefined,
};

type Settings = Partial<Omit<CutSettings, 'limits'>> & Partial<Limits>;

export function cutLetters(tree: Tree, settings: Settings): Cut & { readonly text: string } {
  const {
    maxTokens = 20,
    minTokens = 0,
    overlap = 0,
    granularity = 'pack',
    maxChars = Number.POSITIVE_INFINITY,
  } = settings;
  const { node, text } = grow(tree);
  const source = sourceFromText(text, { tree: 'main', path: 'src/wood.js', language: 'javascript' });
  const limits: Limits = { maxTokens, minTokens, overlap, between: 0, granularity, maxChars };
  const result = cut(source, node, { parser: code, tokenizer: letters, ...settings, limits });
  expect(rebuildSource(result, text)).toBe(text);
  return { ...result, text };
}

/** The source from its chunks and its gaps. */
function rebuildSource({ chunks, gaps }: Cut, text: string): string {
  const chunkTexts = chunks
    .filter(({ synthetic }) => !synthetic)
    .map(({ charStart, overlapChars, content }) => [charStart + overlapChars, content.slice(overlapChars)] as const);
  const gapTexts = gaps.map(({ start, end }) => [start, text.slice(start, end)] as const);
  return [...chunkTexts, ...gapTexts]
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part)
    .join('');
}

/** Each chunk as its id, below the document's, and its text. */
export const describeChunks = ({ chunks }: Cut): string[] =>
  chunks.map((chunk) => `${shortId(chunk)} ${chunk.content}`);
export const shortId = ({ id }: Pick<Chunk, 'id'>): string => id.replace('main:src/wood.js', '') || '.';

export const fn = (name: string, text: string, more: Tree = {}): Tree => ({ kind: 'function', name, text, ...more });
/** A node whose first line is its head. */
export const headed = (kind: string, name: string, head: string, ...inside: readonly (Tree | string)[]): Tree => ({
  kind,
  name,
  text: head,
  head: { start: 0, end: head.trimEnd().length },
  inside,
});
