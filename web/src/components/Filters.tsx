import { useMemo } from 'preact/hooks';
import { filters } from '../route.js';
import { files, go, route } from '../state.js';
import { Choice } from './Choice.js';

/** The filters of a query. Roots can be chosen if there are several. */
export function Filters() {
  const { type, lang, within, root } = route.value;
  const { value } = files.value;
  const languages = useMemo(() => byCount((value?.files ?? []).map(({ language }) => language)), [value]);
  const folders = useMemo(() => foldersOf((value?.files ?? []).map(({ path }) => path)), [value]);
  const roots = value?.roots ?? [];
  const change = (changed: Parameters<typeof go>[0]): void => go(changed, true);
  const isSet = filters.some((name) => route.value[name] !== '');
  return (
    <search class="filters" aria-label="Filters">
      <Choice
        label="Type"
        value={type}
        of={listed(value?.choices.types ?? [], type)}
        names={{ '': 'any', ...plainNames(value?.choices.types ?? []) }}
        change={(name) => change({ type: name })}
      />
      <Choice
        label="Language"
        value={lang}
        of={listed(languages, lang)}
        names={{ '': 'any' }}
        change={(name) => change({ lang: name })}
      />
      <div class="choice">
        <label for="within">Path</label>
        <input
          id="within"
          type="text"
          list="folders"
          placeholder="any"
          autocomplete="off"
          spellcheck={false}
          value={within}
          onChange={(event) => change({ within: event.currentTarget.value.trim() })}
        />
        <datalist id="folders">
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
      </div>
      {roots.length > 1 && (
        <Choice
          label="Root"
          value={root}
          of={listed(roots, root)}
          names={{ '': 'all' }}
          change={(name) => change({ root: name })}
        />
      )}
      <button
        type="button"
        class="quiet small"
        disabled={!isSet}
        onClick={() => change(Object.fromEntries(filters.map((name) => [name, ''])))}
      >
        Clear
      </button>
    </search>
  );
}

/** No filter first; the value of the address last, even if it is unknown. */
const listed = (names: readonly string[], chosen: string): readonly string[] => [...new Set(['', ...names, chosen])];

const plainNames = (types: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(types.map((type) => [type, type.replaceAll('_', ' ')]));

/** The most frequent first. */
function byCount(all: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

const MOST_FOLDERS = 200;
const DEEPEST = 2;

/** The folders of the first two levels. */
const foldersOf = (paths: readonly string[]): readonly string[] =>
  [
    ...new Set(
      paths.flatMap((path) => {
        const parts = path.split('/').slice(0, -1);
        return parts.slice(0, DEEPEST).map((_, i) => parts.slice(0, i + 1).join('/'));
      }),
    ),
  ].slice(0, MOST_FOLDERS);
