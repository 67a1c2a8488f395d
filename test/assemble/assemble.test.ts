/**
 * What fits into a budget. A token is a character here, and the format is the bare
 * text, so that every number can be checked by eye.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assembled, type AssembleOptions, assemble } from '../../src/assemble/assemble.js';
import { dependencyLine } from '../../src/format/formatter.js';
import type { Context, Formatter } from '../../src/format/index.js';
import type { Chunk } from '../../src/schema.js';
import type { Explanation } from '../../src/search/explanation.js';
import { parseQuery } from '../../src/search/query.js';
import { singleResult } from '../../src/search/result.js';
import type { SearchResults } from '../../src/search/search.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

const letters = { name: 'letters', count: (text: string): number => text.length };
const bare: Formatter = {
  name: 'bare',
  format: ({ structure, passages, dependencies }: Context): string =>
    [
      ...(structure === '' ? [] : [`${structure}\n`]),
      ...passages.map(({ text }) => text),
      ...dependencies.map((line) => `${dependencyLine(line)}\n`),
    ].join(''),
};
/** `lines` lines of nine letters and an end. */
const lines = (letter: string, count: number): string => `${letter.repeat(9)}\n`.repeat(count);

const store = new SqliteStore(':memory:');
const chunks = new Map<string, Chunk>();
beforeAll(async () => {
  const sizes = { a: 20, b: 30, c: 5, d: 10 };
  const put = await Promise.all(
    Object.entries(sizes).map(([letter, count]) => prepared(`${letter}.txt`, lines(letter, count))),
  );
  put.push(await prepared('l.txt', `${'international '.repeat(6)}\n`.repeat(10)));
  put.push(await prepared('w.txt', `${'w'.repeat(500)}\n`));
  await store.write({ put });
  for (const { source, chunks: all } of put) chunks.set(source.path[0], all[0].chunk);
});
afterAll(() => store.close());

function resultsOf(...names: readonly string[]): SearchResults {
  const explanation: Explanation = [];
  const results = names.map((name, i) => {
    const chunk = chunks.get(name);
    if (!chunk) throw new Error(name);
    return singleResult({ id: chunk.id, chunk, score: 1 - i / 10, explanation });
  });
  return { query: parseQuery('x'), results, pending: 0, mode: 'keyword' };
}
const assembleWith = (of: SearchResults, budget: number, more: Partial<AssembleOptions> = {}): Promise<Assembled> =>
  assemble(store, 'x', of, { budget, formatter: bare, tokenizer: letters, ...more });
/** Which passages, each with how many of its own lines: `a20 c5`. */
const passageSizes = ({ context }: Assembled): string =>
  context.passages
    .map(({ text, file }) => `${file[0]}${text.split('\n').filter((line) => line === file[0].repeat(9)).length}`)
    .join(' ');

describe('passages', () => {
  it('are added, best first, while there is room', async () => {
    const all = await assembleWith(resultsOf('a', 'c', 'd'), 10_000);
    expect(passageSizes(all)).toBe('a20 c5 d10');
    expect(all.left).toBe(0);
    expect(all.tokens).toBe(all.text.length);
  });

  it('that fill the budget to the last token stay whole', async () => {
    const exact = await assembleWith(resultsOf('a', 'c'), 250);
    expect(passageSizes(exact)).toBe('a20 c5');
    expect(exact).toMatchObject({ tokens: 250, left: 0 });
  });

  it('that do not fit are skipped for a smaller one after them', async () => {
    const tight = await assembleWith(resultsOf('a', 'b', 'c', 'd'), 300);
    expect(passageSizes(tight)).toBe('a20 c5');
    expect(tight.left).toBe(2);
  });

  it('are truncated if enough of them is left', async () => {
    const cut = await assembleWith(resultsOf('a', 'b', 'c'), 200 + 210);
    expect(passageSizes(cut)).toMatch(/^a20 b\d+( c5)?$/);
    expect(cut.text).toMatch(
      /truncated: \d+ lines, \d+ tokens omitted\)\n# Full source: b\.txt \(30 lines, \d+ tokens\)/,
    );
    expect(cut.tokens).toBeLessThanOrEqual(410);
    const not = await assembleWith(resultsOf('a', 'b'), 200 + 119);
    expect(passageSizes(not)).toBe('a20');
  });

  it('that were truncated are ordered by their value', async () => {
    const cut = await assembleWith(resultsOf('a', 'l', 'c'), 200 + 2 * 85 + 85 + 60);
    expect(cut.context.passages.map(({ file }) => file)).toEqual(['a.txt', 'l.txt', 'c.txt']);
    expect(cut.text).toContain('truncated: 8 lines, ');
  });

  it('that exceed the budget together lose the truncated one first and the best last', async () => {
    const dear: Formatter = {
      name: 'dear',
      format: (context, tokens) => bare.format(context, tokens) + (context.passages.length > 1 ? '-'.repeat(50) : ''),
    };
    const less = await assembleWith(resultsOf('a', 'b'), 200 + 210, { formatter: dear });
    expect(passageSizes(less)).toBe('a20');
    expect(less.left).toBe(1);
    expect(passageSizes(await assembleWith(resultsOf('a', 'c', 'd'), 350, { formatter: dear }))).toBe('a20 c5');
  });

  it('the first is truncated, never dropped', async () => {
    const cut = await assembleWith(resultsOf('b', 'c'), 180);
    expect(passageSizes(cut)).toMatch(/^b\d+$/);
    expect(cut.text).toContain('truncated');
    expect(cut.tokens).toBeLessThanOrEqual(180);
  });

  it('the first is truncated inside its only line, too', async () => {
    const { text, tokens } = await assembleWith(resultsOf('w'), 120);
    expect(text).toMatch(
      /^w{24,}\n# \.\.\. \(truncated: \d+ characters, \d+ tokens omitted\)\n# Full source: w\.txt \(1 line, /,
    );
    expect(tokens).toBeLessThanOrEqual(120);
  });

  it('none is added if not even a truncated one fits; the stated figures are still right', async () => {
    expect(await assembleWith(resultsOf('b', 'c'), 40)).toMatchObject({
      text: '',
      tokens: 0,
      left: 2,
      context: { passages: [] },
    });
  });
});

