/** The words of the question in the file that is shown, one after the other. */
import { computed, effect, signal } from '@preact/signals';
import { route, shown } from './state.js';

/** The mark that one has stepped to; -1 for none. */
export const match = signal(-1);

export const matchCount = computed(() => (shown.value?.marks.length ?? 0) / 2);

/** From the chunk that is looked at, or from the beginning, round and round. */
export function stepMatch(by: 1 | -1): void {
  const { marks = [], chunks = [] } = shown.peek() ?? {};
  const count = marks.length / 2;
  if (count === 0) return;
  const from = chunks.find(({ id }) => id === route.peek().chunk)?.charStart ?? 0;
  const next = match.peek() < 0 ? marks.findIndex((at, i) => i % 2 === 0 && at >= from) / 2 : match.peek() + by;
  match.value = next < 0 && match.peek() < 0 ? 0 : (next + count) % count;
}

/** Another file or question: its marks are others. */
effect(() => {
  shown.value;
  match.value = -1;
});
