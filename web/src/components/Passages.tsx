import type { ContextView, LeftOut } from '../../../src/view/api.js';
import { placed, toHash } from '../route.js';
import { route } from '../state.js';

/** The passages of the context, in the order of the bar, and results that did not fit. */
export function Passages({ view }: { readonly view: ContextView }) {
  const { passages, leftOut } = view;
  return (
    <section class="passages" aria-label="Passages">
      <div class="section-head">
        <h2>In</h2>
        <span class="faint">{passages.length}</span>
      </div>
      <ol class="plain">
        {passages.map((passage, i) => (
          <Line key={passage.chunk} line={passage} hue={i % 6} more={passage.shortened ? 'shortened' : ''} />
        ))}
      </ol>
      <div class="section-head">
        <h2>Left out</h2>
        <span class="faint" id="left-out">
          {leftOut.length}
        </span>
      </div>
      {leftOut.length === 0 && <p class="faint">Everything found fits.</p>}
      <ol class="plain">
        {leftOut.map((one) => (
          <Line key={one.chunk} line={one} />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  readonly line: LeftOut;
  /** Undefined: it is not in the bar. */
  readonly hue?: number;
  readonly more?: string;
}

function Line({ line, hue, more = '' }: LineProps) {
  const { path, chunk, name, startLine, endLine, score, tokens } = line;
  return (
    <li class="passage">
      <span class={`swatch ${hue === undefined ? 'none' : `hue-${hue}`}`} aria-hidden="true" />
      <span class="passage-name">
        <a data-step href={toHash({ ...route.value, ...placed(line, { chunk }) })}>
          {name}
        </a>
        <span class="faint mono">
          {path}:{startLine}–{endLine}
        </span>
      </span>
      <span class="figure">
        <span>
          {tokens.toLocaleString('en')} <span class="faint">tokens</span>
        </span>
        <span class="faint">
          {score.toFixed(2)} {more}
        </span>
      </span>
    </li>
  );
}
