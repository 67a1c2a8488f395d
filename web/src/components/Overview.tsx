import { useMemo } from 'preact/hooks';
import { keys } from '../keys.js';
import { isNarrow } from '../narrow.js';
import { start, toHash } from '../route.js';
import { drawer, files } from '../state.js';
import { KeyHints } from './KeyHints.js';
import { Notice } from './Notice.js';

const LANGUAGES = 8;
/** The most useful keys. */
const FIRST_KEYS = ['/', 't', 'j k', '?'];

/** The overview, before a file is selected: sizes, languages, and first steps. */
export function Overview() {
  const { value, error } = files.value;
  const languages = useMemo(() => totals(value?.files ?? []), [value]);
  if (error) return <Notice error={error} />;
  if (!value) return <p class="reading">Reading…</p>;
  const held = [
    counted(value.files.length, 'file'),
    ...(value.artifacts.length > 0 ? [counted(value.artifacts.length, 'artifact')] : []),
  ];
  return (
    <div class="overview">
      <h1>{value.root}</h1>
      <p class="lead">{held.join(' and ')}, split along their structure.</p>
      {isNarrow.value && (
        <button
          type="button"
          onClick={() => {
            drawer.value = 'tree';
          }}
        >
          Browse files
        </button>
      )}
      <h2>Languages</h2>
      <ul class="shares">
        {languages.slice(0, LANGUAGES).map(({ language, tokens, files: count }) => (
          <li key={language}>
            <a href={toHash({ ...start, view: 'search', lang: language })}>{language}</a>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="chart-bar" width={Math.max(0.5, (tokens / languages[0].tokens) * 100)} height="6" />
            </svg>
            {/* The value of the bar; a phone has room for nothing else. */}
            <span class="figure">{counted(tokens, 'token')}</span>
            <span class="figure faint">{counted(count, 'file')}</span>
          </li>
        ))}
      </ul>
      {languages.length > LANGUAGES && <p class="faint">and {languages.length - LANGUAGES} more</p>}
      {!isNarrow.value && <FirstKeys />}
    </div>
  );
}

function FirstKeys() {
  return (
    <>
      <h2>Keys</h2>
      <KeyHints hints={keys.filter(([key]) => FIRST_KEYS.includes(key))} />
    </>
  );
}

interface LanguageShare {
  readonly language: string;
  readonly files: number;
  readonly tokens: number;
}

/** The language with the most tokens first. */
function totals(listed: readonly { readonly language: string; readonly tokens: number }[]): readonly LanguageShare[] {
  const shares = new Map<string, LanguageShare>();
  for (const { language, tokens } of listed) {
    const known = shares.get(language) ?? { language, files: 0, tokens: 0 };
    shares.set(language, { language, files: known.files + 1, tokens: known.tokens + tokens });
  }
  return [...shares.values()].sort((a, b) => b.tokens - a.tokens);
}

const counted = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
