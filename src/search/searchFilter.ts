/**
 * Filters with the names that people use → filters of a store. The same for query
 * operators, flags, MCP and the library.
 *
 *     languages: ['ts']        typescript and tsx
 *     types: ['docs']          every type of chunk that documents have
 *     symbols: ['Client.get']  the chunks of that method
 */
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { ChunkFilter, StoreReader, UnitDefinition } from '../store/store.js';
import { dottedName } from '../text/dottedName.js';
import { fileKindNames } from '../text/fileKinds.js';
import { groupBy } from '../text/groupBy.js';
import { lastName } from '../text/lastName.js';
import { nearestWord } from '../text/nearestWord.js';
import { checkPatterns } from '../text/pathPattern.js';
import {
  resolveTypeName,
  type SourceTypeName,
  sourceTypeFilter,
  sourceTypeNames,
  typeFilter,
  typeNames,
} from './typeNames.js';

export interface SearchFilter extends Omit<ChunkFilter, 'also' | 'under'> {
  /** Definitions of these names, and what is inside them: `Client`, `Client.get`. */
  readonly symbols?: readonly string[];
  readonly notSymbols?: readonly string[];
  /** Values of `source_type` in records. */
  readonly sourceTypes?: readonly SourceTypeName[];
  /** Commits written then or later, and before: `2026-03-01`, `2w`. Asks for commits (commitFilter.ts), as authors do. */
  readonly since?: string;
  readonly before?: string;
  /** Commits by somebody whose name contains one of these. */
  readonly authors?: readonly string[];
  readonly notAuthors?: readonly string[];
  readonly also?: SearchFilter;
}

const lists = {
  languages: true,
  notLanguages: true,
  types: true,
  notTypes: true,
  paths: true,
  notPaths: true,
  symbols: true,
  notSymbols: true,
  sourceTypes: true,
  ids: true,
  notIds: true,
  docIds: true,
  authors: true,
  notAuthors: true,
  roots: true,
  notRoots: true,
} as const;
const keys: readonly string[] = Object.keys({
  ...lists,
  tree: true,
  notTree: true,
  kind: true,
  since: true,
  before: true,
  maxSensitivity: true,
  also: true,
} satisfies Record<keyof SearchFilter, true>);

/** The conjunction of two filters. */
export const andFilters = (filter: SearchFilter = {}, other: SearchFilter = {}): SearchFilter => {
  if (Object.keys(filter).length === 0) return other;
  if (Object.keys(other).length === 0) return filter;
  return filter.also ? { ...filter, also: andFilters(filter.also, other) } : { ...filter, also: other };
};

/** Absolute paths become paths of the index; `toIndexPath` converts one. */
export function relativeToRoot(toIndexPath: (pattern: string) => string, filter: SearchFilter): SearchFilter {
  const { paths, notPaths, also } = filter;
  return {
    ...filter,
    ...(Array.isArray(paths) ? { paths: paths.map(toIndexPath) } : {}),
    ...(Array.isArray(notPaths) ? { notPaths: notPaths.map(toIndexPath) } : {}),
    ...(also ? { also: relativeToRoot(toIndexPath, also) } : {}),
  };
}

export async function storeFilter(store: StoreReader, filter: SearchFilter): Promise<ChunkFilter> {
  checkFilter(filter);
  refuseUnknownRoots(store, filter);
  const { languages, notLanguages, types, notTypes, symbols, notSymbols, sourceTypes, also, ...rest } = filter;
  const { since: _, before: __, authors: ___, notAuthors: ____, ...chunkFilter } = rest; // filters on commits: commitFilter.ts
  const parts: ChunkFilter[] = [
    chunkFilter,
    ...(languages?.length ? [{ languages: await resolveLanguages(store, languages) }] : []),
    ...(notLanguages?.length ? [{ notLanguages: await resolveLanguages(store, notLanguages) }] : []),
    ...(types?.length ? [typeFilter(await resolveTypes(store, types), false)] : []),
    ...(notTypes?.length ? [typeFilter(await resolveTypes(store, notTypes), true)] : []),
    ...(sourceTypes?.length ? [sourceTypeFilter(sourceTypes.map(resolveSourceType))] : []),
    ...(symbols?.length ? [{ ids: await symbolChunks(store, symbols) }] : []),
    ...(notSymbols?.length ? [{ notIds: await symbolChunks(store, notSymbols) }] : []),
    ...(also ? [await storeFilter(store, also)] : []),
  ];
  return parts
    .filter((part) => Object.keys(part).length > 0)
    .reduce<ChunkFilter>((all, part) => andFilters(all, part), {});
}

