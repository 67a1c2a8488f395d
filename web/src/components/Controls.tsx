import type { ComponentChildren } from 'preact';
import { isNarrow } from '../narrow.js';
import { filters } from '../route.js';
import { drawer, route } from '../state.js';
import { Drawer } from './Drawer.js';
import { Filters } from './Filters.js';

/** Options of a query: further controls, then its filters. On a narrow page behind a button. */
export function Controls({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  const chosen = filters.map((name) => route.value[name]).filter((value) => value !== '');
  return (
    <>
      {isNarrow.value && (
        <button
          type="button"
          class="quiet open-controls"
          onClick={() => {
            drawer.value = 'controls';
          }}
        >
          {[title, ...chosen].join(' · ')}
        </button>
      )}
      <Drawer name="controls" title={title}>
        <div class="question-controls">
          {children}
          <Filters />
        </div>
      </Drawer>
    </>
  );
}
