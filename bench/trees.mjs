/**
 * Real trees through `froe index`: processor time from nothing compared with a bare parse and one count of the same
 * files, peak memory, and a run after one file changed compared with `git status`.
 *
 *     node bench/trees.mjs --trees /repos/gson,/repos/ripgrep [--rounds 4] [--jobs 2]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NEEDS_TREES, rowsPerClone, trackedFiles } from './clones.mjs';
import { cli, froe, processorOf } from './command.mjs';
import { operation } from './operation.mjs';

/** More than this machine may have cores: then the thread with most to do says what their wall time is at least. */
const MANY_THREADS = 4;

/** Edits are quick, and vary more. */
const EDITS = 8;

const bare = fileURLToPath(new URL('./bare-tree.mjs', import.meta.url));

async function measure({ trees, rounds, jobs }) {
  if (trees.length === 0) return NEEDS_TREES;
  return [tableOf(await rowsPerClone(trees, (clone) => measured(clone, rounds, jobs)), jobs)];
}

/** In turn, the best of each: the machine may be shared. */
async function measured({ name, root, place }, rounds, jobs) {
  const file = join(place, 'index.db');
  const index = (threads) => {
    for (const suffix of ['', '-wal', '-shm', '-writer']) rmSync(`${file}${suffix}`, { force: true });
    return froe(['index', root, '--index', file, '--jobs', threads, '--json']);
  };
  const [limits, many, runs] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    limits.push(JSON.parse(execFileSync(process.execPath, [bare, root], { encoding: 'utf8' })));
    many.push(await index(MANY_THREADS));
    runs.push(await index(jobs));
  }
  const [limit, from] = [least(limits, 'processor'), least(runs, 'processor')];
  return [
    {
      tree: name,
      files: limits[0].files,
      MB: limits[0].bytes,
      'MB parsed': limits[0].parsed,
      chunks: JSON.parse(runs[0].output).chunks,
      'bare s': limit,
      'index s': from,
      '÷ bare': from / limit,
      'wall s': least(runs, 'seconds'),
      'wall ÷ ideal': least(runs, 'seconds') / (from / Math.min(Number(jobs), availableParallelism())),
      'busiest of 4 ÷ even': least(many, 'busiest') / (least(many, 'processor') / MANY_THREADS),
      'peak MB': Math.max(...runs.map(({ peak }) => peak)),
      ...(await afterAnEdit(root, file)),
    },
  ];
}

/** One file changed, and none: processor time compared with that of `git status`, git's own included. */
async function afterAnEdit(root, file) {
  const listed = trackedFiles(root);
  const edited = listed.find((path) => /\.(java|rs|go|py|ts|rb|js|md)$/.test(path)) ?? listed[0];
  const index = () => processorOf(`"${process.execPath}" "${cli}" index . --index "${file}" > /dev/null`, root);
  await sleep(2500); // git counts in seconds: before, no look is kept
  index();
  const [changed, same, status] = [[], [], []];
  for (let round = 0; round < EDITS; round++) {
    appendFileSync(join(root, edited), '\n');
    status.push(processorOf('git status --porcelain > /dev/null', root));
    changed.push(index());
    same.push(index());
  }
  const [edit, none, git] = [changed, same, status].map((times) => Math.min(...times));
  return {
    'git status ms': git,
    'one edit ms': edit,
    '÷ git status': edit / Math.max(git, TICK_MS),
    'one edit: ms more': edit - git,
    'no edit: ms more': none - git,
  };
}

/** What the shell counts in. */
const TICK_MS = 10;

function least(runs, what) {
  return Math.min(...runs.map((run) => run[what]));
}

/** @returns {import('./table.mjs').Table} */
function tableOf(rows, jobs) {
  return {
    title: `Indexing real trees, ${jobs} threads`,
    columns: {
      tree: 'text',
      files: 'count',
      MB: 'megabytes',
      'MB parsed': 'megabytes',
      chunks: 'count',
      'bare s': 'number',
      'index s': 'number',
      '÷ bare': 'times',
      'wall s': 'number',
      'wall ÷ ideal': 'times',
      'busiest of 4 ÷ even': 'times',
      'peak MB': 'megabytes',
      'git status ms': 'number',
      'one edit ms': 'number',
      '÷ git status': 'times',
      'one edit: ms more': 'number',
      'no edit: ms more': 'number',
    },
    rows,
    notes: [
      'bare s: processor time of a process that reads the files, parses those with a grammar and counts each once. index s: that of froe index from nothing with the built-in model. wall ÷ ideal: as a multiple of that time spread evenly over the threads (at most the cores). busiest of 4 ÷ even: with four threads, the processor time of the one that takes the most, as a multiple of a quarter of all; the wall time on four cores is at least that. peak: resident memory at its highest. git status ms, one edit ms: processor time of git status and of froe index with one file changed, node and git included; ms more: that of froe index with one file changed, and with none, less that of git status.',
    ],
  };
}

await operation(measure);
