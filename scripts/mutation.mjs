/**
 * Mutation testing: puts a thousand small faults into the code, one at a time;
 * the tests must detect each.
 *
 *     npm run mutation                 every area of mutation-areas.mjs, in turn
 *     npm run mutation -- merge text   these
 *     npm run mutation -- --report     only write docs/mutation.md from the last runs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areas } from './mutation-areas.mjs';
import { mutationPage, outdated, summary } from './mutation-page.mjs';

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

const summaries = Object.keys(areas)
  .map((area) => [area, file(`reports/mutation/${area}.json`)])
  .filter(([, report]) => existsSync(report))
  .map(([area, report]) => summary(area, JSON.parse(readFileSync(report, 'utf8'))));
const { stdout: commit } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: file('.'), encoding: 'utf8' });
writeFileSync(file('docs/mutation.md'), mutationPage(summaries, commit.trim()));
for (const fault of outdated(summaries)) process.stderr.write(`Explained, but not missed: ${fault}\n`);
