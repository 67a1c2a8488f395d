/** Steps through the words of the query in the current file. */
import { computed, effect, signal } from '@preact/signals';
import { route, shown } from './state.js';

/** The index of the current mark; -1 for none. */
export const match = signal(-1);

export const matchCount = computed(() => (shown.value?.marks.length ?? 0) / 2);

/** From the current chunk, or from the beginning; wraps around. */
export function stepMatch(by: 1 | -1): void {
  const { marks = [], chunks = [] } = shown.peek() ?? {};
  const count = marks.length / 2;
  if (count === 0) return;
  const from = chunks.find(({ id }) => id === route.peek().chunk)?.charStart ?? 0;
  const next = match.peek() < 0 ? marks.findIndex((at, i) => i % 2 === 0 && at >= from) / 2 : match.peek() + by;
  match.value = next < 0 && match.peek() < 0 ? 0 : (next + count) % count;
}

/** A new file or query has new marks. */
effect(() => {
  shown.value;
  match.value = -1;
});
