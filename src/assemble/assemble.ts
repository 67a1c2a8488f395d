/**
 * Results → a context within a token budget.
 *
 *     results ─valueChunks→ ─dependencyChunks, preferSource, copies left out→ candidates
 *             ─contextBuilder, selectChunks→ as many as fit
 *             ─segments→ passages, best first ─render→ string
 *
 * The budget is for the rendered string, markup included: it is counted as a whole
 * and never exceeded. A chunk that does not fit is skipped for a smaller one behind
 * it; the first is never skipped, but truncated. Overview and dependencies get the
 * room that passages leave; a large budget reserves some for them (budgetShares.ts).
 */
import { type Context, type Formatter, renderContext } from '../format/index.js';
import { Graph } from '../graph/graph.js';
import { copiesAmong } from '../search/copies.js';
import type { Query } from '../search/query.js';
import { type Scope, scopeOf } from '../search/scope.js';
import type { SearchResults } from '../search/search.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import { type BudgetShares, budgetShares, isCompact } from './budgetShares.js';
import { ContextBuilder, type Material } from './contextBuilder.js';
import { dependencyChunks } from './dependencyChunks.js';
import type { LineOrigins } from './lineOrigin.js';
import { OriginFinder } from './originFinder.js';
import { outlinesFor, overviewText } from './outlines.js';
import { type ContextCandidate, preferSource } from './preferSource.js';
import { Relations } from './relations.js';
import { segmentsOf, type ValuedChunk } from './segments.js';
import { valueChunks } from './valueChunks.js';

export interface AssembleOptions {
  /** Tokens of the rendered string. */
  readonly budget: number;
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly scope?: Context['scope'];
  /** Show nothing but the results and their sources. Always so for a query with filters. */
  readonly only?: boolean;
  /** Files of the tree are not in the index yet: dependents are not counted. */
  readonly partial?: boolean;
  /** Which of these sources have changed since they were indexed: chunks added from them are not shown. */
  readonly staleOf?: (docIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Assembled {
  readonly text: string;
  /** Tokens of that text. */
  readonly tokens: number;
  readonly context: Context;
  /** Candidates that did not fit. */
  readonly left: number;
}

/** With so many tokens left, another passage is looked for. */
const MIN_PASSAGE_TOKENS = 60;

export async function assemble(
  store: Store,
  typed: string,
  search: SearchResults,
  options: AssembleOptions,
): Promise<Assembled> {
  const { budget, formatter, tokenizer } = options;
  const scope = options.scope ?? scopeOf(typed);
  const shares = budgetShares(scope, budget);
  const graph = await Graph.of(store);
  const relations = new Relations(store, graph, options.partial ?? false);
  const material = await materialFor(store, search, scope, { ...options, shares, relations });
  const bare: Context = {
    query: typed,
    scope,
    structure: '',
    passages: [],
    dependencies: [],
    ...(isCompact(budget) ? { compact: true } : {}),
  };
  const structure = overviewText(await store.overview(), material.segments);
  const builder = new ContextBuilder({ store, relations, material, bare, shares, budget, formatter, tokenizer });
  const sizeWithStructure = builder.sizeOf({ ...bare, structure });
  const isAffordable = sizeWithStructure - builder.sizeOf(bare) <= shares.structure && sizeWithStructure <= budget / 2;
  const base = isAffordable ? { ...bare, structure } : bare;

  let context = await builder.fill(base, base, shares.dependencies);
  if (shares.dependencies > 0 && builder.sizeOf(context) + MIN_PASSAGE_TOKENS <= budget)
    context = await builder.fill(base, { ...base, dependencies: context.dependencies });
  if (builder.fits({ ...context, structure })) context = { ...context, structure };
  const shownIds = new Set(context.passages.flatMap(({ ids }) => ids));
  const omitted = material.candidates.filter(
    ({ chunk, sources = [] }) => ![chunk, ...sources].some(({ id }) => shownIds.has(id)),
  );
  const rendered = renderContext(context, formatter, (text) => tokenizer.count(text));
  // Of a budget below the markup alone, nothing is left.
  if (rendered.tokens > budget) return { text: '', tokens: 0, context: bare, left: material.candidates.length };
  return { ...rendered, context, left: omitted.length };
}

interface MaterialOptions extends AssembleOptions {
  readonly shares: BudgetShares;
  readonly relations: Relations;
}

async function materialFor(
  store: Store,
  search: SearchResults,
  scope: Scope,
  options: MaterialOptions,
): Promise<Material> {
  const { shares, relations } = options;
  const finder = new OriginFinder(store);
  const narrowed = options.only || isNarrow(search.query);
  const hits = await valueChunks(store, search.results, { narrowed });
  const segments = segmentsOf(hits);
  const outlines = (await outlinesFor(store, segments, scope)).map(({ chunks: [chunk], score }) => ({ chunk, score }));
  const dependencies = narrowed
    ? []
    : await dependencyChunks(store, relations, segments, { among: shares.dependencyFirst });
  const preferred = await preferSource([...hits, ...outlines, ...dependencies], finder, !narrowed);
  const candidates = withoutCopies(await withoutStale(preferred, hits, options));
  const sources = await sourceRows(store, candidates);
  return { candidates, segments, sources, origins: await syntheticOrigins(candidates, finder) };
}

/** Does the query restrict what may be shown? */
const isNarrow = ({ phrases, not, symbols, filter }: Query): boolean =>
  phrases.length + not.length + symbols.length + Object.keys(filter).length > 0;

/** One text is shown once, however many files have it. */
function withoutCopies(candidates: readonly ContextCandidate[]): readonly ContextCandidate[] {
  const copies = copiesAmong(candidates, ({ chunk }) => [chunk]);
  return candidates.filter((candidate) => !copies.has(candidate));
}

/** The results are known to be current; sources of added chunks are checked. */
async function withoutStale(
  all: readonly ContextCandidate[],
  hits: readonly ValuedChunk[],
  { staleOf }: AssembleOptions,
): Promise<readonly ContextCandidate[]> {
  const resultDocIds = new Set(hits.map(({ chunk }) => chunk.docId));
  const addedDocIds = new Set(all.map(({ chunk }) => chunk.docId).filter((docId) => !resultDocIds.has(docId)));
  const stale = addedDocIds.size === 0 ? undefined : await staleOf?.([...addedDocIds]);
  return stale ? all.filter(({ chunk }) => !stale.has(chunk.docId)) : all;
}

async function sourceRows(store: Store, chunks: readonly ValuedChunk[]): Promise<ReadonlyMap<string, SourceRow>> {
  const docIds = new Set(chunks.map(({ chunk }) => chunk.docId));
  const rows = await Promise.all(Array.from(docIds, (docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}

/** Origins of the lines of synthetic chunks. */
async function syntheticOrigins(
  chunks: readonly ValuedChunk[],
  finder: OriginFinder,
): Promise<ReadonlyMap<string, LineOrigins>> {
  const origins = new Map<string, LineOrigins>();
  for (const { chunk } of chunks) if (chunk.synthetic) origins.set(chunk.id, await finder.originsOf(chunk));
  return origins;
}
