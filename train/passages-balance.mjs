/**
 * node train/passages-balance.mjs LISTS BALANCE.json
 *
 * How much the first half of a vector counts beside the second, from the query alone: a logistic regression on the
 * bi-encoder's vector of the query. On the repositories that are held out, people's own words are found best with little
 * of the first half, comments with much of it, and all other kinds (withhold.mjs) in between; learnt from the others,
 * with two thirds of the questions about excerpts left out. Half a minute.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { biEncoderQuery } from '../build/embed/biEncoder.js';

const [, , lists, out] = process.argv;
const SOME_EXCERPTS = 3;
/** How far towards the first half, by kind: 1 for a comment, 0 for people's own words. */
const WANTED = { ask: 0, doc: 1 };
const OTHERS = 0.8;
/** How much each kind counts in all, whatever its number. */
const SHARE = {
  ask: 0.6,
  doc: 0.25,
  commit: 0.1,
  asked: 0.08,
  keywords: 0.08,
  heading: 0.06,
  name: 0.06,
  message: 0.05,
  link: 0.05,
};
const [STEPS, RATE, DECAY] = [600, 0.3, 3e-5];

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const here = (name) => new URL(name, import.meta.url);
const { repositories } = JSON.parse(readFileSync(here('manifest.json'), 'utf8'));
const held = new Set(repositories.filter((one) => one.held).map(({ repository }) => repository));
const isLearnt = (repository) => !held.has(repository);

const asked = [
  ...readdirSync(lists)
    .filter(
      (file) =>
        file.endsWith('.jsonl') &&
        !file.endsWith('.documents.jsonl') &&
        isLearnt(file.replace(/\.jsonl$/, '').replace('+', '/')),
    )
    .flatMap((file) => linesOf(join(lists, file)).filter(({ kind }) => kind !== 'ask')),
  ...[
    linesOf(here('questions.jsonl')),
    linesOf(here('excerpt-questions.jsonl')).filter((_, i) => i % SOME_EXCERPTS === 0),
  ]
    .flat()
    .filter(({ repository }) => isLearnt(repository))
    .map(({ query }) => ({ kind: 'ask', query })),
];
const counts = new Map();
for (const { kind } of asked) counts.set(kind, (counts.get(kind) ?? 0) + 1);
const rows = asked.flatMap(({ kind, query }) => {
  const vector = biEncoderQuery(query);
  return vector ? [{ vector, kind, wanted: WANTED[kind] ?? OTHERS, weight: SHARE[kind] / counts.get(kind) }] : [];
});

const width = rows[0].vector.length;
/** The last one is the bias. */
const weights = new Float64Array(width + 1);
const predicted = ({ vector }) => {
  let sum = weights[width];
  for (let i = 0; i < width; i++) sum += weights[i] * vector[i];
  return 1 / (1 + Math.exp(-sum));
};
// Adam, all questions in each step.
const [first, second] = [new Float64Array(width + 1), new Float64Array(width + 1)];
for (let step = 1; step <= STEPS; step++) {
  const slope = weights.map((weight, i) => (i < width ? DECAY * weight : 0));
  for (const row of rows) {
    const error = (predicted(row) - row.wanted) * row.weight;
    for (let i = 0; i < width; i++) slope[i] += error * row.vector[i];
    slope[width] += error;
  }
  const rate = RATE * (1 - step / (STEPS + 100));
  for (let i = 0; i <= width; i++) {
    first[i] = 0.9 * first[i] + 0.1 * slope[i];
    second[i] = 0.999 * second[i] + 0.001 * slope[i] * slope[i];
    weights[i] -= (rate * (first[i] / (1 - 0.9 ** step))) / (Math.sqrt(second[i] / (1 - 0.999 ** step)) + 1e-9);
  }
}

for (const kind of counts.keys()) {
  const some = rows.filter((row) => row.kind === kind);
  const mean = some.reduce((sum, row) => sum + predicted(row), 0) / some.length;
  process.stdout.write(`${kind} ${some.length} questions, ${mean.toFixed(2)}\n`);
}
writeFileSync(out, `${JSON.stringify([...weights])}\n`);
