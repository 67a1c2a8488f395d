/**
 * Commits of real repositories through `froe index --history`: processor and wall time compared with `git log -p` of the
 * same commits in the same run, the size of the index, and a second run with nothing new.
 *
 *     node bench/history.mjs --trees /repos/django [--commits 20000] [--jobs 2]
 *
 * The processor time of froe includes that of the git processes it starts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEEDS_TREES, rowsPerClone } from './clones.mjs';
import { operation } from './operation.mjs';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const COMMITS = 20_000;
const QUICK_COMMITS = 300;
/** For 20,000 commits. */
const GOAL = { seconds: 60, megabytes: 150 };

async function measure({ trees, quick, commits = quick ? QUICK_COMMITS : COMMITS, jobs }) {
  if (trees.length === 0) return NEEDS_TREES;
  return [tableOf(await rowsPerClone(trees, (clone) => measured(clone, String(commits), jobs)))];
}

async function measured({ name, root, place }, commits, jobs) {
  const file = join(place, 'index.db');
  // Hardly any files: the history is measured.
  const words = ['index', root, '--index', file, '--include', 'README*', '--jobs', jobs, '--json'];
  const index = () => timed(process.execPath, [cli, ...words, `--history=${commits}`]);
  const log = await timed('git', ['-C', root, 'log', '-p', '-n', commits, '--no-ext-diff', '--no-textconv']);
  const first = await index();
  const again = await index();
  const { history } = JSON.parse(first.output);
  return [
    {
      repository: name,
      commits: history.added,
      chunks: history.chunks,
      'git s': log.processor,
      'froe s': first.processor,
      '÷ git': first.processor / log.processor,
      'git wall s': log.seconds,
      'wall s': first.seconds,
      'wall ÷ git': first.seconds / log.seconds,
      'index MB': statSync(`${file}-history`).size / 1e6,
      'again s': again.processor,
    },
  ];
}

/** Wall and processor time in seconds, child processes included. The output of git is dropped. */
async function timed(command, words) {
  const began = performance.now();
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', command, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (part) => {
    if (command !== 'git') output += part;
  });
  child.stderr.on('data', (part) => {
    errors += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors}`);
  const [user, system] = errors.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: (performance.now() - began) / 1000, processor: user + system, output };
}

/** @returns {import('./table.mjs').Table} */
function tableOf(rows) {
  return {
    title: 'History: froe index --history beside git log -p',
    columns: {
      repository: 'text',
      commits: 'count',
      chunks: 'count',
      'git s': 'number',
      'froe s': 'number',
      '÷ git': 'times',
      'git wall s': 'number',
      'wall s': 'number',
      'wall ÷ git': 'times',
      'index MB': 'number',
      'again s': 'number',
    },
    rows,
    notes: [
      `s: processor time, user and system; froe with the git that it runs. again: a second run with nothing new. The goals for 20,000 commits are ${GOAL.seconds} s and ${GOAL.megabytes} MB.`,
    ],
  };
}

await operation(measure);
