/**
 * node train/evaluate.mjs BENCH CORPORA OUT.json [set …]
 *
 * BENCH: the evaluation data (SET.jsonl under data/dev, lib/score.mjs). CORPORA: what its materialise.mjs wrote.
 * Writes OUT.json and, as tables, OUT.md. Every file is cut as `froe index` cuts it; keywords, model and both look
 * for the same chunks.
 *
 *     keywords   BM25 (k1 1.2, b 0.75) over the words of text/words.ts: identifiers split, stemmed, stop words out
 *     model      cosine
 *     hybrid     z(keywords) + 2 · z(model), z over all chunks of the corpus; the 2 was chosen on repositories held back
 *     equal      z(keywords) + z(model)
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tableLines } from '../bench/table.mjs';
import { embedNow } from '../build/embed/builtin.js';
import { dot } from '../build/embed/vectors.js';
import { embedText } from '../build/enrich/prefix.js';
import { prepare } from '../build/jobs/prepare.js';
import { queryWords, wordsOf } from '../build/text/words.js';

const [, , bench, corpora, out, ...sets] = process.argv;
const { aggregate, bootstrap, scoreOne } = await import(pathToFileURL(join(bench, 'lib/score.mjs')).href);
const DIMENSIONS = Number(process.env.DIMENSIONS ?? 256);
const report = {};
for (const set of sets.length > 0 ? sets : ['doc2func', 'anchor2section', 'faq2section', 'question2code']) {
  const data = readFileSync(join(bench, 'data/dev', `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const systems = new Map();
  const asked = [];
  for (const folder of readdirSync(join(corpora, set)).filter((name) => !name.endsWith('.json'))) {
    const [repository, commit] = folder.replace('+', '/').split('@');
    const questions = data.filter((one) => one.repo === repository && one.commit.startsWith(commit));
    if (questions.length === 0) continue;
    const corpus = await chunksOf(join(corpora, set, folder));
    const keywords = bm25(corpus.map(({ text }) => wordsOf(text).split(' ')));
    const vectors = corpus.map(({ text }) => embedNow(text, 'passage', DIMENSIONS));
    for (const question of questions) {
      const [words, query] = [keywords(queryWords(question.query)), embedNow(question.query, 'query', DIMENSIONS)];
      const cosines = Float64Array.from(vectors, (vector) => dot(vector, query));
      const [a, b] = [standard(words), standard(cosines)];
      const scores = {
        keywords: words,
        model: cosines,
        hybrid: a.map((value, i) => value + 2 * b[i]),
        equal: a.map((value, i) => value + b[i]),
      };
      for (const [name, score] of Object.entries(scores)) {
        if (!systems.has(name)) systems.set(name, []);
        systems.get(name).push(
          scoreOne(
            question,
            best(score, 60).map((i) => corpus[i]),
          ),
        );
      }
      asked.push(repository);
    }
    process.stderr.write(`${set} ${folder}: ${corpus.length} chunks, ${questions.length} questions\n`);
  }
  if (asked.length === 0) throw new Error(`${join(corpora, set)} has no corpus of any question`);
  report[set] = { questions: asked.length };
  const base = systems.get('keywords');
  for (const [name, per] of systems) {
    const { mrr, hit1, hit5, rec10, ndcg } = aggregate(per);
    const byRepository = Object.fromEntries(
      [...new Set(asked)].map((one) => [one, round(aggregate(per.filter((_, i) => asked[i] === one)).mrr)]),
    );
    report[set][name] = {
      mrr10: round(mrr),
      hit1: round(hit1),
      hit5: round(hit5),
      recall10: round(rec10),
      ndcg10: round(ndcg),
      ratio: round(mrr / aggregate(base).mrr),
      better: round(bootstrap(base, per, 'mrr', 1000)),
      byRepository,
    };
  }
  process.stderr.write(
    `${set} ${[...systems].map(([name]) => `${name} ${report[set][name].mrr10} (${report[set][name].ratio})`).join('  ')}\n`,
  );
}
if (out) {
  writeFileSync(out, `${JSON.stringify({ dimensions: DIMENSIONS, sets: report }, undefined, 2)}\n`);
  writeFileSync(out.replace(/\.json$/, '.md'), page());
}

function page() {
  const text = [
    '# The built-in model on the development half',
    '',
    '`node train/evaluate.mjs BENCH CORPORA eval/golden/model-dev.json`. Chunks as `froe index` cuts them; keywords, model and both look for the same chunks, with the same text (place, context, content).',
    '',
    '- **keywords**: BM25 (k1 1.2, b 0.75) over the words of `text/words.ts`: identifiers split, stemmed, stop words out',
    `- **model**: cosine, ${DIMENSIONS} dimensions`,
    '- **hybrid**: z(keywords) + 2 · z(model), z over all chunks of a corpus. The 2 was chosen on repositories that were held back from training, not here',
    '- **equal**: z(keywords) + z(model)',
    '- **P(better)**: how often it has the higher MRR@10 than keywords when the questions are drawn again, 1,000 times',
    '',
    'commit2code and issue2code, a corpus for every question, were not run.',
    '',
  ];
  for (const [set, { questions, ...systems }] of Object.entries(report)) {
    const three = (value) => value.toFixed(3);
    const two = (value) => value.toFixed(2);
    const measured = Object.entries(systems).map(
      ([system, { mrr10, ratio, better, hit1, hit5, recall10, ndcg10 }]) => ({
        system,
        'MRR@10': three(mrr10),
        '× keywords': two(ratio),
        'P(better)': system === 'keywords' ? '' : two(better),
        'Hit@1': three(hit1),
        'Hit@5': three(hit5),
        'Recall@10': three(recall10),
        'nDCG@10': three(ndcg10),
      }),
    );
    const each = Object.keys(systems.keywords.byRepository)
      .sort()
      .map((repository) => ({
        repository,
        ...Object.fromEntries(
          ['keywords', 'model', 'hybrid'].map((name) => [name, three(systems[name].byRepository[repository])]),
        ),
      }));
    text.push(`### ${set}, ${questions} questions`, '', ...table(measured), '', ...table(each));
    text.push('');
  }
  return text.join('\n');
}

/** Figures are written as they are meant to be read. */
function table(rows) {
  return tableLines(Object.fromEntries(Object.keys(rows[0]).map((name) => [name, 'text'])), rows);
}

