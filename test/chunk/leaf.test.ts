/** A leaf that is too large, cut: a token a letter, so that what fits and what is repeated can be counted. */
import { describe, expect, it } from 'vitest';
import { childBranch, rootBranch } from '../../src/chunk/branch.js';
import { leadsAbove, shortenLead } from '../../src/chunk/draftChunk.js';
import { cutLeaf } from '../../src/chunk/leaf.js';
import { limits, type SizingLayer } from '../../src/options.js';
import { plainRuler, tokenizer } from '../../src/text/tokens/index.js';
import { node } from './chunks.js';
import { letters } from './letters.js';

/** Each chunk, with what it repeats in brackets. */
function drafts(text: string, sizing: SizingLayer, span = { start: 0, end: text.length }): string[] {
  const windows = cutLeaf(text, span, 'lines', plainRuler(text, letters), limits(sizing));
  for (const { start, end } of windows) expect(end - start).toBeLessThanOrEqual(sizing.maxTokens ?? 0);
  return windows.map(({ start, body, end }) =>
    start === body ? text.slice(start, end) : `[${text.slice(start, body)}]${text.slice(body, end)}`,
  );
}

const woods = 'oak\nash\nelm\nfir\nyew\nbay\n';

describe('a leaf', () => {
  it('is cut between lines, and no chunk exceeds the cap', () => {
    expect(drafts(woods, { maxTokens: 8, overlap: 0 })).toEqual(['oak\nash\n', 'elm\nfir\n', 'yew\nbay\n']);
    expect(drafts(woods, { maxTokens: 24, overlap: 0 })).toEqual([woods]);
    expect(drafts(woods, { maxTokens: 24, maxChars: 16, overlap: 0 })).toEqual(['oak\nash\nelm\n', 'fir\nyew\nbay\n']);
  });

  it('is cut within its span only', () => {
    expect(drafts(woods, { maxTokens: 8, overlap: 0 }, { start: 4, end: 20 })).toEqual(['ash\nelm\n', 'fir\nyew\n']);
  });

  it('repeats lines of the chunk before, within the cap', () => {
    expect(drafts(woods, { maxTokens: 12, overlap: 4 })).toEqual([
      'oak\nash\n',
      '[ash\n]elm\nfir\n',
      '[fir\n]yew\nbay\n',
    ]);
    expect(drafts(woods, { maxTokens: 16, overlap: 8 })).toEqual([
      'oak\nash\n',
      '[oak\nash\n]elm\nfir\n',
      '[elm\nfir\n]yew\nbay\n',
    ]);
    expect(drafts(woods, { maxTokens: 15, overlap: 7 })).toEqual([
      'oak\nash\n',
      '[ash\n]elm\nfir\n',
      '[fir\n]yew\nbay\n',
    ]);
  });

  it('repeats nothing from before its span', () => {
    expect(drafts(woods, { maxTokens: 12, overlap: 6 }, { start: 8, end: 24 })).toEqual([
      'elm\nfir\n',
      '[fir\n]yew\n',
      '[yew\n]bay\n',
    ]);
  });

  it('repeats words if a line is too much', () => {
    const line = 'one two three four five six seven eight nine ten';
    expect(drafts(line, { maxTokens: 20, overlap: 8 })).toEqual([
      'one two three four ',
      '[four ]five six ',
      '[six ]seven eight ',
      '[eight ]nine ten',
    ]);
    expect(drafts(line, { maxTokens: 20, overlap: 3 })).toEqual([
      'one two three four ',
      'five six seven ',
      'eight nine ten',
    ]);
  });

  it('repeats from a line rather than from a word, if enough is left', () => {
    const text = 'one two\nthree four\nfive six\nseven\neight nine\nten eleven\n';
    expect(drafts(text, { maxTokens: 30, overlap: 14 })).toEqual([
      'one two\nthree four\n',
      '[three four\n]five six\nseven\n',
      '[six\nseven\n]eight nine\n',
      '[eight nine\n]ten eleven\n',
    ]);
    expect(drafts(text.replaceAll('\n', '\r'), { maxTokens: 30, overlap: 14 })).toEqual(
      drafts(text, { maxTokens: 30, overlap: 14 }).map((draft) => draft.replaceAll('\n', '\r')),
    );
    expect(drafts(text.replaceAll('\n', '\r\n'), { maxTokens: 30, overlap: 14 })).toEqual([
      'one two\r\nthree four\r\n',
      '[three four\r\n]five six\r\n',
      '[five six\r\n]seven\r\n',
      '[seven\r\n]eight nine\r\n',
      '[eight nine\r\n]ten eleven\r\n',
    ]);
  });

  it('repeats nothing if neither a line nor a word begins', () => {
    expect(drafts('x'.repeat(40), { maxTokens: 16, overlap: 8 })).toEqual(
      [16, 8, 8, 8].map((length) => 'x'.repeat(length)),
    );
  });

  it('repeats no more than the character limit allows', () => {
    expect(drafts(woods, { maxTokens: 24, maxChars: 16, overlap: 12 })).toEqual([
      'oak\nash\nelm\n',
      '[elm\n]fir\nyew\nbay\n',
    ]);
  });

  it('is counted exactly, even if tokens merge across a possible cut', () => {
    const counter = tokenizer('cl100k_base');
    const text = `${'call(a,b);'.repeat(30)}\n${'   '.repeat(40)}x ${'="'.repeat(60)}`;
    const sizing = limits({ maxTokens: 24, overlap: 6 });
    const windows = cutLeaf(text, { start: 0, end: text.length }, 'lines', counter.ruler(text), sizing);
    expect(windows.map(({ body, end }) => text.slice(body, end)).join('')).toBe(text);
    for (const { start, end } of windows) expect(counter.count(text.slice(start, end))).toBeLessThanOrEqual(24);
  });
});

describe('a lead', () => {
  const text = 'a | b\n😀😀😀😀\nrow';
  const short = (end: number, most: number): string => {
    const lead = shortenLead(text, { start: 0, end }, plainRuler(text, letters), most);
    return text.slice(lead.start, lead.end);
  };

  it('stays whole in half of the room', () => {
    expect(short(6, 12)).toBe('a | b\n');
    expect(short(6, 13)).toBe('a | b\n');
  });

  it('is halved until it does', () => {
    expect(short(6, 11)).toBe('a |');
    expect(short(6, 4)).toBe('a');
    expect(short(6, 0)).toBe('a');
  });

  it('never loses half of a character', () => {
    expect(short(14, 14)).toBe('a | b\n');
    expect(short(14, 15)).toBe('a | b\n');
  });

  it('is added to the chunks below it, from the outside in', () => {
    const [outer, inner] = [
      { start: 2, end: 5 },
      { start: 7, end: 9 },
    ];
    const table = childBranch(rootBranch(node('document')), { ...node('table'), lead: outer });
    const row = childBranch(childBranch(table, { ...node('group'), lead: inner }), node('row'));
    expect(leadsAbove(row, 9)).toEqual([outer, inner]);
    expect(leadsAbove(row, 8)).toEqual([outer]);
    expect(leadsAbove(row, 4)).toEqual([]);
    expect(leadsAbove(table, 5)).toEqual([outer]);
  });
});
