/**
 * Commits of real repositories through `froe index --history`: processor time and wall time beside `git log -p` of the
 * same commits in the same run, the size of the index, and a second run with nothing new.
 *
 *     node bench/history.mjs --trees /repos/django [--commits 20000] [--jobs 2]
 *
 * Clones are nobody's to ship: without `--trees` there is nothing to measure. They are cloned beside the index, and
 * never written to. The processor time of froe has that of the git it starts in it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { aligned } from './table.mjs';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const { values } = parseArgs({
  options: {
    trees: { type: 'string', default: '' },
    commits: { type: 'string', default: '20000' },
    jobs: { type: 'string', default: '2' },
  },
});

const trees = values.trees.split(',').filter((path) => path !== '');
if (trees.length === 0) throw new Error('--trees DIR,DIR…: clones whose history to index');

const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
try {
  const rows = [];
  for (const tree of trees) rows.push(await measured(tree));
  process.stdout.write(`${aligned(tableOf(rows))}\n`);
} finally {
  rmSync(place, { recursive: true });
}

async function measured(tree) {
  const root = join(place, 'tree');
  const file = join(place, 'index.db');
  execFileSync('git', ['clone', '--quiet', '--shared', tree, root], { stdio: ['ignore', 'inherit', 'ignore'] });
  // Of the files next to nothing: history is what is measured.
  const words = ['index', root, '--index', file, '--include', 'README*', '--jobs', values.jobs, '--json'];
  const index = () => timed(process.execPath, [cli, ...words, `--history=${values.commits}`]);
  try {
    const log = await timed('git', ['-C', root, 'log', '-p', '-n', values.commits, '--no-ext-diff', '--no-textconv']);
    const first = await index();
    const again = await index();
    const { history } = JSON.parse(first.output);
    return {
      repository: basename(tree),
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
    };
  } finally {
    for (const name of [root, file, `${file}-history`, `${file}-writer`])
      rmSync(name, { recursive: true, force: true });
  }
}

/** Seconds by the clock and of the processor, those of what it starts included. What git prints is not kept. */
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
      's: processor time, user and system; froe with the git that it runs. again: a second run with nothing new.',
    ],
  };
}
