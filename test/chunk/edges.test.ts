/** Limits met to the letter, and what lies just beyond them. */
import { describe, expect, it } from 'vitest';
import { cutLeaf } from '../../src/chunk/leaf.js';
import { limits } from '../../src/options.js';
import { plainRuler, type Tokenizer } from '../../src/text/tokens/index.js';
import { cutLetters, describeChunks, fn, headed } from './cutLetters.js';
import type { Tree } from './grow.js';
import { letters } from './letters.js';

const drafts = (tree: Tree, settings: Parameters<typeof cutLetters>[1]): string[] =>
  describeChunks(cutLetters(tree, settings));

describe('small neighbours', () => {
  it('far down a text are joined by their own characters', () => {
    const tree: Tree = { inside: [fn('a', `${'x'.repeat(29)}\n`), fn('b', `${'y'.repeat(15)}\n`), fn('c', 'c\n')] };
    expect(drafts(tree, { maxTokens: 99, maxChars: 30, minTokens: 4 })).toHaveLength(2);
  });

  it('are split where no tiny chunk is left', () => {
    const run = ['oak\n', 'ash\n', 'elm\n\n\n', 'fir\n'].map((text) => fn(text.trim(), text));
    expect(drafts({ inside: run }, { maxTokens: 17, minTokens: 5 })).toEqual([
      '#oak oak\nash\n',
      '#elm elm\n\n\nfir\n',
    ]);
  });
});

describe('the head of a unit that is opened', () => {
  const member = (name: string): Tree => headed('function', name, `${name}() {`, ' 1; }');
  const outline = (): string => 'drawn';

  it('is a chunk, even of one character, if nothing is left out', () => {
    const list = headed('class', 'List', '(', member('f'), member('g'));
    expect(drafts({ inside: [list] }, { maxTokens: 12, outline })).toContain('#List~1 (');
    expect(drafts({ inside: [list] }, { maxTokens: 12, outline, granularity: 'node' })).toContain('#List (');
  });

  it('includes the comment that begins where it ends', () => {
    const wood: Tree = {
      ...headed('class', 'Wood', 'class Wood:', '"a\nb"\n', member('f')),
      doc: { start: 11, end: 16 },
    };
    expect(drafts({ inside: [wood] }, { maxTokens: 99, granularity: 'node' })).toEqual([
      '#Wood class Wood:"a\nb"\n',
      '#Wood.f f() { 1; }',
    ]);
  });
});

describe('the overlap', () => {
  const repeated = (
    first: string,
    next: string,
    sizing: { maxTokens: number; overlap: number },
    counter = letters,
  ): string => {
    const text = first + next;
    const windows = cutLeaf(text, { start: 0, end: text.length }, 'lines', plainRuler(text, counter), limits(sizing));
    expect(windows.map(({ body }) => body)).toEqual([0, first.length]);
    return text.slice(windows[1].start, first.length);
  };

  it('begins at a line after a carriage return', () => {
    expect(repeated('aaaa bb\rcc dddd eeee\r', 'ffff gggg hhhh\r', { maxTokens: 32, overlap: 16 })).toBe(
      'cc dddd eeee\r',
    );
  });

  it('begins at a line after any number of words', () => {
    const first = 'aaaa b b b b b\ncccc dddd eeee\n';
    expect(repeated(first, 'ffff gggg hhhh iiii jjj\n', { maxTokens: 48, overlap: 24 })).toBe('cccc dddd eeee\n');
  });

  it('is no more than requested, even if more would fit', () => {
    const dear: Tokenizer = { name: 'dear', count: (text) => text.length + (text.startsWith('q') ? 6 : 0) };
    expect(repeated('aaaaaaaaaaaaaaa q bbb bbb cc c\n', 'zz\n', { maxTokens: 32, overlap: 16 }, dear)).toBe(
      'bbb bbb cc c\n',
    );
  });
});

describe('a chunk that is cut again', () => {
  it('may be left with four characters', () => {
    const prefix = ({ charStart, charEnd }: { charStart: number; charEnd: number }): string =>
      charEnd - charStart > 19 ? '' : '12345678';
    expect(drafts({ text: 'oak;\nash;\nelm;\nfir;\n' }, { maxTokens: 12, prefix })).toHaveLength(4);
  });

  it('has each lead once', () => {
    const row = { kind: 'row', text: '|oak oak oak oak oak oak oak|\n' };
    const table: Tree = { text: '|wood|\n', lead: { start: 0, end: 7 }, inside: [row, row] };
    const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 40, notes: () => '12345 ' });
    expect(new Set(chunks.map(({ context }) => context))).toEqual(new Set(['12345 ', '|wood|\n12345 ']));
  });
});
