/** The graph places of a segment, with a stub graph. */
import { describe, expect, it } from 'vitest';
import { Relations } from '../../src/assemble/relations.js';
import type { ContextSegment } from '../../src/assemble/segments.js';
import type { Graph, GraphEdge } from '../../src/graph/graph.js';
import { type GraphPlace, idOf } from '../../src/graph/place.js';
import type { Chunk } from '../../src/schema.js';
import type { Store } from '../../src/store/store.js';
import type { Unit } from '../../src/types.js';

/** Only what is asked for; the rest of a unit, a chunk, a store and a graph stays unwritten. */
const unit = (id: string, charStart: number, charEnd: number, parentId = 'doc'): Unit =>
  ({ id, parentId, charStart, charEnd }) as Unit;
const segment = (charStart: number, charEnd: number, sourceType: Chunk['sourceType'] = 'code'): ContextSegment => ({
  chunks: [{ id: `${charStart}-${charEnd}`, docId: 'doc', charStart, charEnd, sourceType } as Chunk],
  score: 1,
});

/**
 *     0         10        20        30        40
 *     [ Client                      ][ Oak     ]
 *        [ get    ][ put          ]
 */
const units = [unit('Client', 0, 30), unit('get', 3, 12, 'Client'), unit('put', 12, 28, 'Client'), unit('Oak', 30, 40)];
const store = { units: async () => units } as unknown as Store;

function relations(graph: Partial<Record<'dependents' | 'callees', unknown>>): Relations {
  return new Relations(store, { shortNameOf: idOf, ...graph } as unknown as Graph);
}

async function places(start: number, end: number): Promise<string[]> {
  const asked: string[] = [];
  const callees = async (place: GraphPlace): Promise<GraphEdge[]> => {
    asked.push(idOf(place));
    return [];
  };
  await relations({ callees }).dependencyNames(segment(start, end));
  return asked;
}

describe('a segment represents', () => {
  it.each([
    ['the units that it shows whole', 0, 40, ['Client', 'Oak']],
    ['one of them, to the letter', 3, 12, ['get']],
    ['the methods, where it does not show their class', 3, 28, ['get', 'put']],
    ['those that it shows, though others begin in it', 2, 27, ['get']],
    ['those that it shows, though others end in it', 4, 28, ['put']],
    ['the innermost that it is a part of', 4, 10, ['get']],
    ['one that begins with it', 12, 20, ['put']],
    ['one that ends with it', 20, 28, ['put']],
    ['the class, between its methods', 28, 29, ['Client']],
    ['its source, where no unit holds all of it', 29, 33, ['doc']],
  ])('%s', async (_, start, end, expected) => {
    expect(await places(start, end)).toEqual(expected);
  });
});

describe('the dependencies of a segment', () => {
  const edge = (to: GraphPlace, verb: GraphEdge['verb']): GraphEdge => ({ from: { docId: 'doc' }, to, verb, line: 1 });

  it('are named once, by the most specific verb, without the source itself', async () => {
    const [oak, elm] = [unit('Oak', 0, 1), unit('Elm', 0, 1)];
    const edges = [
      edge({ docId: 'doc' }, 'imports'),
      edge({ docId: 'doc', unit: oak }, 'imports'),
      edge({ docId: 'doc', unit: oak }, 'calls'),
      edge({ docId: 'other' }, 'imports'),
      edge({ docId: 'other', unit: elm }, 'inherits'),
    ];
    expect(await relations({ callees: async () => edges }).dependencyNames(segment(3, 12))).toEqual([
      { name: 'Elm', verb: 'inherits' },
      { name: 'Oak', verb: 'calls' },
      { name: 'other', verb: 'imports' },
    ]);
  });

  it('are empty for prose', async () => {
    expect(await relations({}).dependencyNames(segment(0, 9, 'text'))).toEqual([]);
  });
});

describe('the dependents of a segment', () => {
  it('are counted once, following at most sixty mentions', async () => {
    const lefts: number[] = [];
    const dependents = async (_: GraphPlace, left: number) => {
      lefts.push(left);
      return { ids: ['a', `b${lefts.length}`], mentions: 25 };
    };
    const asked = relations({ dependents });
    expect(await asked.countDependents(segment(0, 40))).toBe(3);
    await asked.countDependents(segment(3, 12));
    expect(await asked.countDependents(segment(0, 40))).toBe(3); // known by now
    expect(lefts).toEqual([60, 35, 10]);
  });

  it('are unknown if counting would take too long, and for prose', async () => {
    const dependents = async () => undefined;
    expect(await relations({ dependents }).countDependents(segment(0, 40))).toBeUndefined();
    expect(await relations({ dependents }).countDependents(segment(0, 40, 'text'))).toBeUndefined();
  });
});
