import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedder, embedder } from '../../src/embed/index.js';
import { open } from '../../src/engine/engine.js';
import { embedText } from '../../src/enrich/prefix.js';
import type { Chunk } from '../../src/schema.js';
import { backgroundIdf } from '../../src/search/backgroundIdf.js';
import { calibration } from '../../src/search/calibration.js';
import { confidenceLevel, type Evidence, evidenceOf } from '../../src/search/confidence.js';
import type { ScoredChunk } from '../../src/search/result.js';
import { type SearchOptions, search } from '../../src/search/search.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';
import { folder } from '../folder.js';

const builtin = embedder('builtin', { env: {} }) as Embedder; // only `none` has none

describe('the background frequency of a word', () => {
  it('is known for words of code bases, and highest idf for unknown ones', () => {
    expect(backgroundIdf('test')).toBeLessThan(1);
    expect(backgroundIdf('cach')).toBeGreaterThan(backgroundIdf('return'));
    expect(backgroundIdf('nothingofthekind')).toBe(10.4);
  });
});

describe('evidence', () => {
  const chunk = (content: string): ScoredChunk => ({
    id: content,
    score: 1,
    chunk: { name: '', breadcrumb: '', content } as Chunk, // all that is asked of it
    explanation: [],
  });
  const of = (words: readonly string[], frequencies: readonly number[], ...texts: readonly string[]) =>
    evidenceOf({ words, frequencies, chunks: 1000, best: texts.map(chunk), near: [], named: false }).figures;

  it('covers the words of one of the best, rare words more', () => {
    expect(of(['watchman', 'test'], [5, 500], 'watchman').covered).toBeCloseTo(10.4 / 11.2, 2);
    expect(of(['watchman', 'test'], [5, 500], 'a test').covered).toBeCloseTo(0.8 / 11.2, 2);
    expect(of(['watchman', 'test'], [5, 500], 'a test', 'watchman').covered).toBeCloseTo(10.4 / 11.2, 2);
  });

  it('is on topic if words are more frequent than elsewhere', () => {
    expect(of(['cach'], [300], 'cache').topic).toBeGreaterThan(0);
    expect(of(['cach'], [0], 'no').topic).toBeLessThan(0);
    expect(of(['cach'], [300], 'cache').onTopic).toBeGreaterThan(of(['cach'], [3], 'cache').onTopic);
  });

  it('is empty without results, and always finite', () => {
    expect(Object.values(of([], []))).toEqual(expect.arrayContaining([0]));
    fc.assert(
      fc.property(
        fc.array(fc.record({ word: fc.string({ minLength: 1 }), n: fc.nat(2000) }), { maxLength: 8 }),
        fc.array(fc.string(), { maxLength: 12 }),
        fc.nat(5000),
        (words, texts, chunks) => {
          const { figures } = evidenceOf({
            words: words.map(({ word }) => word),
            frequencies: words.map(({ n }) => Math.min(n, chunks)),
            chunks,
            best: texts.map(chunk),
            near: texts.map((id, i) => ({ id, score: 1 / (i + 1) })),
            ...(texts.length > 6 ? {} : { score: chunks / 1000 }),
            named: false,
          });
          for (const value of Object.values(figures)) expect(Number.isFinite(value)).toBe(true);
        },
      ),
    );
  });
});

