/**
 * Why a search found nothing, in one line: the filter that excludes everything, or how
 * many matches there are without it.
 *
 *     no file is below src/foo
 *     no file is both lang:rst and path:src
 *     12 matches outside lang:rst
 *     nothing here has these words
 *     nothing here has these words; only artifacts are indexed here: …
 */
import { hasOnlyArtifacts, ONLY_ARTIFACTS } from '../store/onlyArtifacts.js';
import type { Store } from '../store/store.js';
import { queryWords } from '../text/words.js';
import { filterOf } from './commitFilter.js';
import type { Result } from './result.js';
import type { SearchOptions } from './search.js';
import { type SearchFilter, storeFilter } from './searchFilter.js';
import type { SearchPlan } from './searchPlan.js';

/** One condition of the filter, as it is typed. */
interface FilterPart {
  readonly typed: string;
  /** The message if nothing passes it. */
  readonly none: string;
  readonly filter: SearchFilter;
}

type ListKey = 'paths' | 'languages' | 'types' | 'symbols' | 'notPaths' | 'notLanguages' | 'notTypes' | 'notSymbols';

const lists: readonly (readonly [key: ListKey, operator: string, none: (value: string) => string])[] = [
  ['paths', 'path:', (value) => (/[*?[{]/.test(value) ? `no path is like ${value}` : `no file is below ${value}`)],
  ['languages', 'lang:', (value) => `no file is in ${value}`],
  ['types', 'type:', (value) => `nothing has type ${value}`],
  ['symbols', 'symbol:', (value) => `nothing here defines ${value}`],
  ['notPaths', '-path:', (value) => `every file is below ${value}`],
  ['notLanguages', '-lang:', (value) => `every file is in ${value}`],
  ['notTypes', '-type:', (value) => `everything is of type ${value}`],
  ['notSymbols', '-symbol:', (value) => `everything is part of ${value}`],
];

/** `matches`: how many matches there are with another filter; undefined if counting takes too long. `words`: the end of the message. */
export async function explainNoResults(
  store: Store,
  filter: SearchFilter,
  words: string,
  matches: (filter: SearchFilter) => Promise<number | undefined>,
): Promise<string> {
  const reason = await reasonOfNone(store, filter, words, matches);
  return filter.kind !== 'artifact' && (await hasOnlyArtifacts(store)) ? `${reason}; ${ONLY_ARTIFACTS}` : reason;
}

async function reasonOfNone(...[store, filter, words, matches]: Parameters<typeof explainNoResults>): Promise<string> {
  const parts = filterParts(filter);
  for (const { none, filter } of parts) if (!(await matchesAny(store, filter))) return none;
  if (parts.length > 1 && !(await matchesAny(store, filter)))
    return `no file is ${parts.length === 2 ? 'both ' : ''}${parts.map(({ typed }) => typed).join(' and ')}`;
  for (const part of parts) {
    const n = await matches(combineFilters(parts.filter((other) => other !== part)));
    if (n) return `${n.toLocaleString('en')} ${n === 1 ? 'match' : 'matches'} outside ${part.typed}`;
  }
  return `nothing ${parts.length === 0 ? 'here' : `that is ${parts.map(({ typed }) => typed).join(' and ')}`} ${words}`;
}

/** At most so many matches outside a filter are counted. */
const MAX_COUNTED = 1000;

/** Why nothing is shown: what the candidates lack, or which filter excludes everything. */
export async function nothingOf(
  { store, commits, query, filter, retrieval }: SearchPlan,
  { minScore }: SearchOptions,
  candidates: readonly unknown[],
  units: readonly Result[],
): Promise<string> {
  const { text, phrases, not } = query;
  if (text.trim() === '') return 'the question has no words to look for';
  if (units.length > 0) return `what there is scores less than ${minScore}`;
  if (candidates.length > 0 && phrases.length > 0)
    return `nothing has ${phrases.map((phrase) => `"${phrase}"`).join(' and ')}`;
  if (candidates.length > 0 && not.length > 0) return `all that matches has ${not.join(' or ')}`;
  if (candidates.length > 0) return 'all that matches is excluded by its id';
  if (commits) return retrieval.filter.docIds?.length === 0 ? NO_COMMIT : 'no commit has any of these words';
  const words = queryWords(text);
  return explainNoResults(
    store,
    filter,
    'has any of these words',
    async (other) => (await store.searchText(words, MAX_COUNTED, await filterOf(store, other, false))).length,
  );
}

export const NO_COMMIT = 'no commit passes the filter';

function filterParts({ also, ...filter }: SearchFilter): readonly FilterPart[] {
  const { tree, notTree, kind } = filter;
  return [
    ...lists.flatMap(([key, operator, none]): FilterPart[] => {
      const values = filter[key] ?? [];
      if (values.length === 0) return [];
      const typed = values.map((value) => `${operator}${value}`).join(' or ');
      return [{ typed, none: none(values.join(' or ')), filter: { [key]: values } }];
    }),
    ...(tree === undefined ? [] : [{ typed: `tree:${tree}`, none: `no tree is called ${tree}`, filter: { tree } }]),
    ...(notTree === undefined
      ? []
      : [{ typed: `-tree:${notTree}`, none: `all is in ${notTree}`, filter: { notTree } }]),
    ...(kind === undefined ? [] : [{ typed: `kind ${kind}`, none: `no source is of kind ${kind}`, filter: { kind } }]),
    ...(also ? filterParts(also) : []),
  ];
}

const combineFilters = (parts: readonly FilterPart[]): SearchFilter =>
  parts.reduceRight<SearchFilter>(
    (also, { filter }) => (Object.keys(also).length === 0 ? filter : { ...filter, also }),
    {},
  );

async function matchesAny(store: Store, filter: SearchFilter): Promise<boolean> {
  for await (const chunks of store.searchableChunks(await storeFilter(store, filter)))
    if (chunks.length > 0) return true;
  return false;
}
