/**
 * Mutation testing: a thousand small faults put into the code, one at a time,
 * and the tests must notice each.
 *
 *     npm run mutation                 every area of mutation-areas.mjs, in turn
 *     npm run mutation -- merge text   these
 *     npm run mutation -- --report     only write docs/mutation.md from the last runs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tableLines } from '../bench/table.mjs';
import { areas } from './mutation-areas.mjs';

const { values, positionals } = parseArgs({
  options: { report: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = new URL('../', import.meta.url);
const file = (relative) => fileURLToPath(new URL(relative, root));

const wanted = values.report ? [] : positionals.length > 0 ? positionals : Object.keys(areas);
for (const area of wanted) {
  if (!(area in areas)) throw new Error(`there is no area ${area}: ${Object.keys(areas).join(', ')}`);
  const { status } = spawnSync(process.execPath, [file('node_modules/.bin/stryker'), 'run'], {
    cwd: file('.'),
    env: { ...process.env, FROE_MUTATION: area },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

const measured = Object.keys(areas).filter((area) => existsSync(file(`reports/mutation/${area}.json`)));
writeFileSync(file('docs/mutation.md'), page(measured.map((area) => [area, summary(area)])));

function summary(area) {
  const { files } = JSON.parse(readFileSync(file(`reports/mutation/${area}.json`), 'utf8'));
  const mutants = Object.entries(files).flatMap(([path, { mutants }]) => mutants.map((one) => ({ ...one, path })));
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  const [noticed, missed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  return { mutants, noticed, missed, score: noticed / (noticed + missed) };
}

function page(rows) {
  const columns = { area: 'text', 'faults put in': 'count', noticed: 'count', missed: 'count', score: 'percent' };
  const body = rows.map(([area, { noticed, missed, score }]) => ({
    area,
    'faults put in': noticed + missed,
    noticed,
    missed,
    score,
  }));
  return [
    '# Mutation testing',
    '',
    'Written by `npm run mutation` from the reports of Stryker. Small faults are put into the code, one at a time, and the tests of the area must notice; which tests those are is in `scripts/mutation-areas.mjs`. The goal is 80 % in each area.',
    '',
    ...tableLines(columns, body),
    '',
    ...rows.flatMap(([area, { mutants }]) => survivors(area, mutants)),
  ].join('\n');
}

/** Where faults go unnoticed, by file and line. */
function survivors(area, mutants) {
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  if (left.length === 0) return [];
  const byPath = new Map();
  for (const { path, location } of left) byPath.set(path, [...(byPath.get(path) ?? []), location.start.line]);
  return [
    `## Missed in ${area}`,
    '',
    ...[...byPath].map(
      ([path, lines]) => `- \`${path}\`: lines ${[...new Set(lines)].sort((a, b) => a - b).join(', ')}`,
    ),
    '',
  ];
}