describe('the level', () => {
  const evidence = (covered: number, more: Partial<Evidence> = {}): Evidence => ({
    figures: {
      covered,
      coveredFirst: 0,
      topic: 0,
      topicRare: 0,
      onTopic: 0,
      onTopicFirst: 0,
      meeting: 0,
      meetingHere: 0,
      size: 9,
      nearest: 0,
      nearestTen: 0,
      nearestAll: 0,
      score: 0,
    },
    words: 8,
    named: false,
    ...more,
  });
  const model = { weights: { covered: 10 }, bias: -5, marks: { low: -1, high: 3 } };

  it.each([
    [0.3, {}, 'low'],
    [0.4, {}, 'fair'],
    [0.79, {}, 'fair'],
    [0.8, {}, 'high'],
    [0.1, { named: true }, 'fair'],
    [0.1, { words: 2 }, 'low'],
  ] as const)('of %d %j is %s', (covered, more, level) =>
    expect(confidenceLevel(evidence(covered, more), model)).toBe(level),
  );

  it('of a few words in one chunk is never low', () => {
    const strict = { ...model, marks: { low: 20, high: 30 } };
    expect(confidenceLevel(evidence(1, { words: 2 }), strict)).toBe('fair');
    expect(confidenceLevel(evidence(1, { words: 8 }), strict)).toBe('low');
  });

  it('has weights for all evidence, and ordered thresholds, in every mode', () => {
    expect(calibration.model).toBe(builtin.id);
    for (const by of ['withReader', 'withoutReader'] as const) {
      for (const [mode, { weights, marks }] of Object.entries(calibration[by])) {
        const known = Object.keys(evidence(0).figures)
          .filter((name) => mode !== 'keyword' || !name.startsWith('nearest'))
          .filter((name) => by === 'withReader' || name !== 'score');
        expect(Object.keys(weights)).toEqual(known);
        expect(marks.low).toBeLessThan(marks.high);
      }
    }
  });
});

/** A small index of its own words, asked what it has and what it has not. */
describe('a small index', () => {
  const store = new SqliteStore(':memory:');
  const files: Readonly<Record<string, string>> = {
    'src/saw.py':
      'def sharpen_saw(saw, angle):\n    """Sharpens the teeth of a saw at an angle, one after the other."""\n    return saw.file(angle)\n',
    'src/plank.py':
      'def cut_planks(trunk, thickness):\n    """Cuts a trunk into planks of one thickness."""\n    return trunk.split(thickness)\n',
    'docs/drying.md':
      '# Drying\n\nPlanks of oak dry for two years under a roof before they are planed. Wet planks warp.\n\n## Kilns\n\nA kiln dries planks in a week.\n',
    'docs/saws.md': '# Saws\n\nWhich saw cuts along the grain, and how often its teeth are sharpened.\n',
  };
  beforeAll(async () => {
    await store.useModel({ id: builtin.id, dimensions: builtin.dimensions, prefixVersion: builtin.prefixVersion });
    const put = await Promise.all(Object.entries(files).map(([path, text]) => prepared(path, text)));
    const chunks = put.flatMap(({ chunks: items }) => items.map((chunk) => chunk.chunk));
    const vectors = await builtin.embed(
      chunks.map((one) => embedText(one)),
      'passage',
    );
    await store.write({ put, vectors: chunks.map(({ embedHash }, i) => ({ hash: embedHash, vector: vectors[i] })) });
  });
  afterAll(() => store.close());

  const level = async (question: string, options: SearchOptions = {}) =>
    (await search(store, builtin, question, options)).confidence;

  it.each(['hybrid', 'keyword', 'vector'] as const)('is confident about what it contains, by %s', async (mode) => {
    expect(await level('how long do planks of oak dry', { mode })).not.toBe('low');
    expect(await level('at which angle are the teeth of a saw sharpened', { mode })).not.toBe('low');
    expect(await level('sharpen_saw', { mode })).not.toBe('low');
    expect(await level('how does the server refresh an expired session token', { mode })).toBe('low');
    expect(await level('which database migration failed in production', { mode })).toBe('low');
  });

  it('is not confident about unknown topics or an empty query', async () => {
    expect(await level('kubernetes ingress controller', { mode: 'keyword' })).toBe('low');
    expect(await level('planks path:nowhere/at/all')).toBe('low');
  });

  it('is judged by words if vectors are of another model', async () => {
    const other: Embedder = { ...builtin, id: 'test:other' };
    const { mode, confidence } = await search(store, other, 'how long do planks of oak dry');
    expect([mode, confidence === 'low']).toEqual(['keyword', false]);
  });

  it('has no confidence for a pattern', async () => {
    const engine = await open(folder({ 'wood.txt': 'Dry the planks.\n' }), { index: ':memory:', embedder: 'none' });
    await engine.sync({ threads: 0 });
    const answer = await engine.search('pl.nks', { mode: 'regex' });
    expect(answer.results).toHaveLength(1);
    expect(answer).not.toHaveProperty('confidence');
    await engine.close();
  });
});
