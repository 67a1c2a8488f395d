/** The reader: what it sees of a chunk, what it makes of it, and what that does to an answer. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtinModel } from '../../src/embed/builtin.js';
import { open } from '../../src/engine/engine.js';
import { packageFile } from '../../src/packageFile.js';
import type { Chunk } from '../../src/schema.js';
import { scoreOf } from '../../src/search/explanation.js';
import { ReaderNetwork } from '../../src/search/reader/network.js';
import { FIELDS, readerFields, Vocabulary } from '../../src/search/reader/vocabulary.js';
import { MatrixMemory } from '../../src/wasm/matrixMemory.js';
import { folder } from '../folder.js';

const file = readFileSync(packageFile('model/reader.bin'));
const network = new ReaderNetwork(file, builtinModel());

const chunk = (over: Partial<Chunk>): Chunk =>
  ({ filePath: 'src/a.py', name: 'f', breadcrumb: 'a.py', content: 'x', ...over }) as Chunk; // no more is read of it

const retry = chunk({
  filePath: 'src/http/retry.py',
  name: 'send_again',
  content: 'def send_again(request):\n    # a dropped connection is tried once more\n    return pool.send(request)\n',
});
const parse = chunk({
  filePath: 'src/csv/parse.py',
  name: 'parse_row',
  content: 'def parse_row(line):\n    """Splits a row at its commas."""\n    return line.split(",")\n',
});
const wait = chunk({ filePath: 'docs/timeouts.md', name: 'Timeouts', content: '# Timeouts\n\nHow long froe waits.\n' });

const says = (question: string, ...chunks: readonly Chunk[]): number[] => {
  const words = new Vocabulary(builtinModel());
  const { questionWords, chunkWords } = network.limits;
  const asked = words.question(question, questionWords);
  return network.score(
    words,
    asked,
    chunks.map((one) => words.chunk(one, chunkWords)),
  );
};

describe('the input of a chunk', () => {
  const seen = (one: Chunk, most = 160): string[] =>
    new Vocabulary(builtinModel()).chunk(one, most).map((key) => readerFields[key % FIELDS]);

  it('is its path, its name, its context and its text, with comments separate', () => {
    expect(seen(retry)).toEqual([
      ...['path', 'path', 'path', 'path', 'name', 'name', 'above', 'above'],
      ...['text', 'text', 'text', 'text'],
      ...Array.from({ length: 7 }, () => 'comment'),
      ...['text', 'text', 'text', 'text'],
    ]);
    expect(new Set(seen(wait))).toEqual(new Set(['path', 'name', 'above', 'text']));
  });

  it('ends after a maximum of words', () => {
    expect(seen(chunk({ content: 'word '.repeat(500) }), 20)).toHaveLength(20);
  });

  it('matches the same word in query and chunk, or its stem', () => {
    const words = new Vocabulary(builtinModel());
    const [indexing, unheard] = words.question('indexing zzyqx', 24);
    const keys = words.chunk(chunk({ content: 'indexes zzyqx indexing' }), 160).map((key) => Math.floor(key / FIELDS));
    expect(keys.slice(-2)).toEqual([unheard, indexing]);
    expect(words.stem[keys.at(-3) ?? 0]).toBe(words.stem[indexing]);
    expect(words.row[unheard]).toBe(0);
  });

  it('has each word of a query once', () => {
    expect(new Vocabulary(builtinModel()).question('to be or not to be', 24)).toHaveLength(4);
    expect(new Vocabulary(builtinModel()).question('to be or not to be', 3)).toHaveLength(3);
  });
});

describe('the score', () => {
  it('is higher for an answer', () => {
    const [again, row, long] = says('what happens when a connection breaks', retry, parse, wait);
    expect(again).toBeGreaterThan(row);
    expect(again).toBeGreaterThan(long);
    const [, split] = says('where is a row of a table split at commas', retry, parse, wait);
    expect(split).toBe(Math.max(...says('where is a row of a table split at commas', retry, parse, wait)));
  });

  it('is the same on every machine, to the last digit', () => {
    expect(says('what happens when a connection breaks', retry, parse, wait)).toMatchInlineSnapshot(`
      [
        -1.4374805085605975,
        -3.8964652047474493,
        -5.172910538298853,
      ]
    `);
  });

  it('depends on each chunk alone', () => {
    const together = says('retry a request', retry, parse, wait);
    expect([retry, parse, wait].flatMap((one) => says('retry a request', one))).toEqual(together);
  });

  it('works for unknown words, and a nearly empty chunk', () => {
    for (const value of says('zzyqx', retry, chunk({ filePath: '-', name: '', breadcrumb: '', content: '…' })))
      expect(value).toBeTypeOf('number');
    expect(says('zzyqx', chunk({ filePath: '-', name: '', breadcrumb: '', content: '…' }))[0]).not.toBeNaN();
  });

  it('refuses damaged weights', () => {
    const damaged = Uint8Array.from(file);
    damaged[1000] ^= 1;
    expect(() => new ReaderNetwork(damaged, builtinModel())).toThrow(expect.objectContaining({ code: 'bad-model' }));
    expect(() => new ReaderNetwork(file.subarray(0, 20), builtinModel())).toThrow(
      expect.objectContaining({ code: 'bad-model' }),
    );
  });
});

describe('products', () => {
  it.each([1, 2, 3])('are sums of products, of any columns and %i rows', (rows) => {
    const products = new MatrixMemory();
    const [depth, columns] = [5, 32];
    const x = { at: products.allocate(rows * 8), stride: 8 };
    const w = { at: products.allocate(depth * columns), stride: columns };
    const bias = products.allocate(columns);
    const out = { at: products.allocate(rows * columns), stride: columns };
    const { numbers } = products;
    for (let i = 0; i < out.at; i++) numbers[i] = ((i * 7) % 11) - 5;
    products.multiply(x, rows, depth, w, columns, bias, out);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        let sum = numbers[bias + column];
        for (let k = 0; k < depth; k++) sum += numbers[x.at + row * 8 + k] * numbers[w.at + k * columns + column];
        expect(numbers[out.at + row * columns + column]).toBe(sum);
      }
  });
});

describe('an answer', async () => {
  const froe = await open(
    folder(Object.fromEntries([retry, parse, wait].map(({ filePath, content }) => [filePath, content]))),
    { index: ':memory:', sync: { threads: 0 } },
  );
  await froe.sync();
  const reasonsOf = async (rerank?: boolean) => {
    const { results } = await froe.search('parse a row of the request, send it again, timeouts', {
      ...(rerank === undefined ? {} : { rerank }),
    });
    for (const { explanation, score } of results) expect(scoreOf(explanation)).toBe(score);
    return results.flatMap(({ explanation }) => explanation.map(({ reason }) => reason));
  };

  it('explains its factor, unless reranking is off', async () => {
    expect(await reasonsOf()).toContain('built-in reader');
    expect(await reasonsOf(true)).toContain('built-in reader');
    expect(await reasonsOf(false)).not.toContain('built-in reader');
  });

  it('is not reranked with fused rankings', async () => {
    const { results } = await froe.search('connection', { fusion: 'score' });
    expect(results.flatMap(({ explanation }) => explanation.map(({ reason }) => reason))).not.toContain(
      'built-in reader',
    );
  });

  it('uses its score as evidence, and does not change the rest', async () => {
    const [read, plain] = [
      await froe.search('dropped connection'),
      await froe.search('dropped connection', { rerank: false }),
    ];
    expect(read.evidence?.figures.score).toBeLessThan(0);
    expect(plain.evidence?.figures.score).toBe(0);
    expect({ ...read.evidence?.figures, score: 0 }).toEqual(plain.evidence?.figures);
  });
});
