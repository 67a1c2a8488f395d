/** Results become stretches of sources: what touches is joined, what is a whole unit is shown whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Segment, segmentsOf, textOf } from '../../src/assemble/segments.js';
import type { Chunk } from '../../src/schema.js';
import { alone, type Result } from '../../src/search/result.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

const long = (word: string): string => `${`${word} is what this sentence is about. `.repeat(40)}\n`;
const guide = `# Wood\n\n${long('wood')}\n## Oak\n\n${long('oak')}\n## Elm\n\n${long('elm')}`;
const method = (name: string): string =>
  `    def ${name}(self):\n${[...Array(12).keys()].map((n) => `        ${name}_${n} = "${name} number ${n}"\n`).join('')}\n`;
const client = `class Client:\n${method('open')}${method('send')}${method('close')}`;

const store = new SqliteStore(':memory:');
let pieces: readonly Chunk[];
let methods: readonly Chunk[];
beforeAll(async () => {
  const [one, two] = [await prepared('guide.md', guide), await prepared('client.py', client)];
  await store.write({ put: [one, two] });
  pieces = one.pieces.map(({ chunk }) => chunk);
  methods = two.pieces.map(({ chunk }) => chunk);
});
afterAll(() => store.close());

const explanation = { parts: {}, factors: [] };
const found = (chunk: Chunk, score: number): Result => alone({ id: chunk.id, chunk, score, explanation });
const whole = (id: string, chunk: Chunk, score = 1): Result => ({ ...found(chunk, score), id, merged: true });
/** By positions: `[0 1] 0.9`. */
const drawn = (segments: readonly Segment[]): string[] =>
  segments.map(({ chunks, score }) => `${chunks.map(({ position }) => position).join(' ')} at ${score}`);
const of = async (...results: readonly Result[]): Promise<string[]> => drawn(await segmentsOf(store, results));

describe('pieces that were found', () => {
  it('and touch are one stretch in their order, as good as the best of them', async () => {
    expect(await of(found(pieces[1], 0.5), found(pieces[0], 0.9))).toEqual(['0 1 at 0.9']);
    expect(await of(found(pieces[0], 0.5), found(pieces[1], 0.9))).toEqual(['0 1 at 0.9']);
  });

  it('and touch are one stretch though an outline stands between them', async () => {
    const outline: Chunk = { ...pieces[0], id: 'outline', synthetic: true, position: 0.5 };
    const three = [found(pieces[0], 0.9), found(outline, 0.5), found(pieces[1], 0.9)];
    expect(await of(...three)).toEqual(['0 1 at 0.9', '0.5 at 0.5']);
    expect(await of(...three.reverse())).toEqual(['0 1 at 0.9', '0.5 at 0.5']);
  });

  it('and do not are each by themselves, best first', async () => {
    expect(pieces.length).toBeGreaterThan(4);
    expect(await of(found(pieces[0], 0.3), found(pieces[2], 0.4), found(pieces[4], 0.35))).toEqual([
      '2 at 0.4',
      '4 at 0.35',
      '0 at 0.3',
    ]);
  });

  it('of two documents are never one, and of equals the first by name comes first', async () => {
    const both = await segmentsOf(store, [found(pieces[0], 0.5), found(methods[0], 0.5)]);
    expect(both.map(({ chunks }) => chunks[0].filePath)).toEqual(['client.py', 'guide.md']);
  });

  it('twice are shown once, for the better reason', async () => {
    expect(await of(found(pieces[2], 0.9), found(pieces[2], 0.2))).toEqual(['2 at 0.9']);
    expect(await of(found(pieces[2], 0.2), found(pieces[2], 0.9))).toEqual(['2 at 0.9']);
  });

  it('that are no source are joined with nothing', async () => {
    const [a, b] = [pieces[0], { ...pieces[1], synthetic: true }];
    expect(await of(found(a, 0.9), found(b, 0.9))).toEqual(['0 at 0.9', '1 at 0.9']);
    expect(await of(found({ ...a, synthetic: true }, 0.9), found(pieces[1], 0.8))).toEqual(['0 at 0.9', '1 at 0.8']);
  });
});

describe('a unit that was found as a whole', () => {
  const all = (chunks: readonly Chunk[]): string =>
    chunks
      .filter(({ synthetic }) => !synthetic)
      .map(({ position }) => position)
      .join(' ');

  it('is shown with all its pieces and no others', async () => {
    const oak = pieces.filter(({ content, parentContext }) => /oak/.test(content) || /Oak/.test(parentContext));
    expect(oak.length).toBeGreaterThan(1);
    expect(oak.length).toBeLessThan(pieces.length);
    const id = (await store.units('main:guide.md')).find(({ name }) => name === 'Oak')?.id ?? '';
    expect(await of(whole(id, oak[0], 0.7))).toEqual([`${all(oak)} at 0.7`]);
  });

  it('is shown without the outline that stands for it', async () => {
    expect(methods.some(({ synthetic }) => synthetic)).toBe(true);
    expect(await of(whole('main:client.py#Client', methods[0]))).toEqual([`${all(methods)} at 1`]);
  });

  it('that is the document brings all of it', async () => {
    expect(await of(whole('main:client.py', methods[1]))).toEqual([`${all(methods)} at 1`]);
  });

  it('that is no longer there leaves what was found', async () => {
    expect(await of(whole('main:guide.md#gone', pieces[3], 0.6))).toEqual(['3 at 0.6']);
  });
});

it('a stretch says once what its pieces repeat of each other', () => {
  const [a, b] = [
    { ...pieces[0], content: 'one two ' },
    { ...pieces[1], content: 'two three', overlapChars: 4 },
  ];
  expect(textOf({ chunks: [a, b], score: 1 })).toBe('one two three');
  expect(textOf({ chunks: [b], score: 1 })).toBe('two three');
});

it('pieces that repeat each other touch where the repetition ends', async () => {
  const b = { ...pieces[1], charStart: pieces[1].charStart - 4, overlapChars: pieces[1].overlapChars + 4 };
  expect(await of(found(pieces[0], 0.5), found(b, 0.5))).toEqual(['0 1 at 0.5']);
  expect(await of(found(pieces[0], 0.5), found({ ...b, overlapChars: b.overlapChars - 1 }, 0.5))).toHaveLength(2);
});
