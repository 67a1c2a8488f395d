/**
 * Results → a context that fits.
 *
 *     results ─chunks→ valued ─leaned, exact→ candidates ─choose→ as many as the budget takes
 *             ─segments→ passages, best first ─write→ string
 *
 * What counts is the string that is handed out, tags and all: it is counted as a
 * whole, and never exceeds the budget. A chunk that no longer fits is passed
 * over for a smaller one behind it; the first is never dropped, but cut inside.
 * What stands around the passages is paid for by what they leave, but for a
 * budget that is large enough for both (budgetShares.ts).
 */
import { type Context, type Dependency, type Formatter, renderContext } from '../format/index.js';
import { Graph } from '../graph/graph.js';
import type { Query } from '../search/query.js';
import { scopeOf } from '../search/scope.js';
import type { SearchResults } from '../search/search.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import { budgetShares, isCompact } from './budgetShares.js';
import { dependenciesOf } from './dependencies.js';
import { dependencyChunks } from './dependencyChunks.js';
import type { LineOrigins } from './lineOrigin.js';
import { OriginFinder } from './originFinder.js';
import { outlinesFor } from './outlines.js';
import { overviewText } from './overviewText.js';
import { type DraftPassage, passageOf, withoutDraftFields } from './passage.js';
import { type ContextCandidate, preferSource } from './preferSource.js';
import { Relations } from './relations.js';
import { type ContextSegment, segmentsOf, type ValuedChunk } from './segments.js';
import { type Selection, type ShownPassage, selectChunks } from './selectChunks.js';
import { sourceSize } from './sourceSize.js';
import { truncateLines, truncateText } from './truncate.js';
import { valueChunks } from './valueChunks.js';

