/** Which chunks fit into a budget. A letter costs one token, a frame ten. */
import { expect, it } from 'vitest';
import type { DraftPassage } from '../../src/assemble/passage.js';
import type { ContextCandidate } from '../../src/assemble/preferSource.js';
import { segmentText, type ValuedChunk } from '../../src/assemble/segments.js';
import { selectChunks, type TokenCosts } from '../../src/assemble/selectChunks.js';
import { truncateLines } from '../../src/assemble/truncate.js';
import type { Chunk } from '../../src/schema.js';

const ofPassage = ({ text }: Pick<DraftPassage, 'text'>): number => 10 + text.length;
const costs: TokenCosts = {
  passageOf: (segment) =>
    ({ file: 'a', text: segmentText(segment), origins: [] as DraftPassage['origins'] }) as DraftPassage, // the rest is not asked for
  ofPassage,
  ofText: (text) => text.length,
  cut: async (passage, most) =>
    truncateLines(passage, {
      whole: { lines: 9, tokens: 999, units: [] },
      count: (text) => text.length,
      fits: (short) => ofPassage(short) <= most,
    }),
};
/** A chunk of so many letters, in lines of ten, that begins somewhere in a document. */
const candidate = (docId: string, charStart: number, letters: number): ValuedChunk => ({
  chunk: {
    id: `${docId}${charStart}`,
    docId,
    charStart,
    charEnd: charStart + letters,
    overlapChars: 0,
    tokenCount: letters,
    synthetic: false,
    content: 'xxxxxxxxx\n'.repeat(letters / 10),
  } as Chunk,
  score: 1,
});
const selectedIds = async (room: number, ...chunks: readonly ContextCandidate[]): Promise<string> => {
  const { whole, cut } = await selectChunks(chunks, room, costs);
  const parts = cut.map(({ segment, passage }) => `${segment.chunks[0].id} cut to ${passage.text.length}`);
  return [...whole.map(({ chunk }) => chunk.id), ...parts].join(', ');
};

it('is added, best first, to the last character', async () => {
  expect(await selectedIds(140, candidate('a', 0, 50), candidate('b', 0, 70))).toBe('a0, b0');
  expect(await selectedIds(139, candidate('a', 0, 50), candidate('b', 0, 70))).toBe('a0');
});

it('is skipped for a smaller one after it', async () => {
  expect(await selectedIds(140, candidate('a', 0, 50), candidate('b', 0, 80), candidate('c', 0, 40))).toBe('a0, c0');
});

it('costs no frame if it is adjacent to another', async () => {
  expect(await selectedIds(130, candidate('a', 0, 50), candidate('a', 50, 70))).toBe('a0, a50');
  expect(await selectedIds(130, candidate('a', 50, 70), candidate('a', 0, 50))).toBe('a50, a0');
  expect(await selectedIds(129, candidate('a', 0, 50), candidate('a', 50, 70))).toBe('a0');
  expect(await selectedIds(130, candidate('a', 0, 50), candidate('b', 50, 70))).toBe('a0');
});

it('costs a frame next to an outline, which is not adjacent text', async () => {
  const { chunk, score } = candidate('a', 0, 50);
  const outline = { chunk: { ...chunk, synthetic: true }, score };
  expect(await selectedIds(130, outline, candidate('a', 50, 70))).toBe('a0');
  expect(await selectedIds(140, outline, candidate('a', 50, 70))).toBe('a0, a50');
});

it('is added first whatever it costs', async () => {
  expect(await selectedIds(20, candidate('a', 0, 500), candidate('b', 0, 10))).toBe('a0');
});

it('is truncated if enough of it is left', async () => {
  expect(await selectedIds(60 + 119, candidate('a', 0, 50), candidate('b', 0, 500))).toBe('a0');
  expect(await selectedIds(60 + 120, candidate('a', 0, 50), candidate('b', 0, 500))).toBe('a0, b0 cut to 106');
  expect(await selectedIds(60 + 126, candidate('a', 0, 50), candidate('b', 0, 500))).toBe('a0, b0 cut to 116');
  expect(await selectedIds(60 + 150, candidate('a', 0, 50), candidate('b', 0, 500))).toMatch(/^a0, b0 cut to \d+$/);
});

