/**
 * How well froe answers questions in people's own words about whole trees. Anybody can run it:
 *
 *     npm run eval -- --questions [--clones DIR] [--from https://github.com/] [--ablate]
 *
 * The questions are train/questions.jsonl, those about the repositories that nothing was trained on. Each of
 * these is cloned into DIR, at the commit that the questions are about, and indexed as it is: tests, translations
 * and all. Writes eval/golden/questions.md; with --ablate also how much each reason of the ranking brings
 * (golden/ablation.md).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { score } from '../build/eval/score.js';
import { open } from '../dist/engine/engine.js';
import { ranked } from './ranked.mjs';
import { shownOf } from './shown.mjs';

const { values } = parseArgs({
  options: {
    clones: { type: 'string', default: join(tmpdir(), 'froe-questions') },
    from: { type: 'string', default: 'https://github.com/' },
    ablate: { type: 'boolean', default: false },
  },
});
const LIMIT = 80;
const columns = ['mrr', 'recall5', 'cover2k', 'cover4k', 'context2k', 'context4k'];

const file = (path) => new URL(path, import.meta.url);
const { repositories } = JSON.parse(readFileSync(file('../train/manifest.json'), 'utf8'));
const held = new Set(repositories.filter((one) => one.held).map(({ repository }) => repository));
const byRepository = new Map();
for (const json of readFileSync(file('../train/questions.jsonl'), 'utf8').trim().split('\n')) {
  const question = JSON.parse(json);
  const { repository } = question;
  if (held.has(repository)) byRepository.set(repository, [...(byRepository.get(repository) ?? []), question]);
}

mkdirSync(values.clones, { recursive: true });
const rows = [];
for (const [repository, questions] of byRepository) {
  const name = repository.replace('/', '+');
  const folder = clone(repository, name, questions[0].commit);
  const engine = await open(folder, { index: join(values.clones, `${name}.db`) });
  await engine.sync();
  const scores = [];
  for (const { query, answers } of questions)
    scores.push(await scoresOf(engine, { query, answers: placesOf(answers) }));
  const { chunks } = await engine.state();
  await engine.close();
  rows.push({ repository, chunks, scores });
  process.stdout.write(`${line(repository, chunks, scores)}\n`);
}
const all = rows.flatMap(({ scores }) => scores);
const text = [
  "# People's own words, whole trees",
  '',
  `${all.length} questions about ${rows.length} repositories that neither the model nor the ranker was trained on, each as it is, with its tests and translations. MRR@10 and the share of answers among the first five; of the answer's lines, the share in the first 2,000 and 4,000 tokens of chunks, and in a context of so many tokens. Written by \`npm run eval -- --questions\`.`,
  '',
  `| repository | chunks | questions | MRR@10 | first five | 2k | 4k | context 2k | context 4k |`,
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  ...rows.map(({ repository, chunks, scores }) => line(repository, chunks, scores)),
  line(
    '**all**',
    rows.reduce((sum, { chunks }) => sum + chunks, 0),
    all,
  ),
];
writeFileSync(file('golden/questions.md'), `${text.join('\n')}\n`);
if (values.ablate) ablate();

/** The tree at that commit, and nothing of its history. */
function clone(repository, name, commit) {
  const folder = join(values.clones, name);
  if (existsSync(join(folder, '.git'))) return folder;
  const git = (...words) => execFileSync('git', ['-C', folder, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(folder, { recursive: true });
  git('init', '-q');
  git('fetch', '-q', '--depth', '1', `${values.from}${repository}`, commit);
  git('-c', 'advice.detachedHead=false', 'checkout', '-q', 'FETCH_HEAD');
  return folder;
}

async function scoresOf(engine, question) {
  const { results } = await engine.search(question.query, { limit: LIMIT, merge: false });
  const shown = async (budget) =>
    score(question, (await engine.context(question.query, { budget })).context.passages.map(shownOf));
  return {
    ...score(question, results.map(ranked)),
    context2k: (await shown(2000)).cover2k,
    context4k: (await shown(4000)).cover4k,
  };
}

function placesOf(answers) {
  return answers.map(({ file: path, startLine, endLine }) => ({ path, startLine, endLine }));
}

function line(name, chunks, scores) {
  const means = columns.map((column) => scores.reduce((sum, one) => sum + one[column], 0) / scores.length);
  return `| ${[name, chunks.toLocaleString('en-US'), scores.length, ...means.map((mean) => mean.toFixed(3))].join(' | ')} |`;
}

/** What the ranker was given for each of these questions, and what it does without a part of it. */
function ablate() {
  for (const [repository, questions] of byRepository)
    writeFileSync(
      join(values.clones, `${repository.replace('/', '+')}.jsonl`),
      questions.map(({ query, answers }) => `${JSON.stringify({ kind: 'ask', query, answers })}\n`).join(''),
    );
  const features = join(values.clones, 'features');
  const run = (script, ...words) =>
    execFileSync(process.execPath, [new URL(script, import.meta.url).pathname, ...words], { stdio: 'inherit' });
  run('../train/lists.mjs', values.clones, features, 'closely');
  run('ablate.mjs', features);
}
