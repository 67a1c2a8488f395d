/**
 * node train/lists.mjs LISTS OUT [first,closely,reader] [owner+name …]
 *
 * Questions (withhold.mjs) → what froe finds for them, as the two rankings and the reader are given it:
 *
 *     LISTS/owner+name.db, .jsonl   an index of the tree, and its questions
 *     OUT/owner+name.STAGE.bin      float32: is it an answer, then the features; a row for each candidate
 *     OUT/owner+name.STAGE.jsonl    a line for each question: its kind, its mode, how many rows, how many answers were found
 *     OUT/owner+name.reader.*       the best forty chunks, word by word (readerWords.mjs)
 *
 * The first ranking is of all that words or vectors found; of those that are no answer, the best by both and
 * some others are kept. The close one is of the best by the first ranking, and the reader's of the best by the
 * close one, as the current models rank them.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { embedder } from '../build/embed/index.js';
import { isHit } from '../build/eval/score.js';
import { collectCandidates, normalizedScore } from '../build/search/candidates.js';
import { firstStageFeatures, firstStageValues, secondStageFeatures } from '../build/search/features.js';
import { parseQuery } from '../build/search/query.js';
import { profileQuery } from '../build/search/queryProfile.js';
import { querySynonyms } from '../build/search/querySynonyms.js';
import { rankers } from '../build/search/ranker.js';
import { RETRIEVAL_DEPTH, retrieve } from '../build/search/retrieve.js';
import { rankFirstStage, secondStageHits } from '../build/search/twoStages.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { queryWords } from '../build/text/words.js';
import { indexedTrees } from './indexedTrees.mjs';
import { ReaderWords } from './readerWords.mjs';

const [, , lists, out, stages = 'first,closely,reader', ...only] = process.argv;
const wanted = new Set(stages.split(','));
const builtin = embedder('builtin', { env: {} });
/** Of those that are no answer, so many of the best, and so many of the others. */
const KEPT = { best: 50, others: 50 };
const POOL = Number(process.env.POOL ?? 80);
/** As many as `froe search` ranks closely: the reader is given the best of these. */
const READER_POOL = 60;
const features = { first: firstStageFeatures, closely: secondStageFeatures };
const stagesOfTrees = Object.keys(features).filter((stage) => wanted.has(stage));

/** The features of all lists of one stage about one tree. */
class ListFile {
  #rows = [];

  constructor(target, names) {
    this.target = target;
    this.width = names.length + 1;
    this.file = openSync(`${target}.bin`, 'w');
  }

  add({ kind, query, answers }, mode, list) {
    const found = list.filter(({ label }) => label > 0).length;
    this.#rows.push({ kind, query, mode, answers: answers.length, rows: list.length, found });
    const values = new Float32Array(list.length * this.width);
    for (const [at, { label, values: row }] of list.entries()) values.set([label, ...row], at * this.width);
    writeSync(this.file, Buffer.from(values.buffer));
  }

  close() {
    closeSync(this.file);
    writeFileSync(`${this.target}.jsonl`, this.#rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}

mkdirSync(out, { recursive: true });
for (const stage of stagesOfTrees) writeFileSync(join(out, `${stage}.json`), JSON.stringify(features[stage]));
const isDone = (name) =>
  [...wanted].every((stage) => existsSync(join(out, `${name}.${stage}.${stage === 'reader' ? 'json' : 'jsonl'}`)));
for (const name of indexedTrees(lists, only, isDone)) {
  const target = join(out, name);
  const started = Date.now();
  const store = new SqliteStore(join(lists, `${name}.db`));
  const files = stagesOfTrees.map((stage) => new ListFile(`${target}.${stage}`, features[stage]));
  const reader = new ReaderWords();
  const questions = readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [i, question] of questions.entries()) {
    for (const mode of i % 3 === 0 ? ['hybrid', 'keyword'] : ['hybrid']) {
      const found = await listsOf(store, question, mode);
      for (const [at, stage] of stagesOfTrees.entries()) files[at].add(question, mode, found[stage]);
      if (mode === 'hybrid' && wanted.has('reader')) reader.add(question, found.reader);
    }
  }
  await store.close();
  for (const file of files) file.close();
  if (wanted.has('reader')) reader.write(`${target}.reader`);
  process.stdout.write(`${name} ${questions.length} questions ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

async function listsOf(store, question, mode) {
  const query = parseQuery(question.query);
  const words = queryWords(query.text);
  const vector = mode === 'hybrid' ? (await builtin.embed([query.text], 'query'))[0] : undefined;
  const looked = await retrieve(
    store,
    { words, vector: vector && Promise.resolve(vector), minCosine: builtin.minCosine, filter: {} },
    RETRIEVAL_DEPTH,
  );
  const [frequencies, { chunks }] = await Promise.all([store.documentFrequencies(words), store.state()]);
  const synonyms = await querySynonyms(store, query.text, frequencies, chunks);
  const profile = profileQuery(query, frequencies, chunks, synonyms);
  const candidates = collectCandidates(looked);
  const first = wanted.has('first') ? await firstList(store, question, profile, candidates) : [];
  if (!wanted.has('closely') && !wanted.has('reader')) return { first, closely: [], reader: [] };
  const firsts = rankFirstStage(profile, candidates).slice(0, POOL);
  const { result } = await secondStageHits(store, firsts, { profile, candidates, query, vector }, () => true);
  const closely = result
    .map(({ chunk, values }) => ({ chunk, values, label: judged(question, chunk) }))
    .filter(({ label }) => label >= 0);
  const pool = closely.slice(0, READER_POOL);
  const odds = rankers().closely.trees.sums(pool.map(({ values }) => values));
  const reader = pool.map(({ chunk, label }, i) => ({ chunk, label, odds: odds[i] })).sort((a, b) => b.odds - a.odds);
  return { first, closely, reader };
}

async function firstList(store, question, profile, candidates) {
  // Only what is in a file of the answers can be one.
  const files = new Set([...question.answers, ...(question.exclude ?? [])].map(({ file }) => file));
  const ids = candidates.all.filter(({ path }) => files.has(path)).map(({ id }) => id);
  const chunks = new Map((await store.chunks(ids)).map((chunk) => [chunk.id, chunk]));
  const list = candidates.all
    .map((candidate) => {
      const chunk = chunks.get(candidate.id);
      const sum =
        normalizedScore(candidate.keyword, candidates.keyword) + normalizedScore(candidate.vector, candidates.vector);
      return {
        label: chunk ? judged(question, chunk) : 0,
        values: firstStageValues({ query: profile, candidates, candidate }),
        sum,
      };
    })
    .filter(({ label }) => label >= 0)
    .sort((a, b) => b.sum - a.sum);
  const others = list.filter(({ label }) => label === 0);
  const step = Math.max(1, Math.floor((others.length - KEPT.best) / KEPT.others));
  const kept = new Set(others.filter((_, i) => i < KEPT.best || (i - KEPT.best) % step === 0));
  return list.filter((one) => one.label > 0 || kept.has(one));
}

/** 1 for an answer, −1 for where the question itself stands. */
function judged({ answers, exclude = [] }, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}
