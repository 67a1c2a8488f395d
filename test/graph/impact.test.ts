import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import { impactReport, walkDependents } from '../../src/graph/impact.js';
import { idOf } from '../../src/graph/place.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { placesNamed, storeOf } from './edges.js';

const all = () => true;

describe('what a change affects', () => {
  it('lists each once, at its shortest distance, for any calls and cycles', async () => {
    const size = 8;
    const call = fc.tuple(fc.nat(size - 1), fc.nat(size - 1));
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 20 }), async (calls) => {
        const body = (n: number): string =>
          calls
            .filter(([from]) => from === n)
            .map(([, to]) => `    function_${to}()\n`)
            .join('');
        const names = [...Array(size).keys()];
        const text = names.map((n) => `def function_${n}():\n    pass\n${body(n)}\n`).join('\n');
        const store = await storeOf({ 'a.py': text });
        const graph = await Graph.of(store);
        const { affected, more } = await walkDependents(graph, await placesNamed(store, 'function_0'), all);
        await store.close();
        expect(more).toBe(false);
        const found = affected.map(({ place, distance }) => [Number(idOf(place).split('_')[1]), distance] as const);
        expect(new Map(found)).toEqual(distancesTo(0, calls));
        expect(found.length).toBe(new Set(found.map(([n]) => n)).size);
        expect(found.map(([, distance]) => distance)).toEqual(found.map(([, distance]) => distance).sort());
      }),
      { numRuns: 25 },
    );
  });

  it('lists as many lines as fit', async () => {
    const calls = [...Array(12).keys()].map((n) => `def caller_${n}():\n    start()\n`);
    const store = await storeOf({ 'a.py': ['def start():\n    pass\n', ...calls].join('\n\n') });
    const whole = await impactReport(store, await placesNamed(store, 'start'));
    expect(whole.more).toBe(false);
    expect(whole.dependents).toHaveLength(12);
    for (let budget = 10; budget < whole.tokens; budget += 7) {
      const { text, tokens, more } = await impactReport(store, await placesNamed(store, 'start'), { budget });
      expect(tokens).toBe(tokenizer('cl100k_base').count(text));
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(more).toBe(true);
      expect(whole.text.startsWith(text)).toBe(true);
    }
    expect((await impactReport(store, await placesNamed(store, 'start'), { limit: 5 })).dependents).toHaveLength(5);
    await store.close();
  });

  it('ends at the limit', async () => {
    const store = await storeOf({ 'a.py': 'def a():\n    pass\n\n\ndef b():\n    a()\n\n\ndef c():\n    b()\n' });
    const graph = await Graph.of(store);
    const { affected, more } = await walkDependents(
      graph,
      await placesNamed(store, 'a'),
      ({ distance }) => distance < 2,
    );
    expect([affected.map(({ place }) => idOf(place)), more]).toEqual([['main:a.py#b'], true]);
    await store.close();
  });
});

/** The same by going back along the calls, ring by ring. */
function distancesTo(start: number, calls: readonly (readonly [number, number])[]): Map<number, number> {
  const met = new Map([[start, 0]]);
  for (let ring = [start], distance = 1; ring.length > 0; distance++) {
    const next = calls.filter(([from, to]) => ring.includes(to) && !met.has(from)).map(([from]) => from);
    for (const one of next) met.set(one, distance);
    ring = [...new Set(next)];
  }
  met.delete(start);
  return met;
}
