/**
 * node train/reader-lists.mjs LISTS OUT [owner+name …]
 *
 * Questions (withhold.mjs) → the chunks that the ranker puts first, word by word, as the reader is given them:
 *
 *     OUT/owner+name.json     of each word its row, its stem and the row of that; of each question its kind, its words,
 *                             and of each chunk its number, whether it is an answer, and the ln of its odds
 *     OUT/owner+name.words    uint32: the words of all chunks, one chunk behind the other
 *     OUT/owner+name.fields   uint8: where each stands (vocabulary.ts); 8 more where it is left out of lists whose
 *                             answers had something blanked
 *
 * Comments were blanked in the answers of some questions, headings in those of others. A reader would learn to look
 * for the hole; so in such lists no chunk has comments, and none of prose has headings.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinModel } from '../build/embed/builtin.js';
import { embedder } from '../build/embed/index.js';
import { isHit } from '../build/eval/score.js';
import { collectCandidates } from '../build/search/candidates.js';
import { parseQuery } from '../build/search/query.js';
import { profileQuery } from '../build/search/queryProfile.js';
import { rankers } from '../build/search/ranker.js';
import { FIELDS, readerFields, Vocabulary } from '../build/search/reader/vocabulary.js';
import { RETRIEVAL_DEPTH, retrieve } from '../build/search/retrieve.js';
import { rankFirstStage, secondStageHits } from '../build/search/twoStages.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { queryWords } from '../build/text/words.js';

const [, , lists, out, ...only] = process.argv;
const builtin = embedder('builtin', { env: {} });
const [POOL, KEPT, WORDS, ASKED] = [60, 40, 224, 32];
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|html?)$/i;
const LEFT_OUT = 8;

mkdirSync(out, { recursive: true });
const all = readdirSync(lists)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -6));
for (const name of only.length > 0 ? only : all) {
  const target = join(out, name);
  if (!existsSync(join(lists, `${name}.db`)) || existsSync(`${target}.json`)) continue;
  const store = new SqliteStore(join(lists, `${name}.db`));
  const words = new Vocabulary(builtinModel());
  const chunks = new Map();
  const questions = [];
  const lines = readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  for (const question of lines.map((line) => JSON.parse(line))) {
    const list = await listOf(store, question);
    for (const { chunk } of list)
      if (!chunks.has(chunk.id)) chunks.set(chunk.id, { at: chunks.size, ...seen(words, chunk) });
    questions.push({
      kind: question.kind,
      words: words.question(parseQuery(question.query).text, ASKED),
      chunks: list.map(({ chunk }) => chunks.get(chunk.id).at),
      labels: list.map(({ label }) => label),
      odds: list.map(({ odds }) => Number(odds.toFixed(4))),
    });
  }
  await store.close();
  const read = [...chunks.values()];
  writeFileSync(`${target}.words`, Buffer.from(Uint32Array.from(read.flatMap((one) => one.words)).buffer));
  writeFileSync(`${target}.fields`, Uint8Array.from(read.flatMap((one) => one.fields)));
  const { row, wordRow, stem } = words;
  const lengths = read.map((one) => one.words.length);
  writeFileSync(`${target}.json`, JSON.stringify({ row, wordRow, stem, lengths, questions }));
  process.stdout.write(`${name} ${questions.length} lists, ${read.length} chunks, ${row.length} words\n`);
}

async function listOf(store, question) {
  const query = parseQuery(question.query);
  const asks = queryWords(query.text);
  const [vector] = await builtin.embed([query.text], 'query');
  const looked = await retrieve(
    store,
    { words: asks, vector: Promise.resolve(vector), minCosine: builtin.minCosine, filter: {} },
    RETRIEVAL_DEPTH,
  );
  const profile = profileQuery(query, await store.documentFrequencies(asks), (await store.state()).chunks);
  const candidates = collectCandidates(looked);
  const firsts = rankFirstStage(profile, candidates).slice(0, POOL);
  const { result: found } = await secondStageHits(store, firsts, { profile, candidates, query, vector }, () => true);
  const odds = rankers().closely.trees.sums(found.map(({ values }) => values));
  return found
    .map(({ chunk }, i) => ({ chunk, label: judged(question, chunk), odds: odds[i] }))
    .filter(({ label }) => label >= 0)
    .sort((a, b) => b.odds - a.odds)
    .slice(0, KEPT);
}

/** 1 for an answer, −1 for where the question itself stands. */
function judged({ answers, exclude = [] }, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}

function seen(words, chunk) {
  const keys = words.chunk(chunk, WORDS);
  const found = { words: keys.map((key) => Math.floor(key / FIELDS)), fields: keys.map((key) => key % FIELDS) };
  const [comment, name, above, text] = ['comment', 'name', 'above', 'text'].map((field) => readerFields.indexOf(field));
  const prose = PROSE.test(chunk.filePath);
  // A section begins with its own heading.
  const called = found.words.filter((_, i) => found.fields[i] === name);
  const begins = found.fields.indexOf(text);
  const headed = prose && begins >= 0 && called.every((word, i) => found.words[begins + i] === word);
  const left = found.fields.map(
    (field, i) =>
      field === comment ||
      (prose && (field === name || field === above)) ||
      (headed && i >= begins && i < begins + called.length),
  );
  return { ...found, fields: found.fields.map((field, i) => (left[i] ? field + LEFT_OUT : field)) };
}
