/**
 * PostgreSQL beside SQLite: how fast an index grows, and how long a question
 * takes while it does. The same pieces and questions for both.
 *
 *     scripts/with-postgres.sh node bench/postgres.mjs                    100,000 pieces
 *     scripts/with-postgres.sh node bench/postgres.mjs --pieces 1000000   a million: an hour, and 15 GB of disk
 *     … --write      keeps the tables in bench/runs/postgres.md and .json
 *
 * Pieces are made up: words as often as words are (Zipf), in names of code and
 * in prose; their vectors lie in clouds, as those of texts do. Writing them is
 * what is timed, not cutting and not embedding.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { search } from '../dist/search/search.js';
import { openStore } from '../dist/store/openStore.js';
import { madeUp, questions } from './made-up.mjs';
import { percentile } from './questions.mjs';
import { aligned } from './table.mjs';

const PER_COMMIT = 400;
const STEPS = 4;
const QUESTIONS = 100;
const DIMENSIONS = 256;
const model = { id: 'bench', dimensions: DIMENSIONS, prefixVersion: 1 };
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Writes sources `from` to `to`, and says how long it took. */
export async function ingest(store, from, to) {
  let spent = 0;
  let [put, vectors, pieces] = [[], [], 0];
  for (let n = from; n < to; n++) {
    const { prepared, embedded } = madeUp(n, DIMENSIONS);
    put.push(prepared);
    vectors.push(...embedded);
    pieces += prepared.pieces.length;
    if (vectors.length < PER_COMMIT && n + 1 < to) continue;
    const began = performance.now();
    await store.write({ put, vectors });
    spent += performance.now() - began;
    [put, vectors] = [[], []];
  }
  return { pieces, seconds: spent / 1000 };
}

async function ask(store, count) {
  const times = { words: [], vectors: [], both: [] };
  const timed = async (kind, what) => {
    const began = performance.now();
    await what();
    times[kind].push(performance.now() - began);
  };
  for (const { words, vector } of questions(count + 10, DIMENSIONS)) {
    const embedder = { embed: async () => [vector] };
    await timed('words', () => store.searchText(words, 100));
    await timed('vectors', () => store.searchVector(vector, 100));
    await timed('both', () => search(store, embedder, words.join(' ')));
  }
  return Object.entries(times).map(([kind, all]) => [kind, all.slice(10)]);
}

async function grow(name, where, sources) {
  const store = openStore(where);
  await store.useModel(model);
  const rows = [];
  for (let step = 1; step <= STEPS; step++) {
    const [from, to] = [Math.floor((sources * (step - 1)) / STEPS), Math.floor((sources * step) / STEPS)];
    const { pieces, seconds } = await ingest(store, from, to);
    const { chunks, bytes } = await store.state();
    const row = { store: name, pieces: chunks, 'pieces/s': Math.round(pieces / seconds), MB: bytes };
    for (const [kind, times] of await ask(store, QUESTIONS)) {
      row[`${kind} p50`] = percentile(times, 0.5);
      row[`${kind} p95`] = percentile(times, 0.95);
    }
    rows.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
  }
  await store.close();
  return rows;
}

/** So many processes write at once, each its share. */
async function crowd(where, workers, sources) {
  const began = performance.now();
  const share = Math.ceil(sources / workers);
  const done = await Promise.all(
    Array.from(
      { length: workers },
      (_, i) =>
        new Promise((resolve, reject) => {
          const args = [where, String(i * share), String(Math.min(sources, (i + 1) * share))];
          const child = fork(here('postgres-writer.mjs'), args);
          child.once('message', resolve);
          child.once('exit', (code) => code !== 0 && reject(new Error(`a writer ended with ${code}`)));
        }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  return { workers, 'pieces/s': Math.round(done.reduce((sum, { pieces }) => sum + pieces, 0) / seconds) };
}

async function main() {
  const { values } = parseArgs({
    options: { pieces: { type: 'string', default: '100000' }, write: { type: 'boolean', default: false } },
  });
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error('DATABASE_URL is not set: run it by scripts/with-postgres.sh');
  const sources = Math.ceil(Number(values.pieces) / madeUp(0, DIMENSIONS).prepared.pieces.length);
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const tables = [];
  try {
    const lite = await grow('SQLite', join(place, 'index.db'), sources);
    const postgres = await grow('PostgreSQL', `${server}&tenant=bench`, sources);
    const kinds = ['words', 'vectors', 'both'].flatMap((kind) => [`${kind} p50`, `${kind} p95`]);
    tables.push({
      title: 'PostgreSQL beside SQLite',
      columns: {
        store: 'text',
        pieces: 'count',
        'pieces/s': 'count',
        MB: 'megabytes',
        ...Object.fromEntries(kinds.map((kind) => [kind, 'number'])),
      },
      rows: lite.flatMap((row, i) => [row, postgres[i]]),
      notes: ['Milliseconds, warm, one at a time. MB: on disk. pieces/s: written since the row of that store before.'],
    });
    const rows = [];
    for (const workers of [1, 2, 4])
      rows.push(await crowd(`${server}&tenant=crowd${workers}`, workers, Math.ceil(sources / 10)));
    tables.push({
      title: 'Writers at once, PostgreSQL',
      columns: { workers: 'count', 'pieces/s': 'count' },
      rows,
      notes: [
        `Processes that make up and write pieces; the machine has ${availableParallelism()} cores for them and the server.`,
      ],
    });
  } finally {
    rmSync(place, { recursive: true });
  }
  for (const table of tables) process.stdout.write(`${aligned(table)}\n`);
  if (!values.write) return;
  const about = {
    when: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? '',
    cores: availableParallelism(),
  };
  writeFileSync(here('runs/postgres.json'), `${JSON.stringify({ about, tables }, null, 2)}\n`);
  const said = `${about.when}, ${about.cores} cores of ${about.cpu}.`;
  writeFileSync(here('runs/postgres.md'), `# PostgreSQL\n\n${said}\n\n${tables.map(markdownOf).join('\n')}`);
}

function markdownOf({ title, columns, rows, notes }) {
  const names = Object.keys(columns);
  const cell = (row, name) => {
    const value = row[name];
    if (typeof value !== 'number') return value;
    if (columns[name] === 'megabytes') return (value / 1e6).toFixed(0);
    return columns[name] === 'count' ? Math.round(value).toLocaleString('en') : value.toFixed(1);
  };
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(names.map((name) => cell(row, name))));
  return `## ${title}\n\n${[line(names), line(names.map(() => '---')), ...body].join('\n')}\n\n${notes.join(' ')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
