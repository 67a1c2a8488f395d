/** Chunks that turn out too large, or show nothing, when they are written. */
import { describe, expect, it } from 'vitest';
import type { ParsedChunk } from '../../src/parse/parser.js';
import { code, cutLetters, fn, headed, shortId } from './cutLetters.js';
import type { Tree } from './grow.js';

const [oak, ash] = ['oak', 'ash'].map((name) => fn(name, `${name}();\n`));
const table = (name: string, ...rows: readonly string[]): Tree => ({
  kind: 'table',
  name,
  text: '|wood|\n',
  lead: { start: 0, end: 7 },
  inside: rows.map((text) => ({ kind: 'row', text })),
});

describe('a chunk that is too large with its prefix', () => {
  it('keeps its lead when it is cut again', () => {
    const { chunks } = cutLetters(
      { inside: [table('t', '|oak|\n', '|ash|\n')] },
      { maxTokens: 18, notes: () => '12345 ' },
    );
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['|wood|\n', '12345 '],
      ['|oak|', '|wood|\n12345 '],
      ['|ash|', '|wood|\n12345 '],
    ]);
  });

  it('gets the lead that its first part contains', () => {
    const prefix = ({ name }: { name: string }): string => (name === 't' ? '12345678' : '');
    const { chunks } = cutLetters(
      { inside: [table('t', '|oak|\n', '|ash|\n'), fn('f', 'f(1, 2, 3, 4, 5, 6);\n')] },
      { maxTokens: 26, prefix },
    );
    expect(chunks.map((chunk) => [shortId(chunk), chunk.content, chunk.context])).toEqual([
      ['#t~1', '|wood|\n', undefined],
      ['#t~2', '|oak|\n', '|wood|\n'],
      ['#t~3', '|ash|\n', '|wood|\n'],
      ['#f', 'f(1, 2, 3, 4, 5, 6);\n', undefined],
    ]);
  });
});

describe('a blank chunk', () => {
  it('is left out, and the next one repeats no text that is in no chunk', () => {
    const leaf = `oak;\n${'\n'.repeat(60)}ash; elm;\n`;
    const { chunks, gaps } = cutLetters({ text: leaf }, { maxTokens: 20, overlap: 8 });
    expect(chunks.map(({ content, overlapChars }) => [content.trim(), overlapChars])).toEqual([
      ['oak;', 0],
      ['ash; elm;', 0],
    ]);
    expect(gaps).toEqual([{ start: 19, end: 57, kind: 'whitespace' }]);
  });

  it('is left out between children', () => {
    const { chunks } = cutLetters({ inside: [oak, { kind: 'blank', text: '\n'.repeat(60) }, ash] }, { maxTokens: 20 });
    expect(chunks.map(({ content }) => content.trim())).toEqual(['oak();', 'ash();']);
  });
});

describe('a chunk of all the text', () => {
  it('is its unit if every unit has a chunk, and not the document', () => {
    expect(cutLetters({ inside: [oak] }, { granularity: 'node' }).chunks.map(shortId)).toEqual(['#oak']);
    expect(cutLetters({ inside: [oak] }, {}).chunks.map(shortId)).toEqual(['.']);
  });
});

it('metadata has names and weight only if they are not the default', () => {
  const { chunks } = cutLetters({ inside: [oak, ash, fn('f', 'f(1, 2, 3, 4, 5, 6);\n')] }, { maxTokens: 22 });
  expect(chunks.map(({ metadata }) => metadata)).toEqual([
    { tokenizer: 'letters', parser: 'code', names: ['oak', 'ash'] },
    { tokenizer: 'letters', parser: 'code' },
  ]);
});

it('the fields of a format are added to an outline, with its unit', () => {
  const asked: unknown[] = [];
  const fields = ({ shows, content }: ParsedChunk) => {
    asked.push([shows.map(({ name }) => name), content]);
    return {};
  };
  const member = headed('function', 'oak', 'oak() {\n', { text: '  1;\n' });
  cutLetters(
    { inside: [headed('class', 'Wood', 'class Wood {\n', member)] },
    { maxTokens: 20, outline: () => 'drawn', parser: { ...code, fields } },
  );
  expect(asked[0]).toEqual([['Wood'], 'drawn']);
});