describe('the overview', () => {
  const all = ['b', 'a', 'd', 'c'];
  const sizeOfPicture = async (): Promise<number> =>
    (await assembleWith(resultsOf('a'), 100_000)).context.structure.length + 1;

  it('comes before the passages for a comprehensive query, if it takes no more than an eighth', async () => {
    const size = await sizeOfPicture();
    expect(size).toBeGreaterThan(50);
    const pictured = async (budget: number): Promise<boolean> =>
      (await assembleWith(resultsOf(...all), budget, { scope: 'comprehensive' })).context.structure !== '';
    expect(await pictured(size * 8)).toBe(true);
    expect(await pictured(size * 8 - 1)).toBe(false);
  });

  it.each(['focused', 'exploratory'] as const)('leaves its tokens to the passages for a %s query', async (scope) => {
    const size = await sizeOfPicture();
    expect((await assembleWith(resultsOf(...all), size * 8, { scope })).context.structure).toBe('');
    expect((await assembleWith(resultsOf('c'), 50 + size, { scope })).context.structure).not.toBe('');
    expect((await assembleWith(resultsOf('c'), 50 + size - 1, { scope })).context.structure).toBe('');
  });

  it('counts towards the budget', async () => {
    const budget = (await sizeOfPicture()) * 8;
    const { text, tokens } = await assembleWith(resultsOf(...all), budget, { scope: 'comprehensive' });
    expect(text.startsWith('Overview: 6 files')).toBe(true);
    expect(tokens).toBeLessThanOrEqual(budget);
  });
});

describe('the scope', () => {
  it('is that of the query, unless it is given', async () => {
    expect((await assembleWith(resultsOf('a'), 1000)).context).toMatchObject({ scope: 'focused', query: 'x' });
    expect((await assembleWith(resultsOf('a'), 1000, { scope: 'comprehensive' })).context.scope).toBe('comprehensive');
    const typed = 'list all errors';
    const of = await assemble(store, typed, resultsOf('a'), { budget: 1000, formatter: bare, tokenizer: letters });
    expect(of.context).toMatchObject({ scope: 'comprehensive', query: typed });
  });
});

describe('dependencies', () => {
  it('are added as long as whole lines fit', async () => {
    const code = (n: number): Promise<Awaited<ReturnType<typeof prepared>>> =>
      prepared(`m${n}.txt`, lines(String(n), 3));
    const put = await Promise.all([1, 2].map(code));
    const using = put.map(({ chunks: [{ chunk }] }, n) => ({ ...chunk, metadata: { uses: [`import 'lib${n}'`] } }));
    const results = using.map((chunk) => singleResult({ id: chunk.id, chunk, score: 1, explanation: [] }));
    const of: SearchResults = { query: parseQuery('x'), results, pending: 0, mode: 'keyword' };
    const [one, two] = ['lib0', 'lib1'].map((lib, n) => `m${n + 1}.txt → ${lib} (imports)\n`);
    const textOf = async (budget: number): Promise<string> =>
      (await assembleWith(of, budget)).text.replace(/\d{9}\n/g, '');
    expect(await textOf(60 + one.length + two.length)).toBe(one + two);
    expect(await textOf(60 + one.length + two.length - 1)).toBe(one);
    expect(await textOf(60 + one.length - 1)).toBe('');
  });
});
