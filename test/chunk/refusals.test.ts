/** What cutting refuses, and that it says no more than that. */
import { describe, expect, it } from 'vitest';
import { cutWindows } from '../../src/chunk/window.js';
import { sourceFromText } from '../../src/sources/read.js';
import { cutLetters } from './cutLetters.js';
import { letters } from './letters.js';

const source = sourceFromText('oak ash elm', { tree: 'main', path: 'wood.txt', language: 'text' });
const ends = { ...letters, tokenEnds: (text: string) => Array.from(text, (_, i) => i + 1) };

function refusal(cut: () => unknown): unknown {
  try {
    return cut();
  } catch (error) {
    return error;
  }
}

describe('a bad option', () => {
  it.each([
    [
      'windows that overlap whole',
      () => cutWindows(source, ends, { overlap: 900 }),
      'The defaults are 100, 900 and 1200.',
    ],
    [
      'windows of a tokenizer that only counts',
      () => cutWindows(source, letters, { threshold: 5, size: 5, overlap: 1 }),
      'Use cl100k_base or o200k_base for the window strategy.',
    ],
    [
      'a long prefix',
      () => cutLetters({ text: 'oak' }, { maxTokens: 8, prefix: () => '12345' }),
      'Shorten it, or raise maxTokens.',
    ],
    [
      'a prefix that leaves no letter',
      () =>
        cutLetters({ text: 'oak and ash' }, { maxTokens: 8, prefix: ({ charEnd }) => (charEnd > 8 ? '' : '1234567') }),
      'Raise maxTokens or shorten the prefix.',
    ],
  ])('is %s', (_, cut, hint) => {
    expect(refusal(cut)).toMatchObject({ name: 'FroeError', code: 'bad-option', hint });
  });
});

it('valid options are accepted', () => {
  expect(cutLetters({ text: 'oak' }, {}).diagnostics).toEqual([]);
  expect(cutWindows(source, ends).diagnostics).toEqual([]);
  expect(cutWindows(source, ends, { threshold: 4, size: 4, overlap: 1 }).diagnostics).toEqual([]);
});
