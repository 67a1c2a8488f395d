/** Time and memory against size: twice as much to read should take twice as long, and a question hardly longer. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedder } from '../build/embed/index.js';
import { search } from '../build/search/search.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';
import { percentile, questionsFrom } from './questions.mjs';

const MB = 1e6;
const TEXTS = [1, 2, 4, 8, 16, 32, 64];
const FILES = [500, 1_000, 2_000, 4_000, 8_000];
const QUICK = 2;
const QUESTIONS = 60;

async function measure(settings) {
  const texts = corpora(settings);
  const sizes = (all) => (settings.quick ? all.slice(0, QUICK) : all);
  const chunking = [];
  for (const size of sizes(TEXTS)) chunking.push(await cut(texts.prose, size));
  const indexing = [];
  const searching = [];
  for (const count of sizes(FILES)) {
    const [row, asked] = await indexed(texts, count);
    indexing.push(row);
    searching.push(asked);
  }
  const shared = { seconds: 'number', 'peak MB': 'megabytes', 'time grew': 'times' };
  const notes = ['time grew: as a multiple of the row above, where the input is twice as large.'];
  return [
    {
      title: 'Growth: froe chunk, one text',
      columns: { MB: 'megabytes', ...shared },
      rows: grown(chunking, 'seconds'),
      notes,
      plot: { x: 'MB', y: ['seconds', 'peak MB'] },
    },
    {
      title: 'Growth: froe index --embedder builtin, many files',
      columns: { files: 'count', chunks: 'count', ...shared },
      rows: grown(indexing, 'seconds'),
      notes,
      plot: { x: 'files', y: ['seconds', 'peak MB'] },
    },
    {
      title: 'Growth: one question, words and vectors',
      columns: { chunks: 'count', p50: 'number', p95: 'number', 'time grew': 'times' },
      rows: grown(searching, 'p50'),
      notes: ['Milliseconds, warm.', ...notes],
      plot: { x: 'chunks', y: ['p50', 'p95'] },
    },
  ];
}

const grown = (rows, key) =>
  rows.map((row, i) => (i === 0 ? row : { ...row, 'time grew': row[key] / rows[i - 1][key] }));

async function cut(prose, size) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const file = join(place, 'text.txt');
  try {
    const out = openSync(file, 'w');
    for (let written = 0, n = 0; written < size * MB; n++) written += writeSync(out, prose[n % prose.length].text);
    closeSync(out);
    const { processor, peak } = await froe(['chunk', file, '--jsonl'], drained);
    return { MB: statSync(file).size, seconds: processor, 'peak MB': peak };
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function drained(stream) {
  for await (const _ of stream);
  return '';
}

async function indexed(texts, files) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  try {
    mkdirSync(root);
    writeFiles(root, texts, files);
    const run = await froe(['index', root, '--index', file, '--embedder', 'builtin', '--json']);
    const store = new SqliteStore(file);
    const seen = [];
    for (const question of questionsFrom(texts, QUESTIONS)) {
      const started = performance.now();
      await search(store, embedder('builtin'), question);
      seen.push(performance.now() - started);
    }
    const { chunks } = await store.state();
    await store.close();
    const warm = seen.slice(5);
    return [
      { files, chunks, seconds: run.processor, 'peak MB': run.peak },
      { chunks, p50: percentile(warm, 0.5), p95: percentile(warm, 0.95) },
    ];
  } finally {
    rmSync(place, { recursive: true });
  }
}

await operation(measure);
