/**
 * node train/biencoder-lists.mjs LISTS TOKENIZER OUT [owner+name …]
 *
 * Questions (withhold.mjs) and chunks → word pieces, as biencoder.py is given them:
 *
 *     TOKENIZER           tokenizer.json of all-MiniLM-L6-v2: its vocabulary
 *     OUT/owner+name.json       of each question its kind, its pieces, and of the best forty chunks their numbers, whether
 *                               each is an answer, the ln of its odds, and what the reader gives it
 *     OUT/owner+name.chunks     uint16: of each chunk how many pieces, and these; first those of the lists
 *     OUT/owner+name.bare       the same of the lists alone, without comments and headings
 *
 * Comments were blanked in the answers of some questions, headings in those of others: in their lists no chunk has any,
 * or the model would learn to look for the hole. Of the other chunks of a tree, 5,000 at most are written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WordPieces } from '../build/embed/biEncoder/wordPieces.js';
import { builtinModel } from '../build/embed/builtin.js';
import { embedder } from '../build/embed/index.js';
import { isHit } from '../build/eval/score.js';
import { collectCandidates } from '../build/search/candidates.js';
import { parseQuery } from '../build/search/query.js';
import { profileQuery } from '../build/search/queryProfile.js';
import { querySynonyms } from '../build/search/querySynonyms.js';
import { rankers } from '../build/search/ranker.js';
import { ReaderNetwork } from '../build/search/reader/network.js';
import { Vocabulary } from '../build/search/reader/vocabulary.js';
import { RETRIEVAL_DEPTH, retrieve } from '../build/search/retrieve.js';
import { rankFirstStage, secondStageHits } from '../build/search/twoStages.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { commentsIn, isProse } from '../build/text/commentsIn.js';
import { queryWords } from '../build/text/words.js';
import { indexedTrees } from './indexedTrees.mjs';

const [, , lists, tokenizer, out, ...only] = process.argv;
const [POOL, KEPT, PIECES, ASKED, OTHERS] = [60, 40, 96, 32, 5000];
/** Of the answers to these, comments or headings were blanked. */
const BLANKED = new Set(['doc', 'asked', 'heading', 'keywords']);
/** Marks of comments: without them comments are read like code. */
const MARKS = /\/\*+|\*\/|\/\/+|#|"""|'''|^=(?:begin|end)/gm;

const builtin = embedder('builtin', { env: {} });
const network = new ReaderNetwork(readFileSync(new URL('../model/reader.bin', import.meta.url)), builtinModel());
const { vocab } = JSON.parse(readFileSync(tokenizer, 'utf8')).model;
const pieces = new WordPieces(Object.keys(vocab).sort((a, b) => vocab[a] - vocab[b]));

const whole = (chunk) =>
  pieces.chunk(isProse(chunk.filePath) ? chunk : { ...chunk, content: chunk.content.replace(MARKS, ' ') }, PIECES);

/** Without the comments of code, and without the headings of prose. */
function bare(chunk) {
  const { filePath, context = '', content } = chunk;
  const text = `${context}${content}`;
  if (isProse(filePath)) {
    const headed = text.replace(/^[#=*\s]+/, '').startsWith(chunk.name);
    return { ...chunk, name: '', breadcrumb: '', context: '', content: headed ? text.replace(/^.*\n?/, '') : text };
  }
  let [kept, at] = ['', 0];
  for (const { 0: comment, index } of commentsIn(text, filePath)) {
    kept += `${text.slice(at, index)} `;
    at = index + comment.length;
  }
  return { ...chunk, context: '', content: kept + text.slice(at) };
}

mkdirSync(out, { recursive: true });
for (const name of indexedTrees(lists, only, (one) => existsSync(join(out, `${one}.json`)))) {
  const store = new SqliteStore(join(lists, `${name}.db`));
  const numbers = new Map();
  const [chunks, bares, questions] = [[], [], []];
  const numberOf = (chunk) => {
    const known = numbers.get(chunk.id);
    if (known !== undefined) return known;
    numbers.set(chunk.id, chunks.length);
    bares.push(pieces.chunk(bare(chunk), PIECES));
    return chunks.push(whole(chunk)) - 1;
  };
  for (const line of readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)) {
    const question = JSON.parse(line);
    const pool = await bestOf(store, question);
    if (pool.length === 0) continue;
    questions.push({
      kind: question.kind,
      pieces: pieces.question(parseQuery(question.query).text, ASKED),
      bare: BLANKED.has(question.kind),
      chunks: pool.map(({ chunk }) => numberOf(chunk)),
      labels: pool.map(({ label }) => label),
      odds: pool.map(({ odds }) => Number(odds.toFixed(4))),
      reader: readerOf(question, pool).map((score) => Number(score.toFixed(4))),
    });
  }
  const listed = chunks.length;
  const step = Math.max(1, Math.ceil((await store.state()).chunks / OTHERS));
  let at = 0;
  for await (const some of store.allChunks())
    for (const chunk of some) if (!numbers.has(chunk.id) && at++ % step === 0) chunks.push(whole(chunk));
  await store.close();
  write(`${name}.chunks`, chunks);
  write(`${name}.bare`, bares);
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ listed, questions }));
  process.stdout.write(`${name} ${questions.length} questions, ${chunks.length} chunks\n`);
}

/** The best by the trees, and their log odds. */
async function bestOf(store, question) {
  const query = parseQuery(question.query);
  const words = queryWords(query.text);
  const [vector] = await builtin.embed([query.text], 'query');
  const retrieval = { words, vector: Promise.resolve(vector), minCosine: builtin.minCosine, filter: {} };
  const candidates = collectCandidates(await retrieve(store, retrieval, RETRIEVAL_DEPTH));
  const [frequencies, state] = await Promise.all([store.documentFrequencies(words), store.state()]);
  const synonyms = await querySynonyms(store, query.text, frequencies, state.chunks);
  const profile = profileQuery(query, frequencies, state.chunks, synonyms);
  const firsts = rankFirstStage(profile, candidates).slice(0, POOL);
  const { result } = await secondStageHits(store, firsts, { profile, candidates, query, vector }, () => true);
  const labelled = result
    .map(({ chunk, values }) => ({ chunk, values, label: judged(question, chunk) }))
    .filter(({ label }) => label >= 0);
  const odds = rankers().closely.trees.sums(labelled.map(({ values }) => values));
  return labelled
    .map((one, i) => ({ ...one, odds: odds[i] }))
    .sort((a, b) => b.odds - a.odds)
    .slice(0, KEPT);
}

/** What the reader gives each, less its mean. */
function readerOf({ kind, query }, pool) {
  const words = new Vocabulary(builtinModel());
  const { questionWords, chunkWords } = network.limits;
  const asked = words.question(parseQuery(query).text, questionWords);
  if (asked.length === 0 || pool.length < 2) return pool.map(() => 0);
  const read = pool.map(({ chunk }) => words.chunk(BLANKED.has(kind) ? bare(chunk) : chunk, chunkWords));
  const scores = network.score(words, asked, read);
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return scores.map((score) => score - mean);
}

/** 1 for an answer, −1 for where the question itself stands. */
function judged({ answers, exclude = [] }, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}

function write(file, texts) {
  writeFileSync(join(out, file), Buffer.from(Uint16Array.from(texts.flatMap((one) => [one.length, ...one])).buffer));
}
