/** The value of each chunk for a context: results, chunks between and beside them, and the rest of a merged unit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueChunks } from '../../src/assemble/valueChunks.js';
import type { Chunk } from '../../src/schema.js';
import { type Result, singleResult } from '../../src/search/result.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { prepared } from '../contract/store.js';

const long = (word: string): string => `${`${word} is what this sentence is about. `.repeat(40)}\n`;
const guide = `# Wood\n\n${long('wood')}\n## Oak\n\n${long('oak')}\n## Elm\n\n${long('elm')}`;
const method = (name: string, lines = 8): string =>
  `    def ${name}(self):\n${[...Array(lines).keys()].map((n) => `        ${name}_${n} = "${name} number ${n}"\n`).join('')}\n`;
const client = `class Client:\n${method('open')}${method('send', 5)}${method('close')}`;
/** Seven chunks, none in the same unit as another. */
const apart = [...'abcdefg'].map((name) => `def ${name}():\n${`    call("${name} ${name}")\n`.repeat(18)}\n`).join('');

const store = new SqliteStore(':memory:');
let chunks: readonly Chunk[];
let methods: readonly Chunk[];
let functions: readonly Chunk[];
beforeAll(async () => {
  const [one, two] = [await prepared('guide.md', guide), await prepared('client.py', client)];
  const three = await prepared('apart.py', apart);
  await store.write({ put: [one, two, three] });
  chunks = one.chunks.map(({ chunk }) => chunk);
  methods = two.chunks.map(({ chunk }) => chunk);
  functions = three.chunks.map(({ chunk }) => chunk).filter(({ synthetic }) => !synthetic);
});
afterAll(() => store.close());

const explanation: Result['explanation'] = [];
const resultOf = (chunk: Chunk, score: number): Result => singleResult({ id: chunk.id, chunk, score, explanation });
const mergedResult = (id: string, chunk: Chunk, score = 1): Result => ({ ...resultOf(chunk, score), id, merged: true });
/** By positions: `2 at 0.9`. */
const valuesOf = async (...results: readonly Result[]): Promise<string[]> =>
  (await valueChunks(store, results)).map(({ chunk, score }) => `${chunk.position} at ${Number(score.toFixed(4))}`);
const positions = (chunks: readonly Chunk[]): number[] =>
  chunks.filter(({ synthetic }) => !synthetic).map(({ position }) => position);

describe('a chunk of the results', () => {
  it('has its score as value, the best first', async () => {
    expect(positions(functions)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await valuesOf(resultOf(functions[6], 0.4), resultOf(functions[0], 0.3))).toEqual(['6 at 0.4', '0 at 0.3']);
  });

  it('has the highest value, if it is the best of the best result', async () => {
    expect(
      await valuesOf(resultOf(functions[0], 0.3), resultOf(functions[6], 0.4), resultOf(functions[3], 0.1)),
    ).toEqual(['0 at 0.4', '6 at 0.4', '3 at 0.1']);
    expect(await valuesOf()).toEqual([]);
  });

  it('comes before a later one of the same value', async () => {
    const [a, b] = [resultOf(functions[0], 0.4), resultOf(functions[6], 0.4)];
    expect(await valuesOf(a, b)).toEqual(['0 at 0.4', '6 at 0.4']);
    expect(await valuesOf(b, a)).toEqual(['6 at 0.4', '0 at 0.4']);
  });

  it('adds no other, even if it is named like its document', async () => {
    expect(await valuesOf({ ...resultOf(functions[3], 0.5), id: 'main:apart.py' })).toEqual(['3 at 0.5']);
  });

  it('has the better of two scores', async () => {
    expect(await valuesOf(resultOf(functions[2], 0.9), resultOf(functions[2], 0.2))).toEqual(['2 at 0.9']);
    expect(await valuesOf(resultOf(functions[2], 0.2), resultOf(functions[2], 0.9))).toEqual(['2 at 0.9']);
  });

  it('gains no value next to a better one', async () => {
    expect(await valuesOf(resultOf(functions[3], 1), resultOf(functions[6], 0.3), resultOf(functions[2], 0.1))).toEqual(
      ['3 at 1', '6 at 0.3', '2 at 0.1'],
    );
  });
});

