/**
 * What may be found, in the words that people use → what a store is asked. The
 * same for what a question says, for flags, for MCP and for the library.
 *
 *     languages: ['ts']        typescript and tsx
 *     types: ['docs']          every type of chunk that documents have
 *     symbols: ['Client.get']  the chunks of that method
 */
import { FroeError } from '../errors.js';
import type { ChunkFilter, Store } from '../store/store.js';
import { nearestWord } from '../text/nearestWord.js';
import { checkPatterns } from '../text/pathPattern.js';
import { symbolChunks } from './symbolChunks.js';
import {
  resolveTypeName,
  type SourceTypeName,
  sourceTypeFilter,
  sourceTypeNames,
  typeFilter,
  typeNames,
} from './typeNames.js';

export interface SearchFilter extends Omit<ChunkFilter, 'also'> {
  /** What defines one of these, or is part of it: `Client`, `Client.get`. */
  readonly symbols?: readonly string[];
  readonly notSymbols?: readonly string[];
  /** What `source_type` of a record says. */
  readonly sourceTypes?: readonly SourceTypeName[];
  readonly also?: SearchFilter;
}

const lists = [
  ...(['languages', 'notLanguages', 'types', 'notTypes', 'paths', 'notPaths'] as const),
  ...(['symbols', 'notSymbols', 'sourceTypes', 'ids', 'notIds'] as const),
] as const satisfies readonly (keyof SearchFilter)[];
const keys: readonly string[] = [...lists, 'tree', 'notTree', 'kind', 'also'] satisfies readonly (keyof SearchFilter)[];

/** Both must hold. */
export const andFilters = (one: SearchFilter = {}, other: SearchFilter = {}): SearchFilter => {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  return one.also ? { ...one, also: andFilters(one.also, other) } : { ...one, also: other };
};

/** Absolute paths below the root, as the index has them. */
export function relativeToRoot(root: string, filter: SearchFilter): SearchFilter {
  const ours = (path: string): string => (`${path}/`.startsWith(`${root}/`) ? `/${path.slice(root.length + 1)}` : path);
  const { paths, notPaths, also } = filter;
  return {
    ...filter,
    ...(Array.isArray(paths) ? { paths: paths.map(ours) } : {}),
    ...(Array.isArray(notPaths) ? { notPaths: notPaths.map(ours) } : {}),
    ...(also ? { also: relativeToRoot(root, also) } : {}),
  };
}

export async function storeFilter(store: Store, filter: SearchFilter): Promise<ChunkFilter> {
  check(filter);
  const { languages, notLanguages, types, notTypes, symbols, notSymbols, sourceTypes, also, ...same } = filter;
  const parts: ChunkFilter[] = [
    same,
    ...(languages?.length ? [{ languages: await languagesCalled(store, languages) }] : []),
    ...(notLanguages?.length ? [{ notLanguages: await languagesCalled(store, notLanguages) }] : []),
    ...(types?.length ? [typeFilter(await typesCalled(store, types), false)] : []),
    ...(notTypes?.length ? [typeFilter(await typesCalled(store, notTypes), true)] : []),
    ...(sourceTypes?.length ? [sourceTypeFilter(sourceTypes.map(sourceTypeCalled))] : []),
    ...(symbols?.length ? [{ ids: await symbolChunks(store, symbols) }] : []),
    ...(notSymbols?.length ? [{ notIds: await symbolChunks(store, notSymbols) }] : []),
    ...(also ? [await storeFilter(store, also)] : []),
  ];
  return parts
    .filter((part) => Object.keys(part).length > 0)
    .reduce<ChunkFilter>((all, part) => andFilters(all, part), {});
}

function check(filter: SearchFilter): void {
  const unknown = Object.keys(filter).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw unknownName('filter', unknown, keys, `A filter has ${keys.join(', ')}.`);
  for (const key of lists) {
    const list: unknown = filter[key];
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'string')))
      throw new FroeError('bad-option', `The filter ${key} is a list of words`, `Such as ${key}: ['…'].`);
  }
  for (const patterns of [filter.paths, filter.notPaths]) if (patterns) checkPatterns(patterns);
}

/** A language, with what is written in it under another name. */
const relatives: Readonly<Record<string, readonly string[]>> = { typescript: ['tsx'], javascript: ['jsx'] };

async function languagesCalled(store: Store, words: readonly string[]): Promise<readonly string[]> {
  const there = await store.languages();
  const ids: string[] = [];
  for (const word of words) {
    const small = word.toLowerCase();
    const id = there.includes(small) ? small : await languageNamed(word, there);
    ids.push(id, ...(relatives[id] ?? []));
  }
  return ids;
}

async function languageNamed(word: string, there: readonly string[]): Promise<string> {
  const { languageCalled, languageNames } = await import('../parse/detect.js'); // a question without it needs no table
  const id = languageCalled(word);
  if (id !== undefined) return id;
  const names = [...there, ...languageNames];
  throw unknownName('language', word, names, `This index has ${there.join(', ') || 'none'}.`);
}

async function typesCalled(store: Store, words: readonly string[]): Promise<readonly string[]> {
  const there = await store.types();
  return words.map((word) => {
    const name = resolveTypeName(word, there);
    if (name !== undefined) return name;
    const names = [...new Set(['code', 'docs', 'test', 'artifact', ...there])];
    throw unknownName('type', word, [...names, ...typeNames], `Here are ${names.join(', ')}.`);
  });
}

function sourceTypeCalled(word: string): SourceTypeName {
  const name = sourceTypeNames.find((one) => one === word);
  if (name === undefined)
    throw unknownName('source type', word, sourceTypeNames, `There are ${sourceTypeNames.join(', ')}.`);
  return name;
}

function unknownName(what: string, word: string, known: readonly string[], allowed: string): FroeError {
  const near = nearestWord(word, known);
  const meant = near === undefined ? '' : `Did you mean ${near}? `;
  return new FroeError('bad-option', `There is no ${what} '${word}'`, meant + allowed);
}
