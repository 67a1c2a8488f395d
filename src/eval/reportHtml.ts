/** A report as one page that holds all it needs: no script, nothing from elsewhere. */
import type { EvalReport } from './evaluate.js';
import type { FormatTrial } from './formats.js';
import { bars, curves, escaped } from './plots.js';
import { metricNames } from './score.js';

const STYLE = `:root{color-scheme:light dark;--ink:#1c1917;--paper:#fff;--faint:#a8a29e}
@media(prefers-color-scheme:dark){:root{--ink:#e7e5e4;--paper:#1c1917;--faint:#57534e}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}
td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--faint)}
td:first-child,th:first-child{text-align:left}
small{color:var(--faint)}
.wide{overflow-x:auto}
svg{max-width:100%;height:auto;display:block;margin:1.5rem 0;font:12px system-ui,sans-serif}
svg text{fill:var(--ink)}svg .title{font-weight:600;font-size:14px}.ink{stroke:var(--ink);stroke-width:2}.grid{stroke:var(--faint);stroke-width:.5}`;

export function reportHtml(report: EvalReport, trials: readonly FormatTrial[] = []): string {
  const { strategies, questions, files, embedder } = report;
  const asked = Object.entries(questions).map(([kind, count]) => `${count} ${kind}`);
  const parts = [
    '<h1>froe eval</h1>',
    `<p>${files.toLocaleString('en')} files. Questions: ${escaped(asked.join(', '))}. Vectors: ${escaped(embedder)}.</p>`,
    `<div class="wide">${htmlTable(
      ['strategy', 'chunks', 'tokens', ...metricNames],
      strategies.map((one) => [
        one.strategy,
        one.chunks.toLocaleString('en'),
        String(one.meanTokens),
        ...metricNames.map((name) => {
          const { mean, low, high } = one.metrics[name];
          return `${mean.toFixed(3)} <small>${low.toFixed(2)}–${high.toFixed(2)}</small>`;
        }),
      ]),
    )}</div>`,
    `<ul>${strategies.map(({ strategy, about }) => `<li><b>${escaped(strategy)}</b>: ${escaped(about)}</li>`).join('')}</ul>`,
    curves(strategies, 'Share of the answer inside the first tokens of the results'),
    bars(strategies, 'mrr', 'MRR, with the interval of 95 % of 1,000 draws'),
    bars(strategies, 'efficiency', 'Share of the tokens of the first five results that answer'),
    ...(trials.length > 0 ? [formatsTable(trials)] : []),
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>froe eval</title><style>${STYLE}</style></head><body>\n${parts.join('\n')}\n</body></html>\n`;
}

const formatsTable = (trials: readonly FormatTrial[]): string =>
  `<h2>Formats</h2>${htmlTable(
    ['format', 'answers', 'correct', 'complete', 'attributed', 'tokens'],
    trials.map(({ format, answers, correct, complete, attributed, tokens }) => [
      escaped(format),
      String(answers),
      correct.toFixed(3),
      complete.toFixed(3),
      attributed.toFixed(3),
      String(tokens),
    ]),
  )}`;

/** The cells hold markup of ours already. */
function htmlTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row('th', head)}</thead><tbody>${body.map((cells) => row('td', cells)).join('')}</tbody></table>`;
}