export interface AssembleOptions {
  /** Tokens of the whole string. */
  readonly budget: number;
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly scope?: Context['scope'];
  /** Nothing but what was found may be shown, and what its sources say of it; so it is where the question itself says what to find. */
  readonly only?: boolean;
  /** Of these sources, those that no longer read as the index has them: what was not found in them is not shown. */
  readonly staleOf?: (docIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Assembled {
  readonly text: string;
  /** Of that text. */
  readonly tokens: number;
  readonly context: Context;
  /** Chunks that were found and did not fit. */
  readonly left: number;
}

/** Room for a passage more, which is then looked for. */
const ROOM = 60;

export async function assemble(
  store: Store,
  typed: string,
  found: SearchResults,
  options: AssembleOptions,
): Promise<Assembled> {
  const { budget, formatter, tokenizer } = options;
  const scope = options.scope ?? scopeOf(typed);
  const graph = await Graph.of(store);
  const relations = new Relations(store, graph);
  const gathered = new OriginFinder(store);
  const hits = await valueChunks(store, found.results);
  const stretches = segmentsOf(hits);
  const outlines = (await outlinesFor(store, stretches, scope)).map(({ chunks: [chunk], score }) => ({ chunk, score }));
  const may = budgetShares(scope, budget);
  const only = options.only || isNarrow(found.query);
  const leaned = only ? [] : await dependencyChunks(store, relations, stretches, { among: may.dependencyFirst });
  const all = await preferSource([...hits, ...outlines, ...leaned], gathered, !only);
  const candidates = await current(all, hits, options);
  const sources = await rowsOf(store, candidates);
  const origins = await originsOf(candidates, gathered);
  const count = (text: string): number => tokenizer.count(text);
  const sizeOf = (context: Context): number => renderContext(context, formatter, count).tokens;
  const fits = (context: Context): boolean => sizeOf(context) <= budget;

  const bare: Context = {
    query: typed,
    scope,
    structure: '',
    passages: [],
    dependencies: [],
    ...(isCompact(budget) ? { compact: true } : {}),
  };
  const structure = overviewText(await store.overview(), stretches);
  const frame: Context = { ...bare, structure };
  const [empty, framed] = [sizeOf(bare), sizeOf(frame)];
  const base = framed - empty > may.structure || framed > budget / 2 ? bare : frame;

  const showing = (segment: ContextSegment, dependents?: number): DraftPassage => {
    const [{ id, docId }] = segment.chunks;
    return passageOf(segment, {
      source: sources.get(docId),
      dependents,
      origins: origins.get(id),
      headers: may.headers,
    });
  };
  const show = async (segment: ContextSegment): Promise<DraftPassage> =>
    showing(segment, await relations.countDependents(segment));
  const ofPassage = (passage: DraftPassage): number =>
    sizeOf({ ...bare, passages: [withoutDraftFields(passage)] }) - empty;
  const cutting = async (passage: DraftPassage, isFine: (passage: DraftPassage) => boolean) => ({
    whole: await sourceSize(store, passage.docId),
    count,
    fits: isFine,
  });
  const prices = {
    passageOf: showing,
    ofPassage,
    ofText: count,
    cut: async (passage: DraftPassage, most: number) =>
      truncateLines(passage, await cutting(passage, (short) => ofPassage(short) <= most)),
  };

  /** As many passages as there is room for beside what is there already. */
  const fill = async (around: Context, reserved = 0): Promise<ShownPassage[]> => {
    const choice = await selectChunks(candidates, budget - reserved - sizeOf(around), prices);
    const shown = await fitted(choice, show, (passages) => fits(contextOf(around, passages)));
    const [only] = shown;
    if (shown.length !== 1 || fits(contextOf(around, shown))) return shown;
    const cut = await cutting(only.passage, (short) => fits(contextOf(around, [{ ...only, passage: short }])));
    const passage = truncateLines(only.passage, cut) ??
      truncateText(only.passage, cut) ?? { ...only.passage, text: '' };
    return [{ ...only, passage }];
  };
  const finished = async (shown: readonly ShownPassage[]): Promise<Context> => {
    const segments = shown.map(({ segment }) => segment);
    return fullest(contextOf(base, shown), await dependenciesOf(segments, relations), fits);
  };

  let context = await finished(await fill(base, may.dependencies));
  if (may.dependencies > 0 && sizeOf(context) + ROOM <= budget)
    context = await finished(await fill({ ...base, dependencies: context.dependencies }));
  if (fits({ ...context, structure })) context = { ...context, structure };
  const shownIds = new Set(context.passages.flatMap(({ ids }) => ids));
  const left = candidates.filter(
    ({ chunk, sources: exact = [] }) => ![chunk, ...exact].some(({ id }) => shownIds.has(id)),
  );
  return { ...renderContext(context, formatter, count), context, left: left.length };
}

/** Does the question itself say what it must be answered with? */
const isNarrow = ({ phrases, not, symbols, filter }: Query): boolean =>
  phrases.length + not.length + symbols.length + Object.keys(filter).length > 0;

/** What was found is known to be current; what was added to it is asked for. */
async function current(
  all: readonly ContextCandidate[],
  hits: readonly ValuedChunk[],
  { staleOf }: AssembleOptions,
): Promise<readonly ContextCandidate[]> {
  const known = new Set(hits.map(({ chunk }) => chunk.docId));
  const others = new Set(all.map(({ chunk }) => chunk.docId).filter((docId) => !known.has(docId)));
  const stale = others.size === 0 ? undefined : await staleOf?.([...others]);
  return stale ? all.filter(({ chunk }) => !stale.has(chunk.docId)) : all;
}

const contextOf = (base: Context, shown: readonly ShownPassage[]): Context => ({
  ...base,
  passages: shown.map(({ passage }) => withoutDraftFields(passage)).filter(({ text }) => text !== ''),
});

/** What was chosen, less what turns out to be too much; the last one stays. */
async function fitted(
  choice: Selection,
  show: (segment: ContextSegment) => Promise<DraftPassage>,
  fits: (shown: readonly ShownPassage[]) => boolean,
): Promise<ShownPassage[]> {
  for (;;) {
    const shown: ShownPassage[] = [];
    for (const segment of segmentsOf(choice.whole)) shown.push({ segment, passage: await show(segment) });
    shown.push(...choice.cut);
    shown.sort((a, b) => b.segment.score - a.segment.score);
    if (fits(shown) || choice.whole.length + choice.cut.length < 2) return shown;
    if (choice.cut.length > 0) choice.cut.pop();
    else choice.whole.pop();
  }
}

/** With the dependencies, as many lines of them as still fit. */
function fullest(context: Context, all: readonly Dependency[], fits: (context: Context) => boolean): Context {
  for (let lines = all.length; lines > 0; lines--) {
    const more = { ...context, dependencies: all.slice(0, lines) };
    if (fits(more)) return more;
  }
  return { ...context, dependencies: [] };
}

async function rowsOf(store: Store, chunks: readonly ValuedChunk[]): Promise<ReadonlyMap<string, SourceRow>> {
  const docIds = new Set(chunks.map(({ chunk }) => chunk.docId));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}

/** Of what was put together, by chunk. */
async function originsOf(
  chunks: readonly ValuedChunk[],
  gathered: OriginFinder,
): Promise<ReadonlyMap<string, LineOrigins>> {
  const known = new Map<string, LineOrigins>();
  for (const { chunk } of chunks) if (chunk.synthetic) known.set(chunk.id, await gathered.originsOf(chunk));
  return known;
}
