/** The token window over a text whose tokens are its words: what a window holds can be counted. */
import { describe, expect, it } from 'vitest';
import { artifactId, cutWindows, shouldChunk } from '../../src/chunk/window.js';
import { sourceFromText } from '../../src/sources/read.js';
import { sha256 } from '../../src/text/hash.js';
import type { Tokenizer } from '../../src/text/tokens/index.js';
import { letters } from './letters.js';

/** A word and the space after it is a token; a part that begins inside a word has one more. */
const words: Tokenizer = {
  name: 'words',
  count: (text) => text.match(/\S+\s*/g)?.length ?? 0,
  tokenEnds: (text) => [...text.matchAll(/\S+\s*/g)].map(({ 0: word, index }) => index + word.length),
};

const windows = (text: string, sizing: Parameters<typeof cutWindows>[2], tokenizer = words) =>
  cutWindows(
    sourceFromText(text, { tree: 'main', path: 'notes/plan.txt', language: 'text', docId: 'art_1' }),
    tokenizer,
    sizing,
  );
const small = { threshold: 4, size: 3, overlap: 1 };

describe('windows', () => {
  it('share some words, and the last one ends with the text', () => {
    const { chunks, gaps } = windows('a b c d e f g', small);
    expect(chunks.map(({ content }) => content)).toEqual(['a b c ', 'c d e ', 'e f g']);
    expect(chunks.map(({ overlapChars }) => overlapChars)).toEqual([0, 2, 2]);
    expect(gaps).toEqual([]);
  });

  it('are one for a text up to the threshold, with its own id', () => {
    const { chunks } = windows('a b c d', small);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({
      id: 'art_1',
      parentId: null,
      sourceType: 'artifact',
      chunkType: 'artifact',
      content: 'a b c d',
      tokenCount: 4,
      name: 'plan.txt',
      partIndex: 1,
      partOf: 1,
      depth: 0,
    });
  });

  it('are numbered below the artifact otherwise', () => {
    const { chunks } = windows('a b c d e', small);
    expect(chunks).toHaveLength(2);
    expect(chunks[1]).toMatchObject({
      id: `art_1::chunk::001::${sha256('c d e').slice(0, 8)}`,
      parentId: 'art_1',
      chunkType: 'artifact_chunk',
      position: 1,
      partIndex: 2,
      partOf: 2,
      tokenCount: 3,
      breadcrumb: '> plan.txt',
      metadata: { tokenizer: 'words', parser: 'window', artifact_id: 'art_1', chunk_index: 1 },
    });
    expect(chunks[1].embedHash).toBe(chunks[1].contentHash);
  });

  it('leave out a byte order mark, and count from after it', () => {
    const { chunks, gaps } = windows('\ufeffa b c d e', small);
    expect(chunks.map(({ content, charStart }) => [content, charStart])).toEqual([
      ['a b c ', 1],
      ['c d e', 5],
    ]);
    expect(gaps).toEqual([{ start: 0, end: 1, kind: 'bom' }]);
  });

  it.each([
    ['', []],
    [' \n ', [{ start: 0, end: 3, kind: 'whitespace' }]],
    ['\ufeff', [{ start: 0, end: 1, kind: 'bom' }]],
  ])('of %j are none', (text, gaps) => {
    expect(windows(text, small)).toEqual({ chunks: [], gaps, diagnostics: [] });
  });

  it('end a token earlier if they have one more on their own', () => {
    // Cut out of its surroundings, what begins with c is read as more tokens than it was.
    const odd = (more: number): Tokenizer => ({
      ...words,
      count: (text) => words.count(text) + (text.startsWith('c') ? more : 0),
    });
    const contents = (more: number) => windows('a b c d e f g', small, odd(more)).chunks.map(({ content }) => content);
    expect(contents(1)).toEqual(['a b c ', 'c d ', 'e f g']);
    expect(contents(2)).toEqual(['a b c ', 'c ', 'd e f ', 'f g']);
  });

  it('have at least one token, and advance', () => {
    const dear: Tokenizer = { ...words, count: (text) => 9 * words.count(text) };
    const { chunks } = windows('a b c', { threshold: 4, size: 3, overlap: 1 }, dear);
    expect(chunks.map(({ content }) => content).join('')).toContain('a ');
  });

  it('need a tokenizer with tokenEnds()', () => {
    expect(() => windows('a b c d e', small, letters)).toThrow(/'letters' does not report token boundaries/);
    expect(windows('oak', small, letters).chunks).toHaveLength(1);
  });

  it.each([
    [4, 3, 0],
    [3, 3, 1],
    [4, 1, 0],
  ])('may be of threshold %i, size %i and overlap %i', (threshold, size, overlap) => {
    expect(windows('a b c d e', { threshold, size, overlap }).chunks[0].tokenCount).toBe(size);
  });

  it.each([
    [4, 3, -1],
    [4, 3, 3],
    [2, 3, 1],
  ])('may not be of threshold %i, size %i and overlap %i', (threshold, size, overlap) => {
    expect(() => windows('a', { threshold, size, overlap })).toThrow(
      `A token window needs overlap < size <= threshold, not ${overlap}, ${size}, ${threshold}`,
    );
  });
});

describe('an artifact', () => {
  it('is cut if it has more tokens than the threshold, 1200 by default', () => {
    expect(shouldChunk('a b c', words, 2)).toEqual([true, 3]);
    expect(shouldChunk('a b c', words, 3)).toEqual([false, 3]);
    expect(shouldChunk('a '.repeat(1200), words)).toEqual([false, 1200]);
    expect(shouldChunk('a '.repeat(1201), words)).toEqual([true, 1201]);
  });

  it('has an id from its location, or else from its content', () => {
    expect(artifactId({ content: 'x' })).toBe(`art_${sha256('x').slice(0, 12)}`);
    expect(artifactId({ content: 'x', sourceId: '7' })).toBe(`art_${sha256(':7').slice(0, 12)}`);
    expect(artifactId({ content: 'x', sourceSystem: 'drive', sourceId: '7' })).toBe(
      `art_${sha256('drive:7').slice(0, 12)}`,
    );
    expect(artifactId({ content: 'x', sourceSystem: 'drive' }, 8)).toBe(`art_${sha256('x').slice(0, 8)}`);
  });
});
