/** Small things at the edges of grouping, packing and leads. */
import { describe, expect, it } from 'vitest';
import { shortenLead } from '../../src/chunk/draftChunk.js';
import { groupSiblings } from '../../src/chunk/groupSiblings.js';
import { pack, ThinnedCuts } from '../../src/chunk/pack.js';
import { plainRuler } from '../../src/text/tokens/index.js';
import type { Grain } from '../../src/types.js';
import { cutLetters, describeChunks, headed, sections } from './cutLetters.js';
import { cutsIn } from './cutsIn.js';
import { letters } from './letters.js';

/** The text is given as its segments. */
function grouped(segments: readonly string[], cap: number, least = 0): string[] {
  let at = 0;
  const spans = segments.map((segment) => {
    at += segment.length;
    return { start: at - segment.length, end: at };
  });
  const fits = (from: number, to: number): boolean => spans[to - 1].end - spans[from].start <= cap;
  const groups = groupSiblings(segments.join(''), spans, {
    fits,
    approximateTokens: (place) => place,
    minTokens: least,
  });
  return groups.map(([from, to]) => segments.slice(from, to).join(''));
}

describe('a run is split', () => {
  it('where no tiny chunk is left at its start or end', () => {
    expect(grouped(['oak\n', 'ash\n', 'elm\n\n\n', 'fir\n'], 17, 5)).toEqual(['oak\nash\n', 'elm\n\n\nfir\n']);
    expect(grouped(['oak\n', 'ash\n', 'elm\n\n\n', 'fir\n'], 17)).toEqual(['oak\nash\nelm\n\n\n', 'fir\n']);
  });

  it('the second time by what is left of it', () => {
    const run = ['a long first one\n\n\n', 'oak\n\n', 'ash\n', 'elm\n', 'fir\n'];
    expect(grouped(run, 19, 5)).toEqual(['a long first one\n\n\n', 'oak\n\nash\nelm\nfir\n']);
    expect(grouped(run, 16, 6)).toEqual(['a long first one\n\n\n', 'oak\n\nash\n', 'elm\nfir\n']);
  });

  it('by at most two blank lines', () => {
    const parts = (first: string, second: string): number[] => {
      const run = [`oak\n${first}`, `ash\n${second}`, 'elm\n'];
      return grouped(run, run.join('').length - 1).map((part) => part.trim().length);
    };
    const even = parts('\n\n', '\n\n');
    expect(parts('\n\n\n', '\n\n')[0] > 3).toBe(even[0] > 3);
    expect(parts('\n\n', '\n\n\n')[0] > 3).toBe(even[0] > 3);
    expect(parts('\n\n\n\n', '\n\n')[0] > 3).toBe(even[0] > 3);
    expect(parts('\n\n', '\n\n\n\n')[0] > 3).toBe(even[0] > 3);
  });

  it('between lines no sooner than inside a line', () => {
    const halves = ['one;', 'two;', 'six;', 'ten;', 'out;'].map(
      (word) => grouped(['oak;', `${word}\n`, 'ash\n'], 12)[0],
    );
    expect(new Set(halves.map((half) => half.length)).size).toBe(2);
  });
});

describe('packing', () => {
  it('continues after a part that exceeds the cap', () => {
    const at = [0, 50, 56, 62, 68, 74];
    const between = (i: number, j: number): number => at[j] - at[i];
    expect(pack(at, [0, 1, 1, 1, 1], between, { firstTokens: 20, otherTokens: 20, maxChars: 99 })).toEqual([1, 3]);
  });
});

describe('thinning', () => {
  const [PARAGRAPH, LINE] = [1, 2];
  const left = (cost: number, chars: number, ...at: readonly number[]): number[] => {
    const cuts = new ThinnedCuts(
      (place) => place,
      { start: 0, end: 16 },
      { firstTokens: 300, otherTokens: 240, maxChars: chars },
    );
    for (const place of at) cuts.add(place, cost);
    return [...cuts.bounds().at].slice(1, -1);
  };

  it('keeps a cut if the next is far away, in characters and in tokens', () => {
    expect(left(LINE, 96, 3, 12)).toEqual([3, 12]);
    expect(left(LINE, 96, 3, 8)).toEqual([8]);
    expect(left(LINE, 96, 3, 9)).toEqual([3, 9]);
  });

  it('keeps paragraphs four times as close, in characters and in tokens', () => {
    expect(left(PARAGRAPH, 24_000, 2, 8)).toEqual([2, 8]);
    expect(left(PARAGRAPH, 192, 1, 5)).toEqual([1, 5]);
    expect(left(PARAGRAPH, 192, 2, 4)).toEqual([2, 4]);
    expect(left(PARAGRAPH, 192, 1, 4)).toEqual([4]);
  });
});

describe('a lead further down', () => {
  const text = 'before | a😀 b\n';
  const short = (end: number, most: number): string => {
    const lead = shortenLead(text, { start: 7, end }, plainRuler(text, letters), most);
    return text.slice(lead.start, lead.end);
  };

  it('is halved from its own start', () => {
    expect(short(15, 8)).toBe('| a');
    expect(short(15, 16)).toBe('| a😀 b\n');
    expect(short(12, 10)).toBe('| a😀');
  });
});

describe('places to cut', () => {
  const places = (grain: Grain, text: string, most: number, span = { start: 0, end: text.length }): string => {
    const { at, cost } = cutsIn(text, span, grain, (start, end) => end - start <= most);
    return at.reduceRight((out, place, i) => `${out.slice(0, place)}‹${cost[i]}›${out.slice(place)}`, text);
  };

  it('are found after a carriage return at the start of the text', () => {
    expect(places('lines', '\roak ash\relm', 9)).toBe('\r‹0.5›oak ash\r‹2›elm');
  });

  it('in a blank line have the cost of its own indentation', () => {
    expect(places('lines', 'oak ash elm\n\n   fir', 12)).toBe('oak ash elm\n‹2.125›\n‹0.875›   fir');
  });

  it('are found in the span only: a line that is visible only after the span is blank', () => {
    expect(places('lines', 'oak\n\n  ash\n', 5, { start: 0, end: 7 })).toBe('oak\n‹2.125›\n‹2.25›  ash\n');
  });

  it('inside a grapheme are between code points', () => {
    expect(places('lines', '👨‍👩‍👧', 4)).toBe('👨\u200d‹12›👩\u200d‹12›👧');
  });

  it('end with the span, even inside a line', () => {
    expect(places('lines', 'one two three four five', 8, { start: 0, end: 14 })).toBe('one ‹7›two ‹7›three four five');
    expect(places('lines', 'oak\n\n   ash', 4, { start: 0, end: 7 })).toBe('oak\n‹2.125›\n‹2.25›   ash');
  });
});

it('the text of a section above its first subsection has the section’s id, with or without paragraphs', () => {
  const oak = headed('section', 'Oak', '## Oak\n', { kind: 'paragraph', text: 'Hard.\n' });
  const woods = headed('section', 'Woods', '# Woods\n', 'All.\n', oak);
  expect(
    describeChunks(cutLetters({ inside: [woods] }, { maxTokens: 99, granularity: 'node', parser: sections })),
  ).toEqual(['#woods # Woods\nAll.\n', '#oak ## Oak\nHard.\n']);
});
