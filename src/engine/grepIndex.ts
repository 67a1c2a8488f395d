/** What somebody asks of grep, in the words people use; and where nothing matches, why. */
import { FroeError } from '../errors.js';
import { explainNoResults } from '../search/explainNoResults.js';
import { type SearchFilter, storeFilter } from '../search/searchFilter.js';
import type { Store } from '../store/store.js';
import { DEADLINE_MS, type GrepOptions, type GrepResult, grep } from './grep.js';

export interface GrepRequest extends Omit<GrepOptions, 'filter'> {
  readonly filter?: SearchFilter;
}

/** How many matches are counted of what a filter keeps out, and for how many milliseconds. */
const COUNTED = 1000;
const PATIENCE = 2000;

export async function grepIndex(
  store: Store,
  root: string | undefined,
  expression: string,
  { filter = {}, deadline = DEADLINE_MS, ...options }: GrepRequest,
): Promise<GrepResult> {
  const until = performance.now() + deadline; // of all that is asked, not of each
  const ask = async (behind: SearchFilter, more: GrepOptions = {}): Promise<GrepResult> =>
    grep(store, root, expression, { ...options, deadline, ...more, filter: await storeFilter(store, behind) });
  const found = await ask(filter);
  if (found.count > 0) return found;
  const matches = async (behind: SearchFilter): Promise<number | undefined> => {
    const left = Math.min(PATIENCE, until - performance.now());
    if (left <= 0) return undefined;
    try {
      return (await ask(behind, { limit: COUNTED, deadline: left })).count;
    } catch (error) {
      if (error instanceof FroeError) return undefined; // it took too long
      throw error;
    }
  };
  return { ...found, nothing: await explainNoResults(store, filter, 'matches', matches) };
}
