/**
 * How well froe finds, on sets of real questions; committed, so that a change of ranking
 * shows in the diff:
 *
 *     node eval/rank.mjs QUESTIONS CORPORA [--sets doc2func,anchor2section] [--indexes DIR]
 *
 * writes eval/golden/rank_stats.txt: the ranking of chunks by keywords, by vectors and by
 * both; and what `froe context` returns in so many tokens, with every frame counted.
 * QUESTIONS holds SET.jsonl, one question per
 * line: {id, repo, commit, query, answers, exclude}. CORPORA holds a folder
 * SET/owner+name@commit12 for each repository. With --indexes the indexes are
 * kept there, and the next run starts from them. Sets that are not run keep
 * their rows; the last column says with which models a row was measured.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFixture } from '../build/eval/fixture.js';
import { score } from '../build/eval/score.js';
import { copyStore } from '../build/store/openStore.js';
import { open } from '../dist/engine/engine.js';
import { modelsHash } from './modelsHash.mjs';
import { ranked } from './ranked.mjs';
import { shownOf } from './shown.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sets: { type: 'string' }, indexes: { type: 'string' } },
});
const [questions, corpora] = positionals;
const sets = values.sets?.split(',') ?? [
  'doc2func',
  'anchor2section',
  'faq2section',
  'commit2code',
  'issue2code',
  'question2code',
  'ask',
];
const modes = ['keyword', 'vector', 'hybrid'];
/** Of a context: the columns that they fill, and their tokens. */
const budgets = { cover2k: 2000, cover4k: 4000, cover8k: 8000 };
const columns = ['recall1', 'recall5', 'recall10', 'mrr', 'ndcg', 'efficiency', 'cover2k', 'cover4k', 'cover8k'];
const file = new URL('golden/rank_stats.txt', import.meta.url);
const LIMIT = 80;
const models = modelsHash();

const rows = new Map(
  (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    .filter((line) => /^\S+ +(keyword|vector|hybrid|context) /.test(line))
    .map((line) => [line.split(/\s+/).slice(0, 2).join(' '), line]),
);
for (const set of sets) {
  const scores = await scoresOf(set);
  for (const mode of [...modes, 'context']) rows.set(`${set} ${mode}`, rowOf(set, mode, scores[mode]));
  write();
}

async function scoresOf(set) {
  const scores = Object.fromEntries([...modes, 'context'].map((mode) => [mode, []]));
  const keep = values.indexes ?? mkdtempSync(join(tmpdir(), 'froe-rank-'));
  mkdirSync(join(keep, set), { recursive: true });
  let last = { repo: '', index: '' };
  for (const [name, asked] of byCorpus(set)) {
    const index = join(keep, set, `${name}.db`);
    const [repo] = name.split('@');
    // Commits of one repository have most files in common.
    if (repo === last.repo && !existsSync(index)) await copyStore(last.index, index, join(corpora, set, name));
    if (!values.indexes && last.index !== '') rmSync(last.index, { force: true });
    last = { repo, index };
    const engine = await open(join(corpora, set, name), { index, sync: { threads: availableParallelism() } });
    await engine.sync();
    for (const question of asked) {
      for (const mode of modes) {
        const { results } = await engine.search(question.query, { mode, limit: LIMIT, merge: false });
        scores[mode].push(score(question, results.map(ranked)));
      }
      scores.context.push(await contextScores(engine, question));
    }
    await engine.close();
  }
  if (!values.indexes) rmSync(keep, { recursive: true, force: true });
  return scores;
}

/** Of the answer's lines, the share that is in the context. */
async function contextScores(engine, question) {
  const scores = {};
  for (const [name, budget] of Object.entries(budgets)) {
    const { context, tokens } = await engine.context(question.query, { budget });
    if (tokens > budget) throw new Error(`${tokens} tokens instead of ${budget}: ${question.query}`);
    // They cost nothing more: all of them are in the budget.
    scores[name] = score(question, context.passages.map(shownOf))[name];
  }
  return scores;
}

/** The questions by the folder they are about; those whose folder is not there are left out. */
function byCorpus(set) {
  const found = new Map();
  for (const line of readFileSync(join(questions, `${set}.jsonl`), 'utf8').split('\n')) {
    if (line === '') continue;
    const { repo, commit } = JSON.parse(line);
    const name = `${repo.replace('/', '+')}@${commit.slice(0, 12)}`;
    if (existsSync(join(corpora, set, name))) found.set(name, [...(found.get(name) ?? []), ...readFixture(line, set)]);
  }
  return found;
}

function rowOf(set, mode, scores) {
  const mean = (name) => scores.reduce((sum, one) => sum + one[name], 0) / scores.length;
  const figures = columns.map((name) => (name in scores[0] ? mean(name).toFixed(3) : '').padStart(11));
  return `${set.padEnd(15)} ${mode.padEnd(8)} ${String(scores.length).padStart(9)}${figures.join('')}  ${models}`;
}

function write() {
  const head = `${'set'.padEnd(15)} ${'mode'.padEnd(8)} questions${columns.map((name) => name.padStart(11)).join('')}  models`;
  const about =
    'Chunks as an index cuts them, built-in model, no merging; context: what froe context hands out, all its tokens counted. Written by: node eval/rank.mjs QUESTIONS CORPORA';
  writeFileSync(file, `${about}\n\n${[head, ...[...rows.values()].sort()].join('\n')}\n`);
}
