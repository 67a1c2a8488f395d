/** Is there room for one column only? As styles/narrow.css has it. */
import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 720px)');

export const isNarrow = signal(query.matches);

query.addEventListener('change', () => {
  isNarrow.value = query.matches;
});
