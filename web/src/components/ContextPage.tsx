import { useSignal } from '@preact/signals';
import type { ContextView } from '../../../src/view/api.js';
import { context, files, go, route } from '../state.js';
import { Choice } from './Choice.js';
import { Controls } from './Controls.js';
import { Notice } from './Notice.js';
import { Passages } from './Passages.js';
import { Slider } from './Slider.js';

const BUDGETS = [250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12000, 16000, 24000, 32000, 64000];

/** The context for a model, within the budget to the token. */
export function ContextPage() {
  const { q, budget, format } = route.value;
  const { value, error, loading } = context.value;
  const choices = files.value.value?.choices;
  return (
    <div class="column wide" aria-busy={loading}>
      <h1>Context</h1>
      <Controls title="Budget and filters">
        <Slider
          label="Budget"
          unit="tokens"
          steps={BUDGETS}
          value={Number(budget) || choices?.budget || 8000}
          change={(tokens) => go({ budget: `${tokens}` }, true)}
        />
        <Choice
          label="Format"
          value={format || choices?.format || 'generic'}
          of={choices?.formats ?? ['generic']}
          change={(name) => go({ format: name }, true)}
        />
      </Controls>
      {q.trim() === '' && (
        <p>
          Press <kbd>/</kbd> to search. This page shows what a language model gets, token by token.
        </p>
      )}
      {error && <Notice error={error} />}
      {q.trim() !== '' && loading && !value && !error && <p role="status">Searching…</p>}
      {value && q.trim() !== '' && (
        <>
          {value.warning && <p class="note">{value.warning}</p>}
          <BudgetBar view={value} />
          <div class="context-parts">
            <Passages view={value} />
            <section class="context-text" aria-label="The context">
              <div class="section-head">
                <h2>Text</h2>
                <Copy text={value.text} />
              </div>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
              <pre tabIndex={0}>{value.text}</pre>
            </section>
          </div>
        </>
      )}
    </div>
  );
}

/** The budget as a bar: the share of each passage, then of the text around them, then what is unused. */
function BudgetBar({ view }: { readonly view: ContextView }) {
  const { tokens, budget, passages } = view;
  let at = 0;
  const parts = passages.map((passage, i) => {
    const x = at;
    at += passage.tokens;
    return { key: passage.chunk, x, width: passage.tokens, hue: i % 6 };
  });
  const n = (count: number): string => count.toLocaleString('en');
  return (
    <figure class="budget">
      <svg
        viewBox={`0 0 ${budget} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${n(tokens)} of ${n(budget)} tokens are used`}
      >
        <rect class="meter-all" width={budget} height="10" />
        <rect class="frame" width={Math.min(tokens, budget)} height="10" />
        {parts.map(({ key, x, width, hue }) => (
          <rect key={key} class={`bar hue-${hue}`} x={x} width={Math.max(0, width - budget / 800)} height="10" />
        ))}
      </svg>
      <figcaption>
        <span id="context-tokens">
          <strong>{n(tokens)}</strong> of {n(budget)} tokens
        </span>
        <span class="faint">{n(Math.max(0, tokens - at))} of them frame the passages</span>
        <span class="faint">{view.scope}</span>
      </figcaption>
    </figure>
  );
}

const SHOWN = 1500;

function Copy({ text }: { readonly text: string }) {
  const label = useSignal('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      label.value = 'Copied';
    } catch {
      label.value = 'Copying is not allowed'; // browsers allow it only over https or on localhost
    }
    setTimeout(() => {
      label.value = 'Copy';
    }, SHOWN);
  };
  return (
    <button type="button" class="quiet small" onClick={copy}>
      <span aria-live="polite">{label.value}</span>
    </button>
  );
}
