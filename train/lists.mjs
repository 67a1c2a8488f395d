/**
 * node train/lists.mjs LISTS OUT first|closely [owner+name …]
 *
 * Questions (withhold.mjs) → what froe finds for them, in numbers, as the ranker is given them:
 *
 *     LISTS/owner+name.db, .jsonl   an index of the tree, and its questions
 *     OUT/owner+name.STAGE.bin      float32: is it an answer, then the features; a row for each candidate
 *     OUT/owner+name.STAGE.jsonl    a line for each question: its kind, its mode, how many rows, how many answers were found
 *
 * The first ranking is of all that words or vectors found; of those that are no answer, the best by both and
 * some others are kept. The close one is of the best by the first ranking, whose model must be there.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { embedder } from '../build/embed/index.js';
import { isHit } from '../build/eval/score.js';
import { collectCandidates, normalizedScore } from '../build/search/candidates.js';
import { firstStageFeatures, firstStageValues, secondStageFeatures } from '../build/search/features.js';
import { parseQuery } from '../build/search/query.js';
import { profileQuery } from '../build/search/queryProfile.js';
import { RETRIEVAL_DEPTH, retrieve } from '../build/search/retrieve.js';
import { rankFirstStage, secondStageHits } from '../build/search/twoStages.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { queryWords } from '../build/text/words.js';

const [, , lists, out, stage, ...only] = process.argv;
const builtin = embedder('builtin', { env: {} });
/** Of those that are no answer, so many of the best, and so many of the others. */
const KEPT = { best: 50, others: 50 };
const POOL = Number(process.env.POOL ?? 80);
const names = { first: firstStageFeatures, closely: secondStageFeatures }[stage];

mkdirSync(out, { recursive: true });
writeFileSync(join(out, `${stage}.json`), JSON.stringify(names));
const all = readdirSync(lists)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -6));
for (const name of only.length > 0 ? only : all) {
  const target = join(out, `${name}.${stage}`);
  if (!existsSync(join(lists, `${name}.db`)) || existsSync(`${target}.jsonl`)) continue;
  const started = Date.now();
  const store = new SqliteStore(join(lists, `${name}.db`));
  const questions = readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const file = openSync(`${target}.bin`, 'w');
  const rows = [];
  // A close look takes longer: of all but readers' questions every other one will do.
  const some = questions.filter(({ kind }, i) => stage === 'first' || kind === 'ask' || i % 2 === 0);
  for (const [i, question] of some.entries()) {
    for (const mode of i % 3 === 0 ? ['hybrid', 'keyword'] : ['hybrid']) {
      const list = await listOf(store, question, mode);
      const { kind, query } = question;
      rows.push({
        kind,
        query,
        mode,
        answers: question.answers.length,
        rows: list.length,
        found: list.filter(({ label }) => label > 0).length,
      });
      const values = new Float32Array(list.length * (names.length + 1));
      for (const [at, { label, values: row }] of list.entries()) values.set([label, ...row], at * (names.length + 1));
      writeSync(file, Buffer.from(values.buffer));
    }
  }
  closeSync(file);
  await store.close();
  writeFileSync(`${target}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  process.stdout.write(`${name} ${rows.length} lists ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

async function listOf(store, question, mode) {
  const query = parseQuery(question.query);
  const words = queryWords(query.text);
  const vector = mode === 'hybrid' ? (await builtin.embed([query.text], 'query'))[0] : undefined;
  const looked = await retrieve(
    store,
    { words, vector: vector && Promise.resolve(vector), minCosine: builtin.minCosine, filter: {} },
    RETRIEVAL_DEPTH,
  );
  const { chunks: size } = await store.state();
  const profile = profileQuery(query, await store.documentFrequencies(words), size);
  const candidates = collectCandidates(looked);
  const places = (some) =>
    some?.map(({ file, path = file, startLine, endLine }) => ({ path, startLine, endLine })) ?? [];
  const [answers, exclude] = [places(question.answers), places(question.exclude)];
  const judged = (chunk) => {
    const ranked = {
      path: chunk.filePath,
      ranges: chunk.synthetic ? [] : [[chunk.startLine, chunk.endLine]],
      tokens: 0,
    };
    if (answers.some((answer) => isHit(ranked, answer))) return 1;
    return exclude.some(
      (place) => place.path === chunk.filePath && place.startLine <= chunk.endLine && place.endLine >= chunk.startLine,
    )
      ? -1
      : 0;
  };
  if (stage === 'closely') {
    const firsts = rankFirstStage(profile, candidates).slice(0, POOL);
    const { result: found } = await secondStageHits(store, firsts, { profile, candidates, query, vector }, () => true);
    return found.map(({ chunk, values }) => ({ label: judged(chunk), values })).filter(({ label }) => label >= 0);
  }
  // Only what is in a file of the answers can be one.
  const files = new Set([...answers, ...exclude].map(({ path }) => path));
  const ids = candidates.all.filter(({ path }) => files.has(path)).map(({ id }) => id);
  const chunks = new Map((await store.chunks(ids)).map((chunk) => [chunk.id, chunk]));
  const list = candidates.all
    .map((candidate) => {
      const chunk = chunks.get(candidate.id);
      const sum =
        normalizedScore(candidate.keyword, candidates.keyword) + normalizedScore(candidate.vector, candidates.vector);
      return {
        label: chunk ? judged(chunk) : 0,
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
