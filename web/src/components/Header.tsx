import { useRef } from 'preact/hooks';
import { isNarrow } from '../narrow.js';
import { start, toHash, views } from '../route.js';
import { drawer, files, go, helpOpen, route } from '../state.js';
import { nextTheme, theme } from '../theme.js';

const names = { files: 'Files', search: 'Search', context: 'Context', index: 'Index' } as const;

export function Header() {
  const { view } = route.value;
  return (
    <header class="top">
      {isNarrow.value && view === 'files' && (
        <button
          type="button"
          class="quiet menu"
          aria-label="File tree"
          onClick={() => {
            drawer.value = 'tree';
          }}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" stroke-width="1.5" />
          </svg>
        </button>
      )}
      <a class="brand" href={toHash({ ...start, q: '' })}>
        <span class="wordmark">froe</span>
        <span class="root">{files.value.value?.root ?? ''}</span>
      </a>
      <Query />
      <nav aria-label="Views">
        {views.map((name) => (
          <a key={name} href={toHash({ ...route.value, view: name })} aria-current={name === view ? 'page' : undefined}>
            {names[name]}
          </a>
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="quiet" onClick={nextTheme} aria-label={`Theme: ${theme.value}. Change it`}>
          <ThemeMark />
        </button>
        <button
          type="button"
          class="quiet"
          aria-label="Keyboard help"
          onClick={() => {
            helpOpen.value = true;
          }}
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** Half a disc for the system's setting, an empty one for light, a full one for dark. */
function ThemeMark() {
  const d = { system: 'M8 2a6 6 0 0 1 0 12z', light: '', dark: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0-12z' }[theme.value];
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d={d} fill="currentColor" />
    </svg>
  );
}

/** Debounce in milliseconds: long enough to finish a word, short enough to feel immediate. */
const PAUSE = 180;

function Query() {
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
