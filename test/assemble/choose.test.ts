/** What gets into how much room. A letter costs one, and a frame ten. */
import { expect, it } from 'vitest';
import { choose, type Prices } from '../../src/assemble/choose.js';
import { textOf, type Valued } from '../../src/assemble/segments.js';
import type { Passage } from '../../src/format/index.js';
import type { Chunk } from '../../src/schema.js';

const prices: Prices = {
  passageOf: (segment) => ({ file: 'a', text: textOf(segment), startLine: 1, endLine: 9 }) as Passage, // the rest is not asked for
  ofPassage: ({ text }) => 10 + text.length,
  ofText: (text) => text.length,
};
/** A piece of so many letters, in lines of ten, that begins somewhere in a document. */
const piece = (docId: string, charStart: number, letters: number): Valued => ({
  chunk: {
    id: `${docId}${charStart}`,
    docId,
    charStart,
    charEnd: charStart + letters,
    overlapChars: 0,
    synthetic: false,
    content: 'xxxxxxxxx\n'.repeat(letters / 10),
  } as Chunk,
  score: 1,
});
const chosen = (room: number, ...pieces: readonly Valued[]): string => {
  const { whole, cut } = choose(pieces, room, prices);
  const parts = cut.map(({ segment, passage }) => `${segment.chunks[0].id} cut to ${passage.text.length}`);
  return [...whole.map(({ chunk }) => chunk.id), ...parts].join(', ');
};

it('gets in, best first, to the last letter', () => {
  expect(chosen(140, piece('a', 0, 50), piece('b', 0, 70))).toBe('a0, b0');
  expect(chosen(139, piece('a', 0, 50), piece('b', 0, 70))).toBe('a0');
});

it('is passed over for a smaller one behind', () => {
  expect(chosen(140, piece('a', 0, 50), piece('b', 0, 80), piece('c', 0, 40))).toBe('a0, c0');
});

it('costs no frame where it goes on from another, or another from it', () => {
  expect(chosen(130, piece('a', 0, 50), piece('a', 50, 70))).toBe('a0, a50');
  expect(chosen(130, piece('a', 50, 70), piece('a', 0, 50))).toBe('a50, a0');
  expect(chosen(129, piece('a', 0, 50), piece('a', 50, 70))).toBe('a0');
  expect(chosen(130, piece('a', 0, 50), piece('b', 50, 70))).toBe('a0');
});

it('costs a frame beside an outline, which is no text that could go on', () => {
  const { chunk, score } = piece('a', 0, 50);
  const outline = { chunk: { ...chunk, synthetic: true }, score };
  expect(chosen(130, outline, piece('a', 50, 70))).toBe('a0');
  expect(chosen(140, outline, piece('a', 50, 70))).toBe('a0, a50');
});

it('gets in first whatever it costs', () => {
  expect(chosen(20, piece('a', 0, 500), piece('b', 0, 10))).toBe('a0');
});

it('is cut where what is left is worth it', () => {
  expect(chosen(60 + 119, piece('a', 0, 50), piece('b', 0, 500))).toBe('a0');
  expect(chosen(60 + 120, piece('a', 0, 50), piece('b', 0, 500))).toBe('a0, b0 cut to 106');
  expect(chosen(60 + 126, piece('a', 0, 50), piece('b', 0, 500))).toBe('a0, b0 cut to 116');
  expect(chosen(60 + 150, piece('a', 0, 50), piece('b', 0, 500))).toMatch(/^a0, b0 cut to \d+$/);
});

it('cut takes its room from those behind', () => {
  // Of 200 the cut one takes 196: nothing else is looked at.
  expect(chosen(60 + 200, piece('a', 0, 50), piece('b', 0, 500), piece('c', 0, 10))).toBe('a0, b0 cut to 186');
  expect(chosen(60 + 160, piece('a', 0, 50), piece('b', 0, 500), piece('c', 0, 10))).toBe('a0, b0 cut to 146');
});

it('is passed over where its lines are too long to be cut, and a smaller one behind gets in', () => {
  const { chunk, score } = piece('b', 0, 600);
  const wide = { chunk: { ...chunk, content: `${'x'.repeat(199)}\n`.repeat(3) }, score };
  expect(chosen(60 + 150, piece('a', 0, 50), wide, piece('c', 0, 40))).toBe('a0, c0');
});

it('is not cut where it goes on from another: it would have to be cut off from it', () => {
  expect(chosen(60 + 150, piece('a', 0, 50), piece('a', 50, 500), piece('c', 0, 20))).toBe('a0, c0');
});

it('is not looked for any more where there is no room for anything', () => {
  expect(chosen(60 + 29, piece('a', 0, 50), piece('b', 0, 10))).toBe('a0');
  expect(chosen(60 + 30, piece('a', 0, 50), piece('b', 0, 10))).toBe('a0, b0');
});
