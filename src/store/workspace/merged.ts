/** Several roots as one: their figures added up, lists sorted by count. */
import type { IndexState, Overview } from '../store.js';

export function mergedState(states: readonly IndexState[]): IndexState {
  const sum = (of: (state: IndexState) => number): number => states.reduce((total, state) => total + of(state), 0);
  // The oldest: every root is at least as fresh.
  const [writtenAt] = states.flatMap((state) => state.writtenAt ?? []).sort((a, b) => a.getTime() - b.getTime());
  return {
    version: Math.max(...states.map(({ version }) => version)),
    model: states.find(({ model }) => model)?.model,
    writtenAt,
    sources: sum(({ sources }) => sources),
    chunks: sum(({ chunks }) => chunks),
    tokens: sum(({ tokens }) => tokens),
    embedded: sum(({ embedded }) => embedded),
    pending: sum(({ pending }) => pending),
    bytes: sum(({ bytes }) => bytes),
  };
}

export function mergedOverview(overviews: readonly Overview[]): Overview {
  const sum = (of: (overview: Overview) => number): number =>
    overviews.reduce((total, overview) => total + of(overview), 0);
  return {
    sources: sum(({ sources }) => sources),
    tokens: sum(({ tokens }) => tokens),
    languages: sumCounts(overviews.map(({ languages }) => languages)),
    areas: sumCounts(overviews.map(({ areas }) => areas)),
    units: sumCounts(overviews.map(({ units }) => units)),
    stack: interleaveDistinct(overviews.map(({ stack }) => stack)),
    databases: interleaveDistinct(overviews.map(({ databases }) => databases)),
  };
}

type Counts = readonly (readonly [name: string, count: number])[];

function sumCounts(lists: readonly Counts[]): Counts {
  const counts = new Map<string, number>();
  for (const [name, count] of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** The first of each root before the second of any. */
function interleaveDistinct(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)));
  return [...new Set(rounds.flat())];
}
