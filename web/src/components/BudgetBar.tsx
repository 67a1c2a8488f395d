import type { ContextView } from '../../../src/view/api.js';

/** The budget as a bar: the share of each passage, then of the text around them, then what is unused. */
export function BudgetBar({ view }: { readonly view: ContextView }) {
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
