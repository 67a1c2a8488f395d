import type { Sizes } from '../../../src/view/api.js';

const HIGH = 100;

/** Chunks by tokens, in bars that double. */
export function SizeChart({ sizes, chunks }: { readonly sizes: Sizes; readonly chunks: number }) {
  const { bars, seen } = sizes;
  const most = Math.max(1, ...bars.map((bar) => bar.chunks));
  const n = (count: number): string => count.toLocaleString('en');
  return (
    <section class="chart" aria-label="Chunks by tokens">
      <div class="section-head">
        <h2>Chunks by tokens</h2>
        {seen < chunks * 0.9 && <span class="faint">{n(seen)} looked at</span>}
      </div>
      <ul class="columns">
        {bars.map((bar) => (
          <li key={bar.from}>
            <span class="figure">{n(bar.chunks)}</span>
            <svg viewBox={`0 0 10 ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                class="chart-bar"
                y={HIGH - Math.max(1, (bar.chunks / most) * HIGH)}
                width="10"
                height={Math.max(1, (bar.chunks / most) * HIGH)}
              />
            </svg>
            <span class="faint">
              {bar.from}–{bar.to}
              <span class="unseen"> tokens</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
