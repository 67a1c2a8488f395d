/** For which classes a head is looked up, with a store that has one for every class. */
import { describe, expect, it } from 'vitest';
import { outlinesFor } from '../../src/assemble/outlines.js';
import type { ContextSegment } from '../../src/assemble/segments.js';
import type { Chunk } from '../../src/schema.js';
import type { Store } from '../../src/store/store.js';
import type { Unit } from '../../src/types.js';

/**
 *     0         10        20        30        40
 *     [ Client                      ][ start   ]
 *        [ get    ][ put          ]
 */
const unit = (id: string, kind: string, charStart: number, charEnd: number, parentId: string): Unit =>
  ({ id, kind, charStart, charEnd, parentId }) as Unit; // the rest is not asked for
const units = [
  unit('Client', 'class', 0, 30, 'doc'),
  unit('get', 'method', 3, 12, 'Client'),
  unit('put', 'method', 12, 28, 'Client'),
  unit('start', 'function', 30, 40, 'doc'),
];
const chunk = (charStart: number, charEnd: number, more: Partial<Chunk> = {}): ContextSegment => ({
  chunks: [
    {
      id: `${charStart}-${charEnd}`,
      docId: 'doc',
      charStart,
      charEnd,
      sourceType: 'code',
      synthetic: false,
      ...more,
    } as Chunk,
  ],
  score: 1,
});

/** The ids that were looked for, with a store that has only those that end in `kept`. */
async function outlined(segments: readonly ContextSegment[], kept = 'Client'): Promise<string[]> {
  const store = {
    units: async () => units,
    chunkPlaces: async () => units.flatMap(({ id }) => [{ id }, { id: `${id}:summary` }]),
    chunks: async (ids: readonly string[]) =>
      ids
        .filter((id) => id.endsWith(kept))
        .map((id) => ({ id, synthetic: kept !== 'Client', metadata: { head: true } }) as unknown as Chunk),
  } as unknown as Store; // outlinesFor() asks for nothing else
  return (await outlinesFor(store, segments, 'exploratory')).flatMap(({ chunks }) => chunks.map(({ id }) => id));
}

describe('the head of a class is added', () => {
  it('for a method among the results, whole or in part', async () => {
    expect(await outlined([chunk(3, 12)])).toEqual(['Client']);
    expect(await outlined([chunk(5, 8)])).toEqual(['Client']);
    expect(await outlined([chunk(11, 13)])).toEqual(['Client']);
  });

  it('as a summary, if there is one instead', async () => {
    expect(await outlined([chunk(3, 12)], ':summary')).toEqual(['Client:summary']);
  });

  it('not for a method that is only adjacent to a result', async () => {
    expect(await outlined([chunk(0, 3)])).toEqual([]);
    expect(await outlined([chunk(28, 30)])).toEqual([]);
    expect(await outlined([chunk(0, 3), chunk(28, 30)])).toEqual([]);
  });

  it('not for a class whose methods are all included', async () => {
    expect(await outlined([chunk(3, 12), chunk(12, 28)])).toEqual([]);
    expect(await outlined([chunk(3, 28)])).toEqual([]);
    expect(await outlined([chunk(3, 27)])).toEqual(['Client']);
    expect(await outlined([chunk(4, 28)])).toEqual(['Client']);
  });

  it('not for a function outside of a class', async () => {
    expect(await outlined([chunk(31, 35)])).toEqual([]);
  });

  it('neither for a summary among the results nor for prose', async () => {
    expect(await outlined([chunk(0, 20, { synthetic: true })])).toEqual([]);
    expect(await outlined([chunk(0, 20, { sourceType: 'text' })])).toEqual([]);
    expect(await outlined([chunk(0, 20, { synthetic: true, sourceType: 'text' })])).toEqual([]);
  });

  it('not twice', async () => {
    expect(await outlined([chunk(3, 12), chunk(0, 30, { id: 'Client' })])).toEqual([]);
  });
});
