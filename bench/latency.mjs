/** One question to an index of 10,000 and of 100,000 chunks: by words, by vectors, by both; warm, and as a command. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedder } from '../build/embed/index.js';
import { search } from '../build/search/search.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';
import { percentile, questionsFrom } from './questions.mjs';

const SIZES = [10_000, 100_000];
const QUICK_SIZES = [2_000];
const CHUNKS_PER_FILE = 4;
const WARM = 200;
const COLD = 10;
/** The reader reranks the best forty, unless `--no-rerank`; a vector search has no reader. */
const ways = {
  keyword: { mode: 'keyword' },
  'keyword, nothing read': { mode: 'keyword', rerank: false },
  vector: { mode: 'vector' },
  hybrid: { mode: 'hybrid' },
  'hybrid, nothing read': { mode: 'hybrid', rerank: false },
};

async function measure(settings) {
  const texts = corpora(settings);
  const rows = [];
  for (const chunks of settings.quick ? QUICK_SIZES : SIZES) rows.push(...(await asked(texts, chunks)));
  return [
    {
      title: 'Latency of a question, in milliseconds',
      columns: { 'asked by': 'text', chunks: 'count', p50: 'number', p95: 'number', questions: 'count' },
      rows,
      notes: [
        'froe: one process, index on disk, built-in model, results merged as they come. As a command: `froe search` from start to exit, which checks every file first; in a repository it asks git. MiniSearch: words only, the whole index in memory.',
      ],
    },
  ];
}

async function asked(texts, wanted) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  try {
    writeFiles(root, texts, Math.ceil(wanted / CHUNKS_PER_FILE));
    await froe(['index', root, '--index', file, '--embedder', 'builtin', '--json']);
    const store = new SqliteStore(file);
    const { chunks } = await store.state();
    const questions = questionsFrom(texts, WARM);
    const rows = [];
    for (const [by, options] of Object.entries(ways)) {
      const ask = (query) => search(store, embedder('builtin'), query, options);
      rows.push({ 'asked by': `froe, ${by}`, chunks: chunks, ...(await times(ask, questions)) });
    }
    rows.push(...(await miniSearch(store, questions)));
    await store.close();
    const cold = (query) => froe(['search', query, root, '--index', file, '--embedder', 'builtin', '--json']);
    const command = async (where) => ({
      'asked by': `froe search, as a command${where}`,
      chunks,
      ...(await times(cold, questions.slice(0, COLD))),
    });
    rows.push(await command(''));
    await makeRepository(root);
    for (const query of questions.slice(0, 2)) await cold(query); // the second stores what git reports
    rows.push(await command(' in a git repository'));
    return rows;
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** Of all files. Waits: git counts in seconds, and what changed in the last ones may change again unnoticed. */
async function makeRepository(root) {
  const git = (...words) => execFileSync('git', ['-C', root, '-c', 'gc.auto=0', ...words]);
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', 'All files');
  await sleep(2500);
}

/** The first few are left out: they warm the caches. */
async function times(ask, questions) {
  const warm = Math.min(5, questions.length >> 2);
  const seen = [];
  for (const [i, question] of questions.entries()) {
    const started = performance.now();
    await ask(question);
    if (i >= warm) seen.push(performance.now() - started);
  }
  return { p50: percentile(seen, 0.5), p95: percentile(seen, 0.95), questions: seen.length };
}

/** The same chunks, where it is installed. */
async function miniSearch(store, questions) {
  const MiniSearch = await import('minisearch').then(
    (module) => module.default,
    () => undefined,
  );
  if (!MiniSearch) return [];
  const index = new MiniSearch({ fields: ['path', 'text'] });
  let added = 0;
  for (const docId of (await store.sources('main')).values()) {
    const chunks = await store.chunksOf(docId.docId);
    index.addAll(chunks.map(({ filePath, content }) => ({ id: added++, path: filePath, text: content })));
  }
  return [
    { 'asked by': 'MiniSearch, words', chunks: added, ...(await times((query) => index.search(query), questions)) },
  ];
}

await operation(measure);
