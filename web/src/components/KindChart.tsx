import type { LanguageTotals } from '../../../src/view/api.js';

const SHOWN = 12;

/** Files by kind, the most numerous first; the rest in one line. */
export function KindChart({ kinds }: { readonly kinds: readonly LanguageTotals[] }) {
  const rest = kinds.slice(SHOWN).reduce((sum, { files }) => sum + files, 0);
  const rows = [
    ...kinds.slice(0, SHOWN).map(({ language, files }) => ({ name: language, files })),
    ...(rest > 0 ? [{ name: `${kinds.length - SHOWN} more`, files: rest }] : []),
  ];
  const most = Math.max(1, ...rows.map(({ files }) => files));
  return (
    <section class="chart" aria-label="Files by kind">
      <div class="section-head">
        <h2>Files by kind</h2>
      </div>
      <ul class="bars">
        {rows.map(({ name, files }) => (
          <li key={name}>
            <span class="kind">{name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="chart-bar" width={Math.max(0.5, (files / most) * 100)} height="10" />
            </svg>
            <span class="figure">
              {files.toLocaleString('en')}
              <span class="unseen"> files</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
