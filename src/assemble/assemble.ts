/**
 * Results → a context that fits.
 *
 *     results ─segments→ passages, best first ─fill→ as many as the budget takes ─write→ string
 *
 * What counts is the string that is handed out, tags and all: it is counted as a
 * whole, and never exceeds the budget. A passage that no longer fits is passed
 * over for a smaller one behind it; the first is never dropped, but cut inside.
 */
import { type Context, type Dependency, type Formatter, type Passage, write } from '../format/index.js';
import { Graph } from '../graph/graph.js';
import { scopeOf } from '../search/scope.js';
import type { Found } from '../search/search.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import { dependenciesOf } from './dependencies.js';
import { outlinesFor } from './outlines.js';
import { passageOf, shortened } from './passage.js';
import { Relations } from './relations.js';
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

/** The big picture may take this share of a budget; a small one is left to the answer. */
const OVERVIEW = 1 / 8;
/** Room that is worth cutting a passage for. */
const WORTH_CUTTING = 120;
/** Less than this takes no passage at all. */
const SMALLEST = 30;

export async function assemble(
  store: Store,
  typed: string,
  found: Found,
  options: AssembleOptions,
): Promise<Assembled> {
  const { budget, formatter, tokenizer } = options;
  const scope = options.scope ?? scopeOf(typed);
  const hits = await segmentsOf(store, found.results);
  const segments = [...hits, ...(await outlinesFor(store, hits, scope))];
  const relations = new Relations(store, await Graph.of(store));
  const sources = await rowsOf(store, segments);
  const frame: Context = {
    query: typed,
    scope,
    structure: structureOf(await store.overview(), segments),
    passages: [],
    dependencies: [],
  };
  const count = (text: string): number => tokenizer.count(text);
  const sizeOf = (context: Context): number => write(context, formatter, count).tokens;
  const bare = { ...frame, structure: '' };
  const isDear = sizeOf(frame) - sizeOf(bare) > budget * OVERVIEW;
  const base = isDear || sizeOf(frame) > budget / 2 ? bare : frame;
  const filled = await fill(segments, { sources, relations }, budget, base, sizeOf);
  const fits = (context: Context): boolean => sizeOf(context) <= budget;
  while (filled.length > 1 && !fits(contextOf(base, filled))) filled.pop();
  const [only] = filled;
  if (only && filled.length === 1 && !fits(contextOf(base, filled)))
    filled[0] = { ...only, passage: cutToFit(only.passage, base, count, fits) };
  const context = fullest(
    contextOf(
      base,
      filled.filter(({ passage }) => passage.text !== ''),
    ),
    await dependenciesOf(
      filled.map((one) => one.segment),
      relations,
    ),
    fits,
  );
  return { ...write(context, formatter, count), context, left: segments.length - context.passages.length };
}

interface Chosen {
  readonly passage: Passage;
  readonly segment: Segment;
}

/** What is known of segments beyond their text. */
interface Known {
  readonly sources: ReadonlyMap<string, SourceRow>;
  readonly relations: Relations;
}

const contextOf = (base: Context, chosen: readonly Chosen[]): Context => ({
  ...base,
  passages: chosen.map(({ passage }) => passage),
});

/** Passages in their order, each by what it alone would add; what is left over at the end is put right as a whole. */
async function fill(
  segments: readonly Segment[],
  { sources, relations }: Known,
  budget: number,
  base: Context,
  sizeOf: (context: Context) => number,
): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  const bare: Context = { ...base, structure: '' };
  const empty = sizeOf(bare);
  let left = budget - sizeOf(base);
  for (const segment of segments) {
    const whole = passageOf(segment, sources.get(segment.chunks[0].docId), await relations.dependents(segment));
    const costOf = (passage: Passage): number => sizeOf({ ...bare, passages: [passage] }) - empty;
    const room = left;
    const passage =
      costOf(whole) <= room || chosen.length === 0
        ? whole
        : room >= WORTH_CUTTING
          ? shortened(whole, costOf(whole), (short) => costOf(short) <= room)
          : undefined;
    if (!passage) continue;
    chosen.push({ passage, segment });
    left -= costOf(passage);
    if (left < SMALLEST) break;
  }
  return chosen;
}

/** The first passage, cut inside; with a budget that takes nothing at all, none. */
function cutToFit(
  passage: Passage,
  base: Context,
  count: (text: string) => number,
  fits: (context: Context) => boolean,
): Passage {
  const cut = shortened(passage, count(passage.text), (short) => fits({ ...base, passages: [short] }));
  return cut ?? { ...passage, text: '' };
}

/** With the dependencies, as many lines of them as still fit. */
function fullest(context: Context, all: readonly Dependency[], fits: (context: Context) => boolean): Context {
  for (let lines = all.length; lines > 0; lines--) {
    const more = { ...context, dependencies: all.slice(0, lines) };
    if (fits(more)) return more;
  }
  return context;
}

async function rowsOf(store: Store, segments: readonly Segment[]): Promise<ReadonlyMap<string, SourceRow>> {
  const docIds = new Set(segments.map(({ chunks }) => chunks[0].docId));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}
