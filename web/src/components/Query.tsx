import { useRef } from 'preact/hooks';
import { go, route } from '../state.js';

/** Debounce in milliseconds: long enough to finish a word, short enough to feel immediate. */
const PAUSE = 180;

export function Query() {
  const timer = useRef(0);
  const asks = route.value.view === 'search' || route.value.view === 'context';
  const typed = (q: string): void => {
    clearTimeout(timer.current);
    if (asks) timer.current = window.setTimeout(() => go({ q }, true), PAUSE);
  };
  /** The focus leaves the box, so that j and k move through the results. */
  const submit = (q: string): void => {
    clearTimeout(timer.current);
    go(asks ? { q } : { view: 'search', q });
    document.getElementById('main')?.focus();
  };
  return (
    <search class="query">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget.querySelector('input')?.value ?? '');
        }}
      >
        <input
          id="query"
          type="search"
          aria-label="Question"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          value={route.value.q}
          onInput={(event) => typed(event.currentTarget.value)}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