it('takes its room from those after it when truncated', async () => {
  const long = { ...candidate('b', 0, 500), score: 9 };
  // Of 200 the cut one takes 196: nothing else is looked at.
  expect(await selectedIds(60 + 200, candidate('a', 0, 50), long, candidate('c', 0, 10))).toBe('a0, b0 cut to 186');
  expect(await selectedIds(60 + 160, candidate('a', 0, 50), long, candidate('c', 0, 10))).toBe('a0, b0 cut to 146');
});

it('is skipped if its lines are too long to be truncated, and a smaller one is added', async () => {
  const { chunk, score } = candidate('b', 0, 600);
  const wide = { chunk: { ...chunk, content: `${'x'.repeat(199)}\n`.repeat(3) }, score };
  expect(await selectedIds(60 + 150, candidate('a', 0, 50), wide, candidate('c', 0, 40))).toBe('a0, c0');
});

it('is not truncated if it is adjacent to another', async () => {
  expect(await selectedIds(60 + 150, candidate('a', 0, 50), candidate('a', 50, 500), candidate('c', 0, 20))).toBe(
    'a0, c0',
  );
});

it('is no longer tried without room for anything', async () => {
  expect(await selectedIds(60 + 29, candidate('a', 0, 50), candidate('b', 0, 10))).toBe('a0');
  expect(await selectedIds(60 + 30, candidate('a', 0, 50), candidate('b', 0, 10))).toBe('a0, b0');
});

/** What was put together out of chunks that are there as well. */
const gathered = (letters: number, exact: readonly ValuedChunk[], notes?: string): ContextCandidate => {
  const { chunk, score } = candidate('s', 0, letters);
  const put = { ...chunk, synthetic: true };
  return {
    chunk: put,
    score,
    sources: exact.map((one) => one.chunk),
    ...(notes ? { notes: { ...put, content: notes } } : {}),
  };
};

it('is left out if it is synthetic and its sources are included', async () => {
  const [a, b] = [candidate('a', 0, 50), candidate('b', 0, 50)];
  expect(await selectedIds(500, a, b, gathered(40, [a, b]))).toBe('a0, b0');
  expect(await selectedIds(500, a, gathered(40, [a, b]))).toBe('a0, s0');
  expect(await selectedIds(500, a, gathered(40, []))).toBe('a0, s0');
});

it('gives its room to others if its source is added after it', async () => {
  const [a, b] = [candidate('a', 0, 50), candidate('b', 0, 50)];
  expect(await selectedIds(160, gathered(40, [a]), a, b)).toBe('a0, b0');
});

it('stays if there is no room for its source', async () => {
  const a = candidate('a', 0, 500);
  expect(await selectedIds(110, candidate('b', 0, 40), a, gathered(40, [a]))).toBe('b0, s0');
});

it('keeps text from other sources', async () => {
  const a = candidate('a', 0, 50);
  const { whole } = await selectChunks([a, gathered(40, [a], '# Table: users\n')], 500, costs);
  expect(whole.map(({ chunk }) => chunk.content)).toEqual([a.chunk.content, '# Table: users\n']);
});

it('tries chunks by their score for their size, and the best first', async () => {
  const sized = (id: string, score: number, letters: number): ContextCandidate => ({
    ...candidate(id, 0, letters),
    score,
  });
  const order = (...candidates: readonly ContextCandidate[]): Promise<string> => selectedIds(9999, ...candidates);
  expect(await order(sized('a', 0.9, 300), sized('b', 0.6, 400), sized('c', 0.4, 100))).toBe('a0, c0, b0');
  // Below 80 tokens size does not count.
  expect(await order(sized('a', 0.9, 300), sized('b', 0.5, 60), sized('c', 0.4, 10))).toBe('a0, b0, c0');
  // Twice the score is worth twice the size.
  expect(await order(sized('a', 0.9, 300), sized('b', 0.8, 400), sized('c', 0.4, 200))).toBe('a0, b0, c0');
  expect(await order()).toBe('');
});
