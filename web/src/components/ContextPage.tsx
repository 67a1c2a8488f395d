import { context, files, go, route } from '../state.js';
import { BudgetBar } from './BudgetBar.js';
import { Choice } from './Choice.js';
import { Controls } from './Controls.js';
import { Copy } from './Copy.js';
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
