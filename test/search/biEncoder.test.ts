/** The bi-encoder: what it reads of a text, the vectors it makes, and what these do to an answer. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Transformer } from '../../src/embed/biEncoder/transformer.js';
import { WordPieces } from '../../src/embed/biEncoder/wordPieces.js';
import { builtin } from '../../src/embed/builtin.js';
import { fromWeights } from '../../src/embed/weightFile.js';
import { open } from '../../src/engine/engine.js';
import { FroeError } from '../../src/errors.js';
import { packageFile } from '../../src/packageFile.js';
import type { Chunk } from '../../src/schema.js';
import { rerankWithBiEncoder } from '../../src/search/biEncoder.js';
import { scoredChunk } from '../../src/search/result.js';
import { MatrixMemory } from '../../src/wasm/matrixMemory.js';
import { folder } from '../folder.js';

const file = readFileSync(packageFile('model/biencoder.bin'));
const transformer = new Transformer(file);

const chunk = (over: Partial<Chunk>): Chunk =>
  ({ id: 'a', filePath: 'src/a.py', name: 'f', breadcrumb: 'a.py', content: 'x', ...over }) as Chunk; // no more is read of it

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const asked = (query: string): Float32Array => transformer.vector(transformer.pieces.question(query, 30));
const read = (text: string): Float32Array =>
  transformer.vector(transformer.pieces.question(text, transformer.maxPieces));

describe('word pieces', () => {
  const names = ['parse', 'http', 'header', '##s', '2', 'un', '##known', 'once', 'a', 'py', 'cafe'];
  const pieces = new WordPieces(names);
  const split = (text: string): string => pieces.question(text, 30).map((id) => names[id]).join(' '); // biome-ignore format: one line

  it.each([
    ['parseHTTPHeaders(2)', 'parse http header ##s 2'],
    ['parse_http-headers', 'parse http header ##s'],
    ['unknown', 'un ##known'],
    ['xyzzy parse', 'parse'],
    ['Café', 'cafe'],
    ['12345 … — ✓', ''],
  ])('of %j are %j', (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it('count once in code, but not in prose', () => {
    const content = 'parse parse http';
    const of = (filePath: string): string[] =>
      pieces.chunk(chunk({ filePath, name: '', breadcrumb: '', content }), 30).map((id) => names[id]);
    expect(of('a.py')).toEqual(['a', 'py', 'parse', 'http']);
    expect(of('a.md')).toEqual(['a', 'parse', 'parse', 'http']);
  });

  it('leave out the comments of code', () => {
    const content = '# once\nparse # once\n"""once"""\nhttp';
    const found = pieces.chunk(chunk({ filePath: 'a.py', name: '', breadcrumb: '', content }), 30);
    expect(found.map((id) => names[id])).toEqual(['a', 'py', 'parse', 'http']);
  });

  it('end after a maximum', () => {
    expect(pieces.question('headers '.repeat(50), 5)).toHaveLength(5);
    expect(pieces.chunk(chunk({ filePath: 'a.md', content: 'headers '.repeat(50) }), 5)).toHaveLength(5);
  });
});

describe('a vector', () => {
  it('has length 1, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const vector = read(text);
        expect(vector).toHaveLength(256);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
      }),
      { numRuns: 50 },
    );
  });

  it('is the same on every machine, to the last digit', () => {
    expect([...asked('what happens when a connection breaks').slice(0, 4)]).toMatchInlineSnapshot(`
      [
        -0.02326223999261856,
        -0.07848964631557465,
        -0.04873622953891754,
        0.025229260325431824,
      ]
    `);
  });

  it('depends on its text alone', () => {
    const before = asked('retry a request');
    read('words '.repeat(60));
    expect(asked('retry a request')).toEqual(before);
  });

  it('is near to what says the same in other words', () => {
    const query = asked('throw away stuff that is too old');
    const same = dot(query, read('def evict_expired(cache): remove entries past their deadline'));
    const other = dot(query, read('def draw_button(window): paint a rectangle with a label'));
    expect(same).toBeGreaterThan(other);
  });

  it('depends on the order of words', () => {
    expect(dot(asked('convert json to yaml'), asked('convert yaml to json'))).toBeLessThan(0.9999);
  });

  it('refuses damaged weights', () => {
    const damaged = Uint8Array.from(file);
    damaged[100_000] ^= 1;
    for (const broken of [damaged, file.subarray(0, 20)])
      expect(() => new Transformer(broken)).toThrow(expect.objectContaining({ code: 'bad-model' }));
  });
});

describe('weights', () => {
  it('that the package lacks, or that are damaged, are none', () => {
    const make = (): never => {
      throw new FroeError('bad-model', 'damaged');
    };
    expect(fromWeights('model/none.bin', make)).toBe(false);
    expect(fromWeights('model/biencoder.bin', make)).toBe(false);
    expect(fromWeights('model/biencoder.bin', ({ length }) => length)).toBe(file.length);
  });

  it('are not hidden behind a mistake of ours', () => {
    const mistake = (): never => {
      throw new TypeError('a mistake');
    };
    expect(() => fromWeights('model/biencoder.bin', mistake)).toThrow('a mistake');
  });
});

describe('rows as columns', () => {
  it.each([
    [1, 1],
    [3, 5],
    [5, 2],
  ])('are those of %i rows and %i columns, and nothing else', (rows, columns) => {
    const memory = new MatrixMemory();
    const [from, to] = [
      { at: memory.allocate(rows * 7), stride: 7 },
      { at: memory.allocate(columns * 6), stride: 6 },
    ];
    memory.numbers.fill(-1, to.at, to.at + columns * 6);
    for (let i = 0; i < rows * 7; i++) memory.numbers[from.at + i] = i;
    memory.transpose(from, rows, columns, to);
    const expected = Array.from({ length: columns * 6 }, (_, i) =>
      i % 6 < rows ? (i % 6) * 7 + Math.floor(i / 6) : -1,
    );
    expect([...memory.numbers.subarray(to.at, to.at + columns * 6)]).toEqual(expected);
  });
});

describe('products of integers', () => {
  it.each([1, 2, 5])('are those of floats, to four digits, of %i rows', (rows) => {
    const memory = new MatrixMemory();
    const [depth, columns] = [16, 8];
    const x = memory.allocate((rows + 1) * depth);
    const [at, scales, bias, out] = [(depth * columns) / 2, columns, columns, (rows + 1) * columns].map((count) =>
      memory.allocate(count),
    );
    const left = Array.from({ length: rows * depth }, (_, i) => Math.sin(i));
    const right = Array.from({ length: depth * columns }, (_, i) => ((i * 37) % 255) - 127);
    memory.numbers.set(left, x);
    memory.shorts(at, right.length).set(right);
    memory.numbers.fill(0.01, scales, scales + columns).fill(0.5, bias, bias + columns);
    memory.multiplyIntegers(x, rows, { at, depth, columns, scales, bias }, out, 0);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let k = 0; k < depth; k++) sum += left[row * depth + k] * right[column * depth + k];
        expect(memory.numbers[out + row * columns + column]).toBeCloseTo(Math.max(0, sum * 0.01 + 0.5), 2);
      }
  });
});

describe('a search', () => {
  const files = {
    'cache.py': 'def evict_expired(cache, now):\n    for key in cache.older_than(now):\n        cache.remove(key)\n',
    'paint.py': 'def draw_button(window, label):\n    window.rectangle(label)\n    window.text(label)\n',
    'store.py': 'def load_old(path):\n    return read(path)\n\n\ndef save_stuff(path, old):\n    write(path, old)\n',
  };
  const query = 'throw away stuff that is too old';
  const plain = 'how long are old keys of a cache kept before I have to save them';

  it('says what it did to a score, and nothing with --no-rerank', async () => {
    const engine = await open(folder(files));
    const reasons = async (rerank: boolean): Promise<string[]> => {
      const { results } = await engine.search('remove old text', { rerank });
      return results.flatMap(({ explanation }) => explanation.map(({ reason }) => reason));
    };
    expect(await reasons(true)).toContain('built-in bi-encoder');
    expect(await reasons(false)).not.toContain('built-in bi-encoder');
    await engine.close();
  });

  it.each([
    ['a query that is phrased like a source', 'remove old text', 'hybrid', true],
    ['plain words', plain, 'keyword', true],
    ['plain words, which the vectors understand: none', plain, 'hybrid', false],
  ] as const)('reads chunks again for %s', async (_, asked, mode, expected) => {
    const engine = await open(folder(files));
    const { results } = await engine.search(asked, { mode });
    const reasons = results.flatMap(({ explanation }) => explanation.map(({ reason }) => reason));
    expect(reasons).toContain('built-in reader');
    expect(reasons.includes('built-in bi-encoder')).toBe(expected);
    await engine.close();
  });

  it('reads them for embedders that do not say what they understand', async () => {
    const { understands: _, ...silent } = builtin();
    const engine = await open(folder(files), { embedder: silent });
    const { results } = await engine.search(plain);
    expect(results.flatMap(({ explanation }) => explanation.map(({ reason }) => reason))).toContain(
      'built-in bi-encoder',
    );
    await engine.close();
  });

  const many = (count: number, odds: (i: number) => number) =>
    Array.from({ length: count }, (_, i) =>
      scoredChunk(`c${i}`, chunk({ id: `c${i}`, name: `name${i}`, content: `value number ${i}` }), [
        { reason: 'odds', kind: 'add', value: odds(i) },
      ]),
    );

  it.each([
    ['ten of sixty', 60, (i: number) => 1 / (i + 1), 10],
    ['twenty at most', 600, (i: number) => 1 / (i + 1), 20],
    ['none that is far behind', 60, (i: number) => 1 / 4 ** i, 4],
  ])('reranks the best, %s, and keeps the others', (_, pool, odds, read) => {
    const all = many(25, odds);
    const reranked = rerankWithBiEncoder(all, query, pool);
    expect(reranked.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    const steps = reranked.filter((one) => one.explanation.some(({ reason }) => reason === 'built-in bi-encoder'));
    const best = all.slice(0, read).map(({ id }) => id);
    expect(steps.map(({ id }) => id).sort()).toEqual(best.sort());
    const scores = reranked.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('leaves alone what it cannot read: one chunk, or a query without words', () => {
    const one = scoredChunk('a', chunk({}), [{ reason: 'odds', kind: 'add', value: 0.5 }]);
    expect(rerankWithBiEncoder([one], query, 60)).toEqual([one]);
    expect(rerankWithBiEncoder([one, one], '…', 60)).toEqual([one, one]);
  });
});
