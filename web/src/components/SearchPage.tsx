import { found, route } from '../state.js';
import { Controls } from './Controls.js';
import { Notice } from './Notice.js';
import { Result } from './Result.js';

export function SearchPage() {
  const { q } = route.value;
  const { value, error, loading } = found.value;
  return (
    <div class="column" aria-busy={loading}>
      <h1>Search</h1>
      <Controls title="Filters" />
      {q.trim() === '' && <Hints />}
      {q.trim() !== '' && error && <Notice error={error} />}
      {q.trim() !== '' && loading && !value && !error && <p role="status">Searching…</p>}
      {q.trim() !== '' && value && (
        <>
          <p class="facts" role="status">
            <span id="result-count">
              {value.results.length} {value.results.length === 1 ? 'result' : 'results'}
            </span>
            <span>{value.mode}</span>
            {value.confidence && <span>confidence {value.confidence}</span>}
            <span>{value.milliseconds} ms</span>
          </p>
          {value.warning && <p class="note">{value.warning}</p>}
          {value.stale > 0 && (
            <p class="note">
              {value.stale} left out: the file has changed since. Bring the index up to date with froe index.
            </p>
          )}
          <ol class="results">
            {value.results.map((result, i) => (
              <Result key={result.id} result={result} number={i + 1} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const hints = [
  ['words', 'keywords and meaning'],
  ['"a phrase"', 'exactly these words'],
  ['symbol:Name', 'definitions of this symbol'],
  ['path:src', 'only this folder'],
  ['lang:python', 'only this language'],
  ['type:function', 'only this kind of chunk'],
  ['-word', 'exclude this word'],
] as const;

function Hints() {
  return (
    <>
      <p>
        Press <kbd>/</kbd> to search. Every result can explain its score.
      </p>
      <dl class="hints">
        {hints.map(([term, meaning]) => (
          <div key={term}>
            <dt class="mono">{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
