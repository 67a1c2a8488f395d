/** The smallest of what can happen: a unit of one letter, room for just one word, one name among what has none. */
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../src/types.js';
import { cutLetters, describeChunks, fn, headed, sections } from './cutLetters.js';
import type { Tree } from './grow.js';

const types = ({ chunks }: Cut): string[] => chunks.map(({ chunkType, content }) => `${chunkType} ${content}`);

describe('a unit that is opened', () => {
  const outline = (): string => 'o';

  it.each(['pack', 'node'] as const)('has its outline before its first character (%s)', (granularity) => {
    const one: Tree = { inside: [headed('class', 'C', 'c', headed('function', 'f', 'f', '1'))] };
    const two = cutLetters(one, { maxTokens: 1, granularity, outline });
    const own = granularity === 'node' ? '#C c' : '#C~1 c';
    expect(describeChunks(two)).toEqual(['#C:outline o', own, '#C.f~1 f', '#C.f~2 1']);
  });

  it('keeps its subject in its head if that begins right after its name', () => {
    const member = headed('function', 'f', 'f()\n', '12345678\n');
    const documented: Tree = {
      ...{ kind: 'class', name: 'C', text: 'c{/*a\nb*/\n', inside: [member] },
      ...{ head: { start: 0, end: 2 }, doc: { start: 2, end: 9 } },
    };
    const cut = cutLetters({ inside: [documented] }, { maxTokens: 15, granularity: 'node', outline });
    expect(describeChunks(cut)).toEqual(['#C:outline o', '#C c{/*a\nb*/\n', '#C.f f()\n12345678\n']);
    expect(cut.gaps).toEqual([]);
  });
});

describe('a tiny chunk', () => {
  it('far inside a text joins a neighbour with room for its characters', () => {
    const between: Tree = {
      inside: [fn('a', 'aaaaaaaaaaaaaaaaaaa\n'), { text: 'x;\n' }, fn('b', 'bbbbbbbbbbbbbbbbbb\n')],
    };
    expect(describeChunks(cutLetters(between, { maxTokens: 22, minTokens: 5, maxChars: 60 }))).toEqual([
      '#a aaaaaaaaaaaaaaaaaaa\n',
      '#b x;\nbbbbbbbbbbbbbbbbbb\n',
    ]);
  });

  it('is avoided if a run can be split elsewhere', () => {
    const run: Tree = { inside: ['oak\n', 'ash\n', 'elm\n\n\n', 'fir\n'].map((text) => ({ text })) };
    expect(describeChunks(cutLetters(run, { maxTokens: 17, minTokens: 5 }))).toEqual([
      '~1 oak\nash\n',
      '~2 elm\n\n\nfir\n',
    ]);
  });
});

describe('room for four characters', () => {
  it('is enough', () => {
    const cut = cutLetters({ text: 'oak ash elm' }, { maxTokens: 10, notes: () => '123456' });
    expect(describeChunks(cut)).toEqual(['~1 oak ', '~2 ash ', '~3 elm']);
  });

  it('is enough for the lead of a row, which is added once', () => {
    const rows = ['|oak|\n', '|ash|\n'].map((text): Tree => ({ kind: 'row', text }));
    const table: Tree = { kind: 'table', name: 't', text: '|wood|\n', lead: { start: 0, end: 7 }, inside: rows };
    const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 18, notes: () => '1234567' });
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['|wood|\n', '1234567'],
      ...['|oak', '|\n', '|ash', '|\n'].map((part) => [part, '|wood|\n1234567']),
    ]);
  });
});

it('a row that is cut when it is written has the lead once, even with room for two', () => {
  const row: Tree = { kind: 'row', text: `${'oak '.repeat(7)}\n` };
  const table: Tree = { kind: 'table', name: 't', text: '|wood|\n', lead: { start: 0, end: 7 }, inside: [row, row] };
  const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 40, notes: () => '12345678' });
  expect(chunks.map(({ context }) => context)).toEqual(['12345678', ...chunks.slice(1).map(() => '|wood|\n12345678')]);
});

describe('the type of a chunk', () => {
  it('is that of a part if it has an unnamed node next to its own text', () => {
    const run = ['x;\n', { text: 'y;\n' }] as const;
    const opened: Tree = { inside: [headed('class', 'C', 'class C\n', ...run, fn('f', 'f(1, 2, 3, 4);\n'))] };
    expect(types(cutLetters(opened, { maxTokens: 16 }))).toEqual([
      'code_chunk class C\nx;\ny;\n',
      'function f(1, 2, 3, 4);\n',
    ]);
  });

  it('is that of a part if the text of a section is cut when it is written', () => {
    const sub = headed('section', 'Sub', '## Sub\n', { text: 'yew\n' });
    const section: Tree = { inside: [headed('section', 'Oak', '# Oak\n', { text: 'oak ash elm fir\n' }, sub)] };
    const settings = { maxTokens: 20, granularity: 'node', parser: sections } as const;
    expect(types(cutLetters(section, { ...settings, notes: () => '123456' }))).toEqual([
      'markdown_section_chunk # Oak\n',
      'markdown_section_chunk oak ash ',
      'markdown_section_chunk elm fir\n',
      'markdown_section ## Sub\nyew\n',
    ]);
  });

  it('is that of the section for its own text, and not for a chunk with an unnamed node', () => {
    const figure: Tree = { kind: 'figure', name: 'fig', text: 'fig 1\n' };
    const inside = [{ text: 'oak ash elm\n\n\n' }, figure, { text: 'yew\n' }];
    const cut = cutLetters(
      { inside: [headed('section', 'Oak', '# Oak\n', ...inside)] },
      { maxTokens: 22, granularity: 'node', parser: sections },
    );
    expect(describeChunks(cut)).toEqual(['#oak # Oak\noak ash elm\n\n\n', '#fig fig 1\nyew\n']);
    expect(types(cut)).toEqual(['markdown_section # Oak\noak ash elm\n\n\n', 'markdown_section_chunk fig 1\nyew\n']);
  });
});
