/** What fits into a budget if the format itself costs tokens: a header, and a separator between passages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../src/assemble/assemble.js';
import type { Context, Formatter } from '../../src/format/index.js';
import type { Chunk } from '../../src/schema.js';
import { parseQuery } from '../../src/search/query.js';
import { singleResult } from '../../src/search/result.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

const letters = { name: 'letters', count: (text: string): number => text.length };
const framed = (head: number, seam = 0): Formatter => ({
  name: 'framed',
  format: ({ structure, passages }: Context): string =>
    `${'='.repeat(head)}${structure}${passages.map(({ text }) => text).join('-'.repeat(seam))}`,
});

const store = new SqliteStore(':memory:');
const chunks = new Map<string, Chunk>();
beforeAll(async () => {
  const sizes = { a: 20, b: 30, c: 5, d: 10, e: 2 };
  const put = await Promise.all(
    Object.entries(sizes).map(async ([letter, count]) => {
      const one = await prepared(`${letter}.txt`, `${letter.repeat(9)}\n`.repeat(count));
      return { ...one, source: { ...one.source, frequency: 'hot' as const } };
    }),
  );
  await store.write({ put });
  for (const { source, chunks: all } of put) chunks.set(source.path[0], all[0].chunk);
});
afterAll(() => store.close());

async function assembleFramed(names: string, budget: number, formatter: Formatter, scope?: Context['scope']) {
  const results = [...names].flatMap((name, i) => {
    const chunk = chunks.get(name);
    return chunk ? [singleResult({ id: chunk.id, chunk, score: 1 - i / 10, explanation: [] })] : [];
  });
  const found = { query: parseQuery('x'), results, pending: 0, mode: 'keyword' } as const;
  return assemble(store, 'x', found, { budget, formatter, tokenizer: letters, ...(scope ? { scope } : {}) });
}
/** The files whose passages came in. */
const shownNames = async (names: string, budget: number, formatter: Formatter): Promise<string> =>
  (await assembleFramed(names, budget, formatter)).context.passages.map(({ file }) => file[0]).join('');

describe('passages in a frame', () => {
  it('are added to the last token, with the head counted once', async () => {
    expect(await shownNames('ac', 20 + 200 + 50, framed(20))).toBe('ac');
    expect(await shownNames('ac', 20 + 200 + 49, framed(20))).toBe('a');
  });

  it('are skipped for a smaller one after them, by what the head leaves', async () => {
    expect(await shownNames('adc', 20 + 200 + 90, framed(20))).toBe('ac');
  });

  it('lose the last one if the joins exceed the budget', async () => {
    expect(await shownNames('ac', 250, framed(0, 5))).toBe('a');
    expect(await shownNames('ac', 255, framed(0, 5))).toBe('ac');
  });

  it('are truncated only if 120 tokens are left', async () => {
    expect(await shownNames('ab', 200 + 119, framed(0))).toBe('a');
    expect(await shownNames('ab', 200 + 120, framed(0))).toBe('ab');
  });

  it('are truncated to the last token', async () => {
    const cut = async (budget: number): Promise<number> =>
      (await assembleFramed('ab', budget, framed(0))).context.passages[1].text.length;
    const size = await cut(200 + 210);
    expect(size).toBeLessThan(210);
    expect(await cut(200 + size)).toBe(size);
  });

  it('are no longer tried with less than 30 tokens left', async () => {
    expect(await shownNames('ae', 200 + 29, framed(0))).toBe('a');
    expect(await shownNames('ae', 200 + 30, framed(0))).toBe('ae');
  });

  it('are none, and there is no head, if that alone exceeds the budget', async () => {
    expect(await assembleFramed('', 5, framed(20))).toMatchObject({ text: '', context: { passages: [] }, tokens: 0 });
  });

  it('state how often their file changes', async () => {
    expect((await assembleFramed('a', 1000, framed(0))).context.passages[0].frequency).toBe('hot');
  });
});

describe('the overview in a frame', () => {
  const pictured = async (budget: number, head: number): Promise<boolean> =>
    (await assembleFramed('badce', budget, framed(head), 'comprehensive')).context.structure !== '';

  it('is measured without the head', async () => {
    const size = (await assembleFramed('c', 100_000, framed(0))).context.structure.length;
    expect(await pictured(size * 8, 20)).toBe(true);
    expect(await pictured(size * 8 - 1, 20)).toBe(false);
  });

  it('is left out if head and overview take more than half', async () => {
    const size = (await assembleFramed('c', 100_000, framed(0))).context.structure.length;
    expect(await pictured(size * 8, size * 3)).toBe(true);
    expect(await pictured(size * 8, size * 3 + 1)).toBe(false);
  });
});
