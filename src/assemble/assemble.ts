/**
 * Results → a context that fits.
 *
 *     results ─segments→ passages, best first ─fill→ as many as the budget takes ─write→ string
 *
 * What counts is the string that is handed out, tags and all: it is counted as a
 * whole, and never exceeds the budget. A passage that no longer fits is passed
 * over for a smaller one behind it; the first is never dropped, but cut inside.
 */
import { type Context, type Formatter, type Passage, write } from '../format/index.js';
import { scopeOf } from '../search/scope.js';
import type { Found } from '../search/search.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import { dependenciesOf } from './dependencies.js';
import { passageOf, shortened } from './passage.js';
import { type Segment, segmentsOf } from './segments.js';
import { structureOf } from './structure.js';

export interface AssembleOptions {
  /** Tokens of the whole string. */
  readonly budget: number;
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly scope?: Context['scope'];
}

export interface Assembled {
  readonly text: string;
  /** Of that text. */
  readonly tokens: number;
  readonly context: Context;
  /** Passages that were found and did not fit. */
  readonly left: number;
}

/** Room that is worth cutting a passage for. */
const WORTH_CUTTING = 120;

export async function assemble(
  store: Store,
  typed: string,
  found: Found,
  options: AssembleOptions,
): Promise<Assembled> {
  const { budget, formatter, tokenizer } = options;
  const segments = await segmentsOf(store, found.results);
  const sources = await rowsOf(store, segments);
  const frame: Context = {
    query: typed,
    scope: options.scope ?? scopeOf(typed),
    structure: structureOf(await store.overview(), segments),
    passages: [],
    dependencies: [],
  };
  const count = (text: string): number => tokenizer.count(text);
  const sizeOf = (context: Context): number => write(context, formatter, count).tokens;
  const base = [frame, { ...frame, structure: '' }].find((context) => sizeOf(context) <= budget / 2) ?? {
    ...frame,
    structure: '',
  };
  const chosen: { passage: Passage; segment: Segment }[] = [];
  const withMore = (passage: Passage): Context => ({
    ...base,
    passages: [...chosen.map((one) => one.passage), passage],
  });
  let used = sizeOf(base);
  for (const segment of segments) {
    const passage = passageOf(segment, sources.get(segment.chunks[0].docId));
    const cost = sizeOf({ ...base, passages: [passage] }) - sizeOf(base);
    if (used + cost <= budget && sizeOf(withMore(passage)) <= budget) chosen.push({ passage, segment });
    else if (chosen.length === 0 || budget - used >= WORTH_CUTTING) {
      const cut = shortened(passage, count(passage.text), (short) => sizeOf(withMore(short)) <= budget);
      if (cut) chosen.push({ passage: cut, segment });
    }
    used = sizeOf({ ...base, passages: chosen.map((one) => one.passage) });
    if (budget - used < 20) break;
  }
  const context = fullest(
    { ...base, passages: chosen.map((one) => one.passage) },
    chosen.map((one) => one.segment),
    (more) => sizeOf(more) <= budget,
  );
  return { ...write(context, formatter, count), context, left: segments.length - chosen.length };
}

/** With the dependencies, as many lines of them as still fit. */
function fullest(context: Context, segments: readonly Segment[], fits: (context: Context) => boolean): Context {
  const all = dependenciesOf(segments);
  for (let lines = all.length; lines > 0; lines--) {
    const more = { ...context, dependencies: all.slice(0, lines) };
    if (fits(more)) return more;
  }
  return context;
}

async function rowsOf(store: Store, segments: readonly Segment[]): Promise<ReadonlyMap<string, SourceRow>> {
  const rows = new Map<string, SourceRow>();
  for (const { chunks } of segments) {
    const row = rows.get(chunks[0].docId) ?? (await store.source(chunks[0].docId));
    if (row) rows.set(row.docId, row);
  }
  return rows;
}