describe('a gap between two results', () => {
  const at = (name: string): Chunk => {
    const one = methods.find((chunk) => chunk.name === name && !chunk.synthetic);
    if (!one) throw new Error(name);
    return one;
  };

  it('is filled if it is small, with a lower value than both', async () => {
    const [open, send, close] = ['open', 'send', 'close'].map(at);
    expect([send.position - open.position, close.position - send.position]).toEqual([1, 1]);
    expect(send.tokenCount).toBeLessThanOrEqual(100);
    expect(await valuesOf(resultOf(open, 1), resultOf(close, 0.5))).toEqual([
      `${open.position} at 1`,
      `${close.position} at 0.5`,
      `${send.position} at 0.25`,
    ]);
  });

  it('is not filled if it is large', async () => {
    expect(functions[1].tokenCount).toBeGreaterThan(100);
    expect(await valuesOf(resultOf(functions[0], 1), resultOf(functions[2], 0.5))).toEqual(['0 at 1', '2 at 0.5']);
  });

  it('is filled up to a hundred tokens, and only with source that exists', async () => {
    const [open, send, close] = ['open', 'send', 'close'].map(at);
    const filled = async (...between: readonly Chunk[]): Promise<boolean> => {
      const holding = { chunksOf: () => Promise.resolve(between) } as unknown as Store; // nothing else is asked of it
      return (await valueChunks(holding, [resultOf(open, 1), resultOf(close, 0.5)])).length === 3;
    };
    expect(await filled({ ...send, tokenCount: 100 })).toBe(true);
    expect(await filled({ ...send, tokenCount: 101 })).toBe(false);
    expect(await filled({ ...send, synthetic: true })).toBe(false);
    expect(await filled()).toBe(false);
  });

  it('is not between an outline and a chunk', async () => {
    const [open, close] = ['open', 'close'].map(at);
    expect(await valuesOf(resultOf({ ...open, synthetic: true }, 1), resultOf(close, 0.5))).toHaveLength(2);
  });

  it('of more than one chunk is not filled', async () => {
    const [open] = ['open'].map(at);
    const far = { ...at('close'), position: open.position + 3 };
    expect(await valuesOf(resultOf(open, 1), resultOf(far, 0.5))).toHaveLength(2);
  });
});

describe('a chunk beside one of the best', () => {
  it('of the same section has a fifth of its value', async () => {
    const sections = chunks.filter(({ synthetic }) => !synthetic).map(({ breadcrumb }) => breadcrumb);
    const middle = sections.findIndex((one, i) => one === sections[i - 1] && one === sections[i + 1]);
    const [last, behind] = [sections.indexOf(sections[6]) - 1, sections.indexOf(sections[6])];
    expect([sections[last] === sections[behind], middle > 0]).toEqual([false, true]);
    expect(await valuesOf(resultOf(chunks[middle], 0.5))).toEqual([
      `${middle} at 0.5`,
      `${middle - 1} at 0.1`,
      `${middle + 1} at 0.1`,
    ]);
    expect(await valuesOf(resultOf(chunks[last], 0.5))).not.toContain(`${behind} at 0.1`);
  });

  it('has none, where a query restricts what may be shown', async () => {
    expect(chunks[1].breadcrumb).toBe(chunks[0].breadcrumb);
    const values = await valueChunks(store, [resultOf(chunks[0], 1)], { narrowed: true });
    expect(values.map(({ chunk }) => chunk.position)).toEqual([0]);
  });

  it('keeps its own value, if that is higher', async () => {
    expect(chunks[1].breadcrumb).toBe(chunks[0].breadcrumb);
    expect(await valuesOf(resultOf(chunks[0], 1), resultOf(chunks[1], 0.9))).toContain('1 at 0.9');
  });

  it('has none, if twelve are better', async () => {
    const better = Array.from({ length: 12 }, (_, i) => resultOf({ ...functions[0], id: `better${i}` }, 1));
    const values = await valuesOf(...better, resultOf(chunks[1], 0.5));
    expect(values.filter((one) => one.endsWith('at 0.1'))).toEqual([]);
  });
});

describe('a unit among the results', () => {
  it('adds the rest of its chunks, at half of the lowest score, and no others', async () => {
    const id = (await store.units('main:guide.md')).find(({ name }) => name === 'Oak')?.id ?? '';
    const unit = chunks.filter(({ content, parentContext }) => /oak/.test(content) || /Oak/.test(parentContext));
    expect(unit.length).toBeGreaterThan(2);
    expect(unit.length).toBeLessThan(chunks.length);
    const [first, ...rest] = positions(unit);
    expect(await valuesOf(mergedResult(id, unit[0], 0.5))).toEqual([
      `${first} at 0.5`,
      ...rest.map((other) => `${other} at 0.25`),
    ]);
  });

  it('adds them after all results', async () => {
    const [a, b] = [chunks[0], chunks[1]];
    const both = { ...mergedResult('main:guide.md', a), chunks: [b, a], scores: [0.5, 0.48] };
    const [best, next, ...rest] = await valuesOf(both);
    expect([best, next]).toEqual(['1 at 0.5', '0 at 0.48']);
    expect(rest).toHaveLength(positions(chunks).length - 2);
    expect(new Set(rest.map((one) => one.replace(/^\d+ /, '')))).toEqual(new Set(['at 0.24']));
  });

  it('that is the document adds all of it', async () => {
    const shown = await valuesOf(mergedResult('main:client.py', methods[1]));
    expect(shown.map((one) => Number.parseInt(one, 10)).sort()).toEqual(positions(methods).sort());
  });

  it('that no longer exists leaves the results unchanged', async () => {
    expect(await valuesOf(mergedResult('main:apart.py#gone', functions[3], 0.6))).toEqual(['3 at 0.6']);
  });
});