/** Cutting takes longest, and is the same for every model: kept beside the corpora. */
async function chunksOf(root) {
  const kept = `${root}.chunks.json`;
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const chunks = [];
  for (const file of readdirSync(root, { recursive: true }).sort()) {
    const full = join(root, file);
    if (!statSync(full).isFile()) continue;
    const path = relative(root, full);
    const known = { tree: 'main', path, recipe: '', size: 0, mtime: 0, hash: '' };
    const { prepared } = await prepare(readFileSync(full), known, {});
    for (const { chunk } of prepared?.chunks ?? []) {
      if (chunk.synthetic || chunk.metadata.weight === 0) continue;
      chunks.push({
        file: path,
        startLine: chunk.startLine,
        endLine: chunk.endLine,
        tokens: chunk.tokenCount,
        text: embedText(chunk),
      });
    }
  }
  writeFileSync(kept, JSON.stringify(chunks));
  return chunks;
}

/** Words of all chunks → a function from the words of a question to a score of each chunk. */
function bm25(texts) {
  const postings = new Map();
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  for (const [index, words] of texts.entries()) {
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      if (!postings.has(word)) postings.set(word, []);
      postings.get(word).push(index, (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / mean)));
    }
  }
  return (words) => {
    const scores = new Float64Array(texts.length);
    for (const word of words) {
      const list = postings.get(word) ?? [];
      const idf = Math.log(1 + (texts.length - list.length / 2 + 0.5) / (list.length / 2 + 0.5));
      for (let i = 0; i < list.length; i += 2) scores[list[i]] += idf * list[i + 1];
    }
    return scores;
  };
}

function standard(scores) {
  const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length;
  const spread = Math.sqrt(scores.reduce((sum, value) => sum + (value - mean) ** 2, 0) / scores.length) || 1;
  return scores.map((value) => (value - mean) / spread);
}

function best(scores, count) {
  return [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b).slice(0, count);
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
