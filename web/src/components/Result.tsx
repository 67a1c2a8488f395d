import { useMemo } from 'preact/hooks';
import { type Excerpt, type ResultView, SCORE_DIGITS } from '../../../src/view/api.js';
import { Colouring } from '../colouring.js';
import { lineStarts } from '../lines.js';
import { placed, toHash } from '../route.js';
import { route } from '../state.js';
import { EditorLink } from './EditorLink.js';
import { Parts } from './Parts.js';
import { Why } from './Why.js';

export function Result({ result, number }: { readonly result: ResultView; readonly number: number }) {
  const { path, artifact, chunk, name, startLine, endLine, score, merged, chunks, copies, excerpt } = result;
  return (
    <li class="result">
      <div class="result-head">
        <span class="number" aria-hidden="true">
          {number}
        </span>
        <h2>
          <a data-step href={toHash({ ...route.value, ...placed(result, { chunk }) })}>
            {name}
          </a>
        </h2>
      </div>
      <p class="facts">
        <span class="mono">
          {path}:{startLine}–{endLine}
        </span>
        <span>{result.type.replaceAll('_', ' ')}</span>
        {merged && <span>{chunks} chunks found, shown as one</span>}
        {copies.length > 0 && <span>same text in {copies.join(', ')}</span>}
        {artifact === null && <EditorLink path={path} line={excerpt.startLine ?? startLine} />}
      </p>
      <Preview excerpt={excerpt} />
      <details class="why">
        <summary>
          Score <span class="score">{score.toFixed(SCORE_DIGITS)}</span>
        </summary>
        <Why result={result} />
      </details>
    </li>
  );
}

/** Lines with their numbers, coloured and marked like the file. */
function Preview({ excerpt }: { readonly excerpt: Excerpt }) {
  const colouring = useMemo(() => new Colouring(excerpt), [excerpt]);
  const { text, startLine } = excerpt;
  const starts = lineStarts(text);
  return (
    <pre class="preview">
      {starts.slice(0, -1).map((from, i) => (
        <span key={from} class="preview-line">
          {startLine !== null && (
            <span class="preview-number" aria-hidden="true">
              {startLine + i}
            </span>
          )}
          <span class="preview-text">
            <Parts parts={colouring.parts(from, starts[i + 1])} />
          </span>
        </span>
      ))}
    </pre>
  );
}