function checkFilter(filter: SearchFilter): void {
  const unknown = Object.keys(filter).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw unknownName('filter', unknown, keys, `Filters: ${keys.join(', ')}.`);
  for (const [key, value] of Object.entries(filter))
    if (key in lists && value !== undefined && !isStringList(value))
      throw new FroeError('bad-option', `The filter ${key} must be a list of strings`, `Such as ${key}: ['…'].`);
  for (const patterns of [filter.paths, filter.notPaths]) if (patterns) checkPatterns(patterns);
}

const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Languages that include another. */
const includedLanguages: Readonly<Record<string, readonly string[]>> = { typescript: ['tsx'], javascript: ['jsx'] };

async function resolveLanguages(store: StoreReader, words: readonly string[]): Promise<readonly string[]> {
  const indexed = await store.languages();
  const ids: string[] = [];
  for (const word of words) {
    const lower = word.toLowerCase();
    const id = indexed.includes(lower) ? lower : await resolveLanguage(word, indexed);
    ids.push(id, ...(includedLanguages[id] ?? []));
  }
  return ids;
}

async function resolveLanguage(word: string, indexed: readonly string[]): Promise<string> {
  const { languageCalled, languageNames } = await import('../parse/detect.js'); // loaded only when needed
  const id = languageCalled(word);
  if (id !== undefined) return id;
  const names = [...indexed, ...languageNames];
  throw unknownName('language', word, names, `The index contains ${indexed.join(', ') || 'none'}.`);
}

/** Only a workspace has roots to choose from. */
function refuseUnknownRoots({ roots: known = [] }: StoreReader, { roots = [], notRoots = [] }: SearchFilter): void {
  const unknown = [...roots, ...notRoots].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = known.length > 0 ? `The workspace has ${known.join(', ')}.` : 'This is the index of one root.';
  throw unknownName('root', unknown, known, hint);
}

async function resolveTypes(store: StoreReader, words: readonly string[]): Promise<readonly string[]> {
  const indexed = await store.types();
  const unknown = words.find((word) => resolveTypeName(word, indexed) === undefined);
  if (unknown !== undefined) throw await unknownType(store, unknown, indexed);
  return words.flatMap((word) => resolveTypeName(word, indexed) ?? []);
}

async function unknownType(store: StoreReader, word: string, indexed: readonly string[]): Promise<FroeError> {
  const commits = (await store.history()) ? ['commit'] : [];
  const names = [...new Set(['code', 'docs', 'artifact', ...commits, ...indexed])];
  const hint = `The index contains ${names.join(', ')}. Kinds of files: ${fileKindNames.join(', ')}.`;
  return unknownName('type', word, [...names, ...typeNames], hint);
}

function resolveSourceType(word: string): SourceTypeName {
  const name = sourceTypeNames.find((value) => value === word);
  if (name === undefined)
    throw unknownName('source type', word, sourceTypeNames, `Known: ${sourceTypeNames.join(', ')}.`);
  return name;
}

function unknownName(what: string, word: string, known: readonly string[], hint: string): FroeError {
  const suggestion = nearestWord(word, known);
  const question = suggestion === undefined ? '' : `Did you mean ${suggestion}? `;
  return new FroeError('bad-option', `Unknown ${what} '${word}'`, question + hint);
}

/**
 * The chunks that define a symbol or are part of it:
 *
 *     Client           every class, function or module of that name, with all that is in it
 *     Client.get       that method; Client#get, Client::get and Client->get are the same
 *     http.Client.get  all parts of a dotted name must match
 *
 * A chunk with several small definitions is part of each of them. Headings of
 * documents are no definitions.
 */
export async function symbolChunks(store: StoreReader, symbols: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  const definitions = (await Promise.all(symbols.map((symbol) => definitionsOf(store, symbol)))).flat();
  for (const [docId, units] of groupBy(definitions, (unit) => unit.docId)) {
    const chunks = await store.chunksOf(docId);
    ids.push(...chunks.filter((chunk) => units.some((unit) => isPart(chunk, unit))).map(({ id }) => id));
  }
  return ids;
}

async function definitionsOf(store: StoreReader, symbol: string): Promise<readonly UnitDefinition[]> {
  const suffix = `.${withoutOrdinals(symbol)}`;
  const definitions = await store.definitions([lastName(symbol)]);
  return definitions.filter(({ id, docId }) => `.${withoutOrdinals(id.slice(docId.length + 1))}`.endsWith(suffix));
}

/** The second `Client#get@2` of a file is Client.get, too. */
const withoutOrdinals = (name: string): string => dottedName(name).replace(/@\d+(?=\.|$)/g, '');

function isPart(chunk: Chunk, { id, charStart, charEnd }: UnitDefinition): boolean {
  if (chunk.sourceType !== 'code') return false;
  // An outline or a summary belongs to one unit only, though its range includes others.
  if (chunk.synthetic) return chunk.parentId === id || chunk.id === id || chunk.id.startsWith(`${id}:`);
  return chunk.charStart < charEnd && chunk.charEnd > charStart;
}
