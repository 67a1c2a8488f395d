/**
 * The number of chunks by tokens, in classes that double:
 *
 *     1–15  16–31  32–63  64–127  128–255  256–511  512–1023 …
 *
 * Tokens are inside the records, and reading records takes a while. In a large index,
 * evenly spread files are read until there are enough, and the page says so.
 */
import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import { ARTIFACTS, type SourceRow, type Store } from '../engine/indexes.js';
import type { Sizes } from './api.js';

const MAX_SAMPLED_CHUNKS = 10_000;
const FIRST_BAR_TOKENS = 16;

/** Computes sizes again only after a change of the index. */
export class SizesReader {
  readonly #engine: Engine;
  #last: { readonly of: string; readonly sizes: Promise<Sizes> } | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async read(): Promise<Sizes> {
    const { sources, chunks, tokens } = await this.#engine.state();
    const of = `${sources} ${chunks} ${tokens}`;
    if (this.#last?.of === of) return this.#last.sizes;
    const last = { of, sizes: this.#measure(chunks) };
    this.#last = last;
    last.sizes.catch(() => {
      if (this.#last === last) this.#last = undefined; // the next call measures again
    });
    return last.sizes;
  }

  async #measure(chunks: number): Promise<Sizes> {
    const { store } = this.#engine;
    const trees = await Promise.all(['main', ARTIFACTS].map((tree) => store.sources(tree)));
    return sizesOf(
      store,
      trees.flatMap((rows) => [...rows.values()]),
      chunks,
    );
  }
}

async function sizesOf(store: Store, rows: readonly SourceRow[], chunks: number): Promise<Sizes> {
  const step = Math.max(1, Math.ceil(chunks / MAX_SAMPLED_CHUNKS));
  const counts: number[] = [];
  let seen = 0;
  for (let i = 0; i < rows.length; i += step) {
    for (const { tokenCount, synthetic } of await store.chunksOf(rows[i].docId)) {
      if (synthetic) continue;
      const bar = tokenCount < FIRST_BAR_TOKENS ? 0 : Math.floor(Math.log2(tokenCount / FIRST_BAR_TOKENS)) + 1;
      counts[bar] = (counts[bar] ?? 0) + 1;
      seen++;
    }
    await setImmediate(); // other requests are answered in between
  }
  const bars = Array.from(counts, (count = 0, bar) => ({
    from: bar === 0 ? 1 : FIRST_BAR_TOKENS * 2 ** (bar - 1),
    to: FIRST_BAR_TOKENS * 2 ** bar - 1,
    chunks: count,
  }));
  return { bars, seen };
}
