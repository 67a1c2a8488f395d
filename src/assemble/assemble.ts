/**
 * Results → a context that fits.
 *
 *     results ─pieces→ valued ─choose→ as many as the budget takes ─segments→ passages, best first ─write→ string
 *
 * What counts is the string that is handed out, tags and all: it is counted as a
 * whole, and never exceeds the budget. A piece that no longer fits is passed
 * over for a smaller one behind it; the first is never dropped, but cut inside.
 */
import { type Context, type Dependency, type Formatter, type Passage, write } from '../format/index.js';
import { Graph } from '../graph/graph.js';
import { scopeOf } from '../search/scope.js';
import type { Found } from '../search/search.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import { type Choice, choose, type Shown } from './choose.js';
import { dependenciesOf } from './dependencies.js';
import { outlinesFor } from './outlines.js';
import { begun, passageOf, shortened } from './passage.js';
import { piecesOf } from './pieces.js';
import { Relations } from './relations.js';
import { type Segment, segmentsOf, type Valued } from './segments.js';
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
  /** Pieces that were found and did not fit. */
  readonly left: number;
}

/** The big picture may take this share of a budget; a small one is left to the answer. */
const OVERVIEW = 1 / 8;

export async function assemble(
  store: Store,
  typed: string,
  found: Found,
  options: AssembleOptions,
): Promise<Assembled> {
  const { budget, formatter, tokenizer } = options;
  const scope = options.scope ?? scopeOf(typed);
  const hits = await piecesOf(store, found.results);
  const stretches = segmentsOf(hits);
  const outlines = await outlinesFor(store, stretches, scope);
  const pieces = [...hits, ...outlines.map(({ chunks: [chunk], score }) => ({ chunk, score }))];
  const relations = new Relations(store, await Graph.of(store));
  const sources = await rowsOf(store, pieces);
  const structure = structureOf(await store.overview(), stretches);
  const bare: Context = { query: typed, scope, structure: '', passages: [], dependencies: [] };
  const frame: Context = { ...bare, structure };
  const count = (text: string): number => tokenizer.count(text);
  const sizeOf = (context: Context): number => write(context, formatter, count).tokens;
  const fits = (context: Context): boolean => sizeOf(context) <= budget;
  const [empty, framed] = [sizeOf(bare), sizeOf(frame)];
  const base = framed - empty > budget * OVERVIEW || framed > budget / 2 ? bare : frame;
  const showing = (segment: Segment, dependents?: number): Passage =>
    passageOf(segment, sources.get(segment.chunks[0].docId), dependents);
  const choice = choose(pieces, budget - sizeOf(base), {
    passageOf: showing,
    ofPassage: (passage) => sizeOf({ ...bare, passages: [passage] }) - empty,
    ofText: count,
  });
  const show = async (segment: Segment): Promise<Passage> => showing(segment, await relations.dependents(segment));
  const shown = await fitted(choice, show, (passages) => fits(contextOf(base, passages)));
  const [only] = shown;
  if (shown.length === 1 && !fits(contextOf(base, shown)))
    shown[0] = { ...only, passage: cutToFit(only.passage, base, count, fits) };
  const segments = shown.map(({ segment }) => segment);
  const context = fullest(contextOf(base, shown), await dependenciesOf(segments, relations), fits);
  const left = pieces.length - context.passages.reduce((sum, { ids }) => sum + ids.length, 0);
  return { ...write(context, formatter, count), context, left };
}

const contextOf = (base: Context, shown: readonly Shown[]): Context => ({
  ...base,
  passages: shown.map(({ passage }) => passage).filter(({ text }) => text !== ''),
});

/** What was chosen, less what turns out to be too much; the last one stays. */
async function fitted(
  choice: Choice,
  show: (segment: Segment) => Promise<Passage>,
  fits: (shown: readonly Shown[]) => boolean,
): Promise<Shown[]> {
  for (;;) {
    const shown: Shown[] = [];
    for (const segment of segmentsOf(choice.whole)) shown.push({ segment, passage: await show(segment) });
    shown.push(...choice.cut);
    shown.sort((a, b) => b.segment.score - a.segment.score);
    if (fits(shown) || choice.whole.length + choice.cut.length < 2) return shown;
    if (choice.cut.length > 0) choice.cut.pop();
    else choice.whole.pop();
  }
}

/** The first passage, cut inside; with a budget that takes nothing at all, none. */
function cutToFit(
  passage: Passage,
  base: Context,
  count: (text: string) => number,
  fits: (context: Context) => boolean,
): Passage {
  const tokens = count(passage.text);
  const fit = (short: Passage): boolean => fits({ ...base, passages: [short] });
  return shortened(passage, tokens, fit) ?? begun(passage, tokens, fit) ?? { ...passage, text: '' };
}

/** With the dependencies, as many lines of them as still fit. */
function fullest(context: Context, all: readonly Dependency[], fits: (context: Context) => boolean): Context {
  for (let lines = all.length; lines > 0; lines--) {
    const more = { ...context, dependencies: all.slice(0, lines) };
    if (fits(more)) return more;
  }
  return context;
}

async function rowsOf(store: Store, pieces: readonly Valued[]): Promise<ReadonlyMap<string, SourceRow>> {
  const docIds = new Set(pieces.map(({ chunk }) => chunk.docId));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}
