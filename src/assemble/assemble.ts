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
import { passageOf, shortened } from './passage.js';
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
  const frame: Context = {
    query: typed,
    scope,
    structure: structureOf(await store.overview(), stretches),
    passages: [],
    dependencies: [],
  };
  const count = (text: string): number => tokenizer.count(text);
  const sizeOf = (context: Context): number => write(context, formatter, count).tokens;
  const bare = { ...frame, structure: '' };
  const isDear = sizeOf(frame) - sizeOf(bare) > budget * OVERVIEW;
  const base = isDear || sizeOf(frame) > budget / 2 ? bare : frame;
  const fits = (context: Context): boolean => sizeOf(context) <= budget;
  const showing = (segment: Segment, dependents?: number): Passage =>
    passageOf(segment, sources.get(segment.chunks[0].docId), dependents);
  const choice = choose(pieces, budget - sizeOf(base), {
    passageOf: showing,
    ofPassage: (passage) => sizeOf(contextOf(bare, [passage])) - sizeOf(bare),
    ofText: count,
  });
  const all = async (): Promise<Shown[]> => shown(choice, async (one) => showing(one, await relations.dependents(one)));
  let passages = await all();
  while (
    !fits(
      contextOf(
        base,
        passages.map(({ passage }) => passage),
      ),
    ) &&
    pop(choice)
  )
    passages = await all();
  const [only] = passages;
  if (passages.length === 1 && !fits(contextOf(base, [only.passage])))
    passages = [{ ...only, passage: cutToFit(only.passage, base, count, fits) }];
  const context = fullest(
    contextOf(
      base,
      passages.map(({ passage }) => passage).filter(({ text }) => text !== ''),
    ),
    await dependenciesOf(
      passages.map(({ segment }) => segment),
      relations,
    ),
    fits,
  );
  const left = pieces.length - context.passages.reduce((sum, { ids }) => sum + ids.length, 0);
  return { ...write(context, formatter, count), context, left };
}

const contextOf = (base: Context, passages: readonly Passage[]): Context => ({ ...base, passages });

/** Best first, as they are read. */
async function shown({ whole, cut }: Choice, passageOf: (segment: Segment) => Promise<Passage>): Promise<Shown[]> {
  const passages = [...cut];
  for (const segment of segmentsOf(whole)) passages.push({ segment, passage: await passageOf(segment) });
  return passages.sort((a, b) => b.segment.score - a.segment.score);
}

/** Without the least of what was chosen; the last one stays. */
const pop = ({ whole, cut }: Choice): boolean => {
  if (whole.length + cut.length < 2) return false;
  if (cut.length > 0) cut.pop();
  else whole.pop();
  return true;
};

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

async function rowsOf(store: Store, pieces: readonly Valued[]): Promise<ReadonlyMap<string, SourceRow>> {
  const docIds = new Set(pieces.map(({ chunk }) => chunk.docId));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}
