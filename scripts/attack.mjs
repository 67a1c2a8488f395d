/**
 * `npm run attack -- --minutes 5`: runs every attack of test/attack, with damaged files and the search for slow ones for
 * this many minutes each, and writes the number of tries and failures to bench/runs/attack.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const cwd = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'froe-attack-'));
const seed = values.seed ?? String(Date.now() % 1_000_000);

const built = spawnSync('npm', ['run', 'build'], { cwd, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const long = ['test/attack/fuzz.test.ts', 'test/attack/hunt.test.ts'];
const testResults = [
  // Without the variables of the others: the command reports unknown FROE_* settings.
  ...run({ ...process.env, EVERY_FAULT: '1' }, ['test/attack', ...long.map((file) => `--exclude=${file}`)]),
  ...run({ ...process.env, FROE_FUZZ_MINUTES: values.minutes, FROE_FUZZ_SEED: seed }, long),
];
rmSync(place, { recursive: true, force: true });

/** These try far more inputs than they have tests, and report the number. */
const counted = {
  'fuzz.test.ts': () => numbersOf('report.json', 'cases'),
  'hunt.test.ts': () => numbersOf('hunt.json', 'tried'),
};

const rows = testResults
  .map(({ name, status, assertionResults }) => {
    const file = basename(name);
    const failed = assertionResults.filter((one) => one.status === 'failed').length;
    const tests = { tried: assertionResults.length, failed: Math.max(failed, status === 'failed' ? 1 : 0) };
    return { file, about: aboutOf(name), ...tests, ...counted[file]?.() };
  })
  .sort((a, b) => (a.file < b.file ? -1 : 1));
const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
const table = [
  '| attack | tried | failed | by |',
  '| --- | --: | --: | --- |',
  ...rows.map(({ file, about, tried, failed }) => `| ${about} | ${grouped(tried)} | ${failed} | \`${file}\` |`),
  `| all | ${grouped(sum('tried'))} | ${sum('failed')} | |`,
];
const { version, platform, arch } = process;
const made = `Made by \`npm run attack -- --minutes ${values.minutes} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${version}, ${platform} ${arch}.`;
writeFileSync(join(cwd, 'bench/runs/attack.md'), `# Attacked\n\n${made}\n\n${table.join('\n')}\n`);
process.stdout.write(`${table.join('\n')}\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

function run(env, files) {
  const report = join(place, 'report.json');
  const words = ['run', '--mode', 'built', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const options = { cwd, env, stdio: 'inherit' };
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words, ...files], options);
  return JSON.parse(readFileSync(report, 'utf8')).testResults;
}

function numbersOf(file, key) {
  const path = join(cwd, 'reports/fuzz', file);
  if (!existsSync(path)) return {};
  const said = JSON.parse(readFileSync(path, 'utf8'));
  return { tried: said[key], failed: said.found.length };
}

/** The first sentence of a file's head comment. */
function aboutOf(path) {
  const said = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const words = said
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^.*?(?=[.:;](?:\s|$))/.exec(words)?.[0] ?? words).replaceAll('|', '\\|');
}

function grouped(number) {
  return number.toLocaleString('en');
}
