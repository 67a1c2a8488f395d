import { type ResultView, SCORE_DIGITS } from '../../../src/view/api.js';
import { placed, toHash } from '../route.js';
import { route } from '../state.js';
import { Why } from './Why.js';

export function Result({ result, number }: { readonly result: ResultView; readonly number: number }) {
  const { path, chunk, name, startLine, endLine, score, merged, chunks } = result;
  return (
    <li class="result">
      <div class="result-head">
        <span class="number" aria-hidden="true">
          {number}
        </span>
        <h2>
          <a data-step href={toHash({ ...route.value, ...placed(result, chunk) })}>
            {name}
          </a>
        </h2>
        <span class="score">{score.toFixed(SCORE_DIGITS)}</span>
      </div>
      <p class="facts">
        <span class="mono">
          {path}:{startLine}–{endLine}
        </span>
        <span>{result.type}</span>
        {merged && <span>{chunks} chunks found, shown as one</span>}
      </p>
      <pre class="preview">{result.preview}</pre>
      <Why result={result} />
    </li>
  );
}
