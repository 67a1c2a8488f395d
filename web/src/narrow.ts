/** Whether the page has only one column; the same condition as in styles/narrow.css. */
import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 720px)');

export const isNarrow = signal(query.matches);

query.addEventListener('change', () => {
  isNarrow.value = query.matches;
});
