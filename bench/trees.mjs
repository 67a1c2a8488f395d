/**
 * Real trees through `froe index`: processor time from nothing compared with a bare parse and one count of the same
 * files, peak memory, and a second run after one file changed compared with `git status`.
 *
 *     node bench/trees.mjs --trees /repos/gson,/repos/ripgrep [--rounds 4] [--jobs 2]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEEDS_TREES, rowsPerClone, trackedFiles } from './clones.mjs';
import { froe } from './command.mjs';
import { operation } from './operation.mjs';

const bare = fileURLToPath(new URL('./bare-tree.mjs', import.meta.url));

async function measure({ trees, rounds, jobs }) {
  if (trees.length === 0) return NEEDS_TREES;
  return [tableOf(await rowsPerClone(trees, (clone) => measured(clone, rounds, jobs)), jobs)];
}

/** In turn, the best of each: the machine may be shared. */
async function measured({ name, root, place }, rounds, jobs) {
  const file = join(place, 'index.db');
  const index = () => froe(['index', root, '--index', file, '--jobs', jobs, '--json']);
  const [limits, runs] = [[], []];
  for (let round = 0; round < rounds; round++) {
    limits.push(JSON.parse(execFileSync(process.execPath, [bare, root], { encoding: 'utf8' })));
    for (const suffix of ['', '-wal', '-shm', '-writer']) rmSync(`${file}${suffix}`, { force: true });
    runs.push(await index());
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
      'peak MB': Math.max(...runs.map(({ peak }) => peak)),
      ...(await afterAnEdit(root, index, rounds)),
    },
  ];
}

/** One file changed: wall time compared with `git status`, and with a run that finds no change. */
async function afterAnEdit(root, index, rounds) {
  const listed = trackedFiles(root);
  const edited = listed.find((path) => /\.(java|rs|go|py|ts|rb|js|md)$/.test(path)) ?? listed[0];
  const [changed, same, status] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    appendFileSync(join(root, edited), '\n');
    const began = performance.now();
    execFileSync('git', ['-C', root, 'status', '--porcelain']);
    status.push({ seconds: (performance.now() - began) / 1000 });
    changed.push(await index());
    same.push(await index());
  }
  const beyond = least(changed, 'seconds') - least(status, 'seconds');
  return {
    'git status ms': least(status, 'seconds') * 1000,
    'one edit: ms more': beyond * 1000,
    'processor ms': least(changed, 'processor') * 1000,
    'no edit: ms more': (least(same, 'seconds') - least(status, 'seconds')) * 1000,
  };
}

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
      'peak MB': 'megabytes',
      'git status ms': 'number',
      'one edit: ms more': 'number',
      'processor ms': 'number',
      'no edit: ms more': 'number',
    },
    rows,
    notes: [
      'bare s: processor time of a process that reads the files, parses those with a grammar and counts each once. index s: that of froe index from nothing with the built-in model. peak: resident memory at its highest. ms more: wall time of froe index with one file changed, and with none, less that of git status; processor ms: what the former took, node itself included.',
    ],
  };
}

await operation(measure);
