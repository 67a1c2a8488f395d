/** When the head of a class is added to its methods, and when it is not. */
import { afterAll, describe, expect, it } from 'vitest';
import { outlinesFor } from '../../src/assemble/outlines.js';
import type { ContextSegment } from '../../src/assemble/segments.js';
import type { Chunk } from '../../src/schema.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

const method = (name: string): string =>
  `    def ${name}(self):\n${[...Array(12).keys()].map((n) => `        ${name}_${n} = "${name} number ${n}"\n`).join('')}\n`;
const functions = ['plant', 'fell'].map((name) => method(name).replace(/^ {4}/gm, '')).join('\n');

const store = new SqliteStore(':memory:');
const put = [
  await prepared('client.py', `class Client:\n${['open', 'send', 'close'].map(method).join('')}`),
  await prepared('wood.py', functions),
  await prepared('guide.md', `# Guide\n\n${'A word on wood. '.repeat(60)}\n`),
];
await store.write({ put });
afterAll(() => store.close());

const [all, wood, guide] = put.map(({ chunks }) => chunks.map(({ chunk }) => chunk));
const outline = all.find(({ metadata }) => metadata.head === true);
const [open, send, close] = ['open', 'send', 'close'].map((name) =>
  all.filter(({ fullName }) => fullName.includes(name)),
);
const shown = (chunks: readonly Chunk[], score = 1): ContextSegment => ({ chunks, score });
const outlined = async (scope: 'focused' | 'exploratory', ...segments: readonly ContextSegment[]): Promise<string[]> =>
  (await outlinesFor(store, segments, scope)).map(({ chunks, score }) => `${chunks.map(({ id }) => id)} at ${score}`);

describe('the head of a class', () => {
  it('is added after two of its methods, with the lower score', async () => {
    expect(outline?.id).toBe('main:client.py#Client');
    expect(await outlined('focused', shown(open, 0.9), shown(close, 0.4))).toEqual([`${outline?.id} at 0.4`]);
    expect(await outlined('focused', shown(open, 0.4), shown(close, 0.9))).toEqual([`${outline?.id} at 0.4`]);
    expect(await outlined('focused', shown([...open, ...send]))).toHaveLength(1);
  });

  it('is added for one method only if the query is broad', async () => {
    expect(await outlined('focused', shown(open))).toEqual([]);
    expect(await outlined('exploratory', shown(open))).toHaveLength(1);
  });

  it('is added for a part of a method as for all of it', async () => {
    const within = (chunk: Chunk): Chunk => ({
      ...chunk,
      charStart: chunk.charStart + 40,
      charEnd: chunk.charEnd - 40,
    });
    expect(await outlined('exploratory', shown([within(send[0])]))).toHaveLength(1);
  });

  it('is left out if the class is included whole, or its head is a result', async () => {
    const whole = all.filter(({ synthetic }) => !synthetic);
    expect(await outlined('exploratory', shown(whole))).toEqual([]);
    expect(await outlined('exploratory', shown(open), shown(outline ? [outline] : []))).toEqual([]);
  });

  it('is not added without a class, code or source', async () => {
    expect(await outlined('exploratory', shown(wood))).toEqual([]);
    expect(await outlined('exploratory', shown(guide))).toEqual([]);
    expect(await outlined('exploratory', shown(outline ? [outline] : []))).toEqual([]);
  });
});
