/**
 * The cost of checking the tree before an answer when nothing has changed: `froe search`
 * compared with `froe search --no-sync`, in turn. Processor time of the command and of
 * everything it starts (git), as the shell adds it up.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli, processorOf } from './command.mjs';
import { operation } from './operation.mjs';

const FILES = 5_000;
const QUICK_FILES = 200;
/** Queries per round: the shell counts in hundredths of a second. */
const QUESTIONS = 5;
const GOAL = 60;

const froe = (root, ...words) =>
  execFileSync(process.execPath, [cli, ...words], { cwd: root, stdio: ['ignore', 'ignore', 'ignore'] });

async function measure({ quick, rounds }) {
  const files = quick ? QUICK_FILES : FILES;
  const rows = [];
  for (const [tree, inGit] of Object.entries({ 'a git repository': true, 'a plain folder': false })) {
    const root = made(files, inGit);
    try {
      froe(root, 'index', '.');
      await sleep(2500); // git counts in seconds: a scan is not stored before
      for (let i = 0; i < 3; i++) froe(root, 'search', 'number 77');
      const least = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
      for (let round = 0; round < rounds; round++) {
        least.without = Math.min(least.without, processorTime(root, '--no-sync'));
        least.with = Math.min(least.with, processorTime(root));
      }
      rows.push({
        tree,
        files,
        'without, ms': least.without,
        'with, ms': least.with,
        'look, ms': least.with - least.without,
      });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  return [
    {
      title: 'Looking at the tree before an answer, nothing changed',
      columns: { tree: 'text', files: 'count', 'without, ms': 'number', 'with, ms': 'number', 'look, ms': 'number' },
      rows,
      notes: [
        `Processor time of one \`froe search\`, git included: the best of ${rounds} rounds of ${QUESTIONS}. The goal is a look of at most ${GOAL} ms in a repository of 5,000 files.`,
      ],
    },
  ];
}

/** Milliseconds of one question. */
function processorTime(root, ...flags) {
  const numbers = Array.from({ length: QUESTIONS }, (_, i) => i).join(' ');
  const ask = `"${process.execPath}" "${cli}" search 'number 77' ${flags.join(' ')} > /dev/null 2>&1`;
  return processorOf(`for i in ${numbers}; do ${ask}; done`, root) / QUESTIONS;
}

function made(files, inGit) {
  const root = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  for (let i = 0; i < files; i++) {
    const file = join(root, `src/m${i % 25}/p${i % 10}/f${i}.py`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `def f${i}(x):\n    """number ${i}"""\n    return x + ${i}\n`);
  }
  const git = (...words) => execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);
  if (!inGit) return root;
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'all of it');
  return root;
}

await operation(measure);
