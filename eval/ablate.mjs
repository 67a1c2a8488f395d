/**
 * The contribution of each reason to the close ranking, on repositories that were never trained on:
 *
 *     node eval/ablate.mjs FEATURES
 *
 * writes eval/golden/ablation.md. FEATURES is the output of train/lists.mjs for `closely`. The features of each reason
 * are set to their mean over a question's candidates, so that they no longer distinguish them; the loss in MRR@10 is
 * what no other feature can replace.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasons, secondStageFeatures } from '../build/search/features.js';
import { rankers } from '../build/search/ranker.js';

const [, , folder] = process.argv;
const { repositories } = JSON.parse(readFileSync(new URL('../train/manifest.json', import.meta.url), 'utf8'));
const held = new Set(repositories.filter((one) => one.held).map(({ repository }) => repository.replace('/', '+')));
const width = secondStageFeatures.length + 1;
const { closely } = rankers();
const kinds = ['ask', 'asked', 'doc', 'heading', 'link', 'commit', 'message', 'name', 'keywords'];

const lists = readdirSync(folder)
  .filter((file) => file.endsWith('.closely.jsonl') && held.has(file.slice(0, -'.closely.jsonl'.length)))
  .flatMap((file) => {
    const bytes = readFileSync(join(folder, file.replace(/jsonl$/, 'bin')));
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    let at = 0;
    return readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((list) => {
        const rows = Array.from({ length: list.rows }, (_, i) =>
          values.subarray((at + i) * width, (at + i + 1) * width),
        );
        at += list.rows;
        return { ...list, labels: rows.map(([label]) => label), rows: rows.map((row) => Array.from(row.subarray(1))) };
      });
  })
  .filter(({ mode }) => mode === 'hybrid');

/** Those that were asked. */
const columns = kinds.filter((kind) => lists.some((list) => list.kind === kind));

const whole = figures(() => false);
const names = [...new Set(reasons)];
const losses = names.map((reason) => [reason, figures((i) => reasons[i] === reason)]);
losses.sort(([, a], [, b]) => a.ask - b.ask);
const row = (name, values) => `| ${[name, ...values].join(' | ')} |`;
const text = [
  '# What each reason brings',
  '',
  `MRR@10 of the close ranking on ${lists.length} questions about ${held.size} repositories that were never trained on, and what it changes when a reason tells no candidate from another. Written by \`node eval/ablate.mjs\`; kinds of questions are those of train/withhold.mjs, \`ask\` being people's own words.`,
  '',
  row('', columns),
  row(
    '---',
    columns.map(() => '--:'),
  ),
  row(
    'questions',
    columns.map((kind) => lists.filter((one) => one.kind === kind).length),
  ),
  row(
    '**all of them**',
    columns.map((kind) => whole[kind].toFixed(3)),
  ),
  ...losses.map(([reason, values]) =>
    row(
      `without: ${reason}`,
      columns.map((kind) => signed(values[kind] - whole[kind])),
    ),
  ),
];
writeFileSync(new URL('golden/ablation.md', import.meta.url), `${text.join('\n')}\n`);
process.stdout.write(`${text.join('\n')}\n`);

function signed(value) {
  const rounded = value.toFixed(3);
  return Number(rounded) === 0 ? '0' : value > 0 ? `+${rounded}` : rounded;
}

function figures(isOut) {
  const out = secondStageFeatures.map((_, i) => isOut(i));
  const sums = Object.fromEntries(columns.map((kind) => [kind, []]));
  for (const { kind, labels, rows } of lists) {
    const means = secondStageFeatures.map((_, i) => rows.reduce((sum, one) => sum + one[i], 0) / rows.length);
    const values = rows.map((one) => (out.includes(true) ? one.map((value, i) => (out[i] ? means[i] : value)) : one));
    const order = Array.from(closely.trees.sums(values), (score, i) => ({ score, label: labels[i] })).sort(
      (a, b) => b.score - a.score,
    );
    const first = order.findIndex(({ label }) => label > 0);
    sums[kind].push(first >= 0 && first < 10 ? 1 / (first + 1) : 0);
  }
  return Object.fromEntries(
    columns.map((kind) => [kind, sums[kind].reduce((a, b) => a + b, 0) / (sums[kind].length || 1)]),
  );
}
