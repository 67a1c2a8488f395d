/**
 * The index of a linked worktree, which starts as a copy of the repository's index, compared with an index from nothing:
 * at the same commit, a few commits apart, and many. Then a switch to another branch and back.
 *
 *     node bench/worktree.mjs [--trees /repos/django,/repos/gson]
 *
 * Without `--trees`, uses a repository made of the corpus.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, rowsPerClone, trackedFiles } from './clones.mjs';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';

const APART = [0, 10, 300];
const GOAL = 0.2;
const FILES = 3_000;
const QUICK_FILES = 200;

async function measure(settings) {
  if (settings.trees.length > 0) return [tableOf(await rowsPerClone(settings.trees, measured))];
  return inFolder(async (place) => {
    const root = join(place, 'main');
    makeRepository(root, settings);
    return [tableOf(await measured({ name: 'made of the corpus', root, place }))];
  });
}

async function measured({ name: repository, root, place }) {
  const index = (at) => froe(['index', at, '--json']);
  const row = (run, { processor, output }, nothing = processor) => {
    const { added, changed, removed, chunks } = JSON.parse(output);
    return {
      repository,
      run,
      'files that differ': added + changed + removed,
      'chunks cut': chunks,
      'processor s': processor,
      '÷ from nothing': processor / nothing,
    };
  };
  const first = await index(root);
  const rows = [row('from nothing', first)];
  for (const apart of APART) {
    const tree = join(place, `worktree-${apart}`);
    git(root, 'worktree', 'add', '--quiet', '--detach', tree, `HEAD~${apart}`);
    const made = await index(tree);
    rows.push(row(apart === 0 ? 'worktree, same commit' : `worktree, ${apart} commits apart`, made, first.processor));
  }
  const [, few] = APART;
  await index(root);
  git(root, 'checkout', '--quiet', '--detach', `HEAD~${few}`);
  rows.push(row(`switched by ${few} commits`, await index(root), first.processor));
  git(root, 'checkout', '--quiet', '-');
  rows.push(row('switched back', await index(root), first.processor));
  return rows;
}

function git(root, ...words) {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0'];
  execFileSync('git', ['-C', root, ...who, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Each commit changes one file: of 3,000 files, 300 commits change every tenth. */
function makeRepository(root, settings) {
  const files = settings.quick ? QUICK_FILES : FILES;
  writeFiles(root, corpora(settings), files);
  git(root, 'init', '--quiet');
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '-m', 'all');
  const listed = trackedFiles(root);
  for (let i = 0; i < APART.at(-1); i++) {
    appendFileSync(join(root, listed[(i * 10) % listed.length]), `// change ${i}\n`);
    git(root, 'commit', '--quiet', '-a', '-m', `change ${i}`);
  }
}

/** @returns {import('./table.mjs').Table} */
function tableOf(rows) {
  return {
    title: 'Worktrees: the index of one starts from another',
    columns: {
      repository: 'text',
      run: 'text',
      'files that differ': 'count',
      'chunks cut': 'count',
      'processor s': 'number',
      '÷ from nothing': 'percent',
    },
    rows,
    notes: [
      `Processor time of \`froe index\` with the built-in model. The goal is ${GOAL * 100} % of an index from nothing. Files that differ are cut as a whole, however little of them changed.`,
    ],
  };
}

await operation(measure);
