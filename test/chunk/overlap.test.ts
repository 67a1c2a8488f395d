/** What a chunk repeats of the one before: from where, and how much. In brackets. */
import { describe, expect, it } from 'vitest';
import { cutLeaf } from '../../src/chunk/leaf.js';
import { limits, type SizingLayer } from '../../src/options.js';
import { plainRuler, type Tokenizer, tokenizer } from '../../src/text/tokens/index.js';
import { letters } from './letters.js';

/** The text is given as the chunks it must fall into; what each repeats is drawn before it. */
function repeated(parts: readonly string[], sizing: SizingLayer, counter: Tokenizer = letters): string[] {
  const text = parts.join('');
  const windows = cutLeaf(text, { start: 0, end: text.length }, 'lines', plainRuler(text, counter), limits(sizing));
  expect(windows.map(({ body, end }) => text.slice(body, end))).toEqual(parts);
  return windows.slice(1).map(({ start, body }) => text.slice(start, body));
}

describe('the overlap begins', () => {
  const next = 'ffff gggg hhhh\n';

  it('at a line, even if a word is nearer', () => {
    expect(repeated(['aaaa bb\ncc dddd eeee\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['cc dddd eeee\n']);
    expect(repeated(['aaa b b b\ndd eeee\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['dd eeee\n']);
  });

  it('at a line, whatever its line end, and after any number of words', () => {
    expect(repeated(['aaaa bb\rcc dddd eeee\r', next], { maxTokens: 32, overlap: 16 })).toEqual(['cc dddd eeee\r']);
    expect(repeated(['aaaaaaa b b b b\ncc dddd\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['cc dddd\n']);
  });

  it('at a word, if from the line it would be less than half', () => {
    expect(repeated(['aaaa bb cc dddd\nee\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['bb cc dddd\nee\n']);
    expect(repeated(['a bbbbbbbbbb cccc\ndddd eee\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['dddd eee\n']);
  });

  it('at nothing else', () => {
    expect(repeated(['aaaa bbbbbbbbbbbbbbbbbbb\n', next], { maxTokens: 32, overlap: 16 })).toEqual(['']);
  });
});

describe('the overlap is counted', () => {
  it('by itself and with the rest, for any tokenizer', () => {
    const odd: Tokenizer = { name: 'odd', count: (text) => text.length + (/q/.test(text) && /z/.test(text) ? 50 : 0) };
    expect(repeated(['aaa bbb\nq c\ndd eeee\n', 'zzzz gggg hhhh\n'], { maxTokens: 32, overlap: 16 }, odd)).toEqual([
      'dd eeee\n',
    ]);
  });

  it('up to its own limit, even if the chunk has room for more', () => {
    const dear: Tokenizer = { name: 'dear', count: (text) => text.length + (text.startsWith('q') ? 5 : 0) };
    const parts = ['aaaaaaaaa qqq cc dddd ee\n', 'zzzz gggg hhhh\n'];
    expect(repeated(parts, { maxTokens: 39, overlap: 16 }, dear)).toEqual(['cc dddd ee\n']);
  });

  it('at most four times: then nothing is repeated', () => {
    const dear: Tokenizer = { name: 'dear', count: (text) => text.length + (text.startsWith('q') ? 50 : 0) };
    const behind = (line: string): string[] =>
      repeated([line, 'zzzz gggg hhhh\n'], { maxTokens: 32, overlap: 16 }, dear);
    expect(behind('aaaaaaaaa q q q cc\n')).toEqual(['cc\n']);
    expect(behind('aaaaaaaaa q q q q cc\n')).toEqual(['']);
  });
});

it('an endless word is counted exactly at every possible cut', () => {
  const counter = tokenizer('cl100k_base');
  const text = 'x'.repeat(3000);
  const windows = cutLeaf(
    text,
    { start: 0, end: 3000 },
    'lines',
    counter.ruler(text),
    limits({ maxTokens: 24, overlap: 0 }),
  );
  for (const { start, end } of windows) expect(counter.count(text.slice(start, end))).toBeLessThanOrEqual(24);
  expect(windows.length).toBeLessThan(30);
});

it('a span far inside a text is cut by its own characters', () => {
  const text = `${'x'.repeat(100)}\n${'oak\nash\n'.repeat(4)}`;
  const span = { start: 101, end: text.length };
  const windows = cutLeaf(
    text,
    span,
    'lines',
    plainRuler(text, letters),
    limits({ maxTokens: 99, maxChars: 16, overlap: 0 }),
  );
  expect(windows.map(({ start, end }) => text.slice(start, end))).toEqual([
    'oak\nash\n'.repeat(2),
    'oak\nash\n'.repeat(2),
  ]);
});
