/** Chunks become contiguous segments of sources: adjacent chunks are joined. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type ContextSegment, segmentsOf, segmentText, type ValuedChunk } from '../../src/assemble/segments.js';
import type { Chunk } from '../../src/schema.js';
import { prepared } from '../contract/store.js';

const long = (word: string): string => `${`${word} is what this sentence is about. `.repeat(40)}\n`;

let chunks: readonly Chunk[];
let others: readonly Chunk[];
beforeAll(async () => {
  const all = async (path: string): Promise<readonly Chunk[]> =>
    (await prepared(path, `# Wood\n\n${long('wood')}\n## Oak\n\n${long('oak')}`)).chunks.map(({ chunk }) => chunk);
  [chunks, others] = [await all('guide.md'), await all('a/guide.md')];
});

const valued = (chunk: Chunk, score: number): ValuedChunk => ({ chunk, score });
/** By positions: `[0 1] 0.9`. */
const describeSegments = (segments: readonly ContextSegment[]): string[] =>
  segments.map(({ chunks, score }) => `${chunks.map(({ position }) => position).join(' ')} at ${score}`);
const segmentLines = (...chosen: readonly ValuedChunk[]): string[] => describeSegments(segmentsOf(chosen));

describe('chunks that were chosen', () => {
  it('and are adjacent become one segment in their order, with the best score', () => {
    expect(segmentLines(valued(chunks[1], 0.5), valued(chunks[0], 0.9))).toEqual(['0 1 at 0.9']);
    expect(segmentLines(valued(chunks[0], 0.5), valued(chunks[1], 0.9))).toEqual(['0 1 at 0.9']);
  });

  it('and are adjacent become one segment even with an outline between them', () => {
    const outline: Chunk = { ...chunks[0], id: 'outline', synthetic: true, position: 0.5 };
    const three = [valued(chunks[0], 0.9), valued(outline, 0.5), valued(chunks[1], 0.9)];
    expect(segmentLines(...three)).toEqual(['0 1 at 0.9', '0.5 at 0.5']);
    expect(segmentLines(...three.reverse())).toEqual(['0 1 at 0.9', '0.5 at 0.5']);
  });

  it('and are not adjacent stay separate, best first', () => {
    expect(chunks.length).toBeGreaterThan(4);
    expect(segmentLines(valued(chunks[0], 0.3), valued(chunks[2], 0.4), valued(chunks[4], 0.35))).toEqual([
      '2 at 0.4',
      '4 at 0.35',
      '0 at 0.3',
    ]);
  });

  it('of two documents are never joined; on a tie the first chosen comes first', () => {
    const both = segmentsOf([valued(chunks[0], 0.5), valued(others[1], 0.5)]);
    expect(both.map(({ chunks }) => chunks[0].filePath)).toEqual(['guide.md', 'a/guide.md']);
  });

  it('of two documents are joined in each, however they alternate', () => {
    const both = [chunks[0], others[0], chunks[1], others[1]].map((chunk, i) => valued(chunk, 0.9 - i / 10));
    expect(segmentLines(...both)).toEqual(['0 1 at 0.9', '0 1 at 0.8']);
  });

  it('that are synthetic are never joined', () => {
    const [a, b] = [chunks[0], { ...chunks[1], synthetic: true }];
    expect(segmentLines(valued(a, 0.9), valued(b, 0.9))).toEqual(['0 at 0.9', '1 at 0.9']);
    expect(segmentLines(valued({ ...a, synthetic: true }, 0.9), valued(chunks[1], 0.8))).toEqual([
      '0 at 0.9',
      '1 at 0.8',
    ]);
  });

  it('and overlap are joined at the end of the overlap', () => {
    const b = { ...chunks[1], charStart: chunks[1].charStart - 4, overlapChars: chunks[1].overlapChars + 4 };
    expect(segmentLines(valued(chunks[0], 0.5), valued(b, 0.5))).toEqual(['0 1 at 0.5']);
    expect(segmentLines(valued(chunks[0], 0.5), valued({ ...b, overlapChars: b.overlapChars - 1 }, 0.5))).toHaveLength(
      2,
    );
  });
});

it('a segment has the overlap of its chunks once', () => {
  const [a, b] = [
    { ...chunks[0], content: 'one two ' },
    { ...chunks[1], content: 'two three', overlapChars: 4 },
  ];
  expect(segmentText({ chunks: [a, b], score: 1 })).toBe('one two three');
  expect(segmentText({ chunks: [b], score: 1 })).toBe('two three');
});
