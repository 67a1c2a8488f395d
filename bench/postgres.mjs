/**
 * PostgreSQL beside SQLite: how fast an index grows, and how long a question
 * takes while it does. The same chunks and questions for both.
 *
 *     scripts/with-postgres.sh node bench/postgres.mjs --chunks 20000     some two minutes, to try
 *     scripts/with-postgres.sh node bench/postgres.mjs                    100,000 chunks
 *     FROE_SHARED_BUFFERS=4GB FROE_MAINTENANCE_MEM=6GB \\
 *       scripts/with-postgres.sh node bench/postgres.mjs --chunks 1000000 a million; 14 GB of disk, half an hour
 *     … --standing 10000   only the last tables, of so many more chunks: what writing costs where indexes stand
 *     … --write      keeps the tables in bench/runs/postgres-CHUNKS.md and .json
 *
 * Chunks are made up: words as often as words are (Zipf), in names of code and
 * in prose; their vectors lie in clouds, as those of texts do. Writing them is
 * what is timed, not cutting and not embedding. How well real vectors are found
 * is measured by agreement.mjs.
 *
 * The loads of PostgreSQL are as `froe index` makes them: the first into empty
 * tables, the further ones where indexes of vectors stand. The last tables say what
 * is written there in one go, beside what it would be if every vector went into
 * the index at once, and what a question costs meanwhile.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { search } from '../build/search/search.js';
import { openStore } from '../build/store/openStore.js';
import { poolOf } from '../build/store/postgres/connect.js';
import { stagedOf } from '../build/store/postgres/vectorIndex.js';
import { Exact, foundOf } from './exact.mjs';
import { keepRun } from './keep-run.mjs';
import { madeUp, questions } from './made-up.mjs';
import { percentile } from './questions.mjs';

const PER_COMMIT = 400;
/** Parts of the whole at which questions are asked. */
const STEPS = [0.03, 0.3, 1];
const QUESTIONS = 100;
/** Comparing all is slow; so few say enough. */
const COMPARED = 25;
const NEAREST = 10;
const DIMENSIONS = 256;
/** Enough for some seconds. */
const CROWD_CHUNKS = 16_000;
/** Enough for several indexes to be made meanwhile. */
const STANDING_CHUNKS = 40_000;
/** Into an index one at a time is slow; so few say enough. */
const SINGLE_CHUNKS = 2000;
/** Questions are asked after every so many chunks. */
const ASKED_EVERY = 2000;
const ASKED = 10;
const model = { id: 'bench', dimensions: DIMENSIONS, prefixVersion: 1 };
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Writes sources `from` to `to`, and says how long it took. */
export async function ingest(store, from, to, seen = () => {}) {
  let spent = 0;
  let [put, vectors, chunks] = [[], [], 0];
  for (let n = from; n < to; n++) {
    const { prepared, embedded } = madeUp(n, DIMENSIONS);
    for (const { vector } of embedded) seen(vector);
    put.push(prepared);
    vectors.push(...embedded);
    chunks += prepared.chunks.length;
    if (vectors.length < PER_COMMIT && n + 1 < to) continue;
    const began = performance.now();
    await store.write({ put, vectors });
    spent += performance.now() - began;
    [put, vectors] = [[], []];
  }
  return { chunks, seconds: spent / 1000 };
}

async function ask(store, count) {
  const times = { words: [], vectors: [], both: [] };
  const timed = async (kind, what) => {
    const began = performance.now();
    await what();
    times[kind].push(performance.now() - began);
  };
  for (const { words, vector } of questions(count + 10, DIMENSIONS)) {
    const embedder = { ...model, embed: async () => [vector] };
    await timed('words', () => store.searchText(words, 100));
    await timed('vectors', () => store.searchVector(vector, 100));
    await timed('both', () => search(store, embedder, words.join(' ')));
  }
  return Object.entries(times).map(([kind, all]) => [kind, all.slice(10)]);
}

async function agreement(store, exact) {
  let found = 0;
  for (const { vector } of questions(COMPARED, DIMENSIONS))
    found += foundOf(await store.searchVector(vector, NEAREST), exact.bar(vector, NEAREST), NEAREST);
  return found / COMPARED;
}

/** A row for every step. `seen` is told of every vector. */
async function* grow({ name, where, sources, exact, seen }) {
  for (const [i, part] of STEPS.entries()) {
    const [from, to] = [i === 0 ? 0 : Math.floor(sources * STEPS[i - 1]), Math.floor(sources * part)];
    const loading = await openStore(where);
    await loading.useModel(model);
    const { chunks: written, seconds } = await ingest(loading, from, to, seen);
    const closing = performance.now();
    await loading.close();
    const indexing = (performance.now() - closing) / 1000;
    const store = await openStore(where);
    const { chunks, bytes } = await store.state();
    const row = {
      store: name,
      chunks: chunks,
      'chunks/s': Math.round(written / seconds),
      'index s': indexing,
      MB: bytes,
      found: await agreement(store, exact),
    };
    for (const [kind, times] of await ask(store, QUESTIONS)) {
      row[`${kind} p50`] = percentile(times, 0.5);
      row[`${kind} p95`] = percentile(times, 0.95);
    }
    await store.close();
    process.stderr.write(`${JSON.stringify(row)}\n`);
    yield row;
  }
}

const sourcesFor = (chunks) => Math.ceil(chunks / chunksOfOne);

/** Runs with a connection of its own, and the number of the tenant. */
async function withTenant(server, name, what) {
  const pool = await poolOf(server);
  try {
    return await pool.reading(async (sql) => {
      const [{ id }] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
      return what(sql, id);
    });
  } finally {
    await pool.close();
  }
}

/** What writing costs when the indexes of vectors are there, and have to be kept: for as long as several take to fill. */
async function standing(where, from, chunks) {
  const store = await openStore(where);
  await store.useModel(model);
  const written = await ingest(store, from, from + sourcesFor(chunks));
  const closing = performance.now();
  await store.close();
  return { ...written, indexing: (performance.now() - closing) / 1000 };
}

/** The same where one index holds every vector, and each new one has to find its neighbours in it. */
async function oneAtATime(server, where, from) {
  await withTenant(server, 'bench', (sql, id) =>
    sql.script(`CREATE INDEX whole ON froe.vectors_${id}
      USING hnsw ((near::halfvec(${DIMENSIONS})) halfvec_ip_ops) WITH (ef_construction = 128)`),
  );
  const store = await openStore(where);
  const written = await ingest(store, from, from + sourcesFor(SINGLE_CHUNKS));
  await withTenant(server, 'bench', (sql) => sql.script('DROP INDEX froe.whole'));
  await store.close();
  return written;
}

/** Vectors asked for while others are written: by how many were staged. */
async function askMeanwhile(server, where, from, chunks) {
  const store = await openStore(where);
  await store.useModel(model);
  const asked = questions(ASKED + 2, DIMENSIONS);
  const rows = [];
  const step = sourcesFor(ASKED_EVERY);
  for (let n = from; n < from + sourcesFor(chunks); n += step) {
    await ingest(store, n, n + step);
    const { searched, staged } = await withTenant(server, 'bench', (sql, id) => stagedOf(sql, id));
    const times = [];
    for (const { vector } of asked) {
      const began = performance.now();
      await store.searchVector(vector, 100);
      times.push(performance.now() - began);
    }
    rows.push({ staged: staged.size, indexes: searched.length, times: times.slice(2) });
    process.stderr.write(`${staged.size} staged, ${searched.length} indexes: ${percentile(times.slice(2), 0.5)}\n`);
  }
  await store.close();
  return rows;
}

/** Upper bounds of what was staged, for a row each. */
const STAGED_STEPS = [5000, 10_000, 20_000, Number.POSITIVE_INFINITY];

function byStaged(samples) {
  return STAGED_STEPS.flatMap((most, i) => {
    const least = STAGED_STEPS[i - 1] ?? -1;
    const of = samples.filter(({ staged }) => staged > least && staged <= most);
    if (of.length === 0) return [];
    const times = of.flatMap((sample) => sample.times);
    return {
      staged: Math.max(...of.map(({ staged }) => staged)),
      indexes: Math.max(...of.map(({ indexes }) => indexes)),
      'vectors p50': percentile(times, 0.5),
      'vectors p95': percentile(times, 0.95),
    };
  });
}

/** The last tables: where the indexes stand. */
async function whereIndexesStand(server, where, sources, most = STANDING_CHUNKS) {
  const chunks = Math.min(most, sources * chunksOfOne);
  const more = sourcesFor(chunks);
  const all = sources * chunksOfOne;
  const measured = [
    ['a load into empty tables', 0, await standing(`${server}&tenant=loads`, 0, chunks)],
    ['a second one', chunks, await standing(`${server}&tenant=loads`, more, chunks)],
    ['the same in a large index', all, await standing(where, sources, chunks)],
  ];
  const asked = byStaged(await askMeanwhile(server, where, sources + more, chunks));
  const single = await oneAtATime(server, where, sources + 2 * more);
  measured.push(['each vector into one index', all + 2 * chunks, single]);
  const rows = measured.map(([how, before, { chunks: written, seconds, indexing = 0 }]) => ({
    how,
    before,
    written,
    'chunks/s': written / seconds,
    'index s': indexing,
    'with index': written / (seconds + indexing),
  }));
  return { rows: rows.map((row) => ({ ...row, share: row['with index'] / rows[0]['with index'] })), asked };
}

/** So many processes write at once, each its share. The clock starts when all are ready. */
async function crowd(where, workers, sources) {
  const share = Math.ceil(sources / workers);
  const writers = Array.from({ length: workers }, (_, i) =>
    fork(here('postgres-writer.mjs'), [where, String(i * share), String(Math.min(sources, (i + 1) * share))]),
  );
  const said = (writer) =>
    new Promise((resolve, reject) => {
      writer.once('message', resolve);
      writer.once('exit', (code) => code !== 0 && reject(new Error(`a writer ended with ${code}`)));
    });
  await Promise.all(writers.map(said));
  const began = performance.now();
  const done = writers.map(said);
  for (const writer of writers) writer.send('go');
  const chunks = (await Promise.all(done)).reduce((sum, one) => sum + one.chunks, 0);
  const seconds = (performance.now() - began) / 1000;
  for (const writer of writers) writer.send('end');
  await Promise.all(writers.map((writer) => once(writer, 'exit')));
  return { workers, 'chunks/s': Math.round(chunks / seconds) };
}

const chunksOfOne = madeUp(0, DIMENSIONS).prepared.chunks.length;

async function main() {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      standing: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error('DATABASE_URL is not set: run it by scripts/with-postgres.sh');
  const sources = Math.ceil(Number(values.chunks) / chunksOfOne);
  const where = `${server}&tenant=bench`;
  if (values.standing) {
    await standing(where, 0, sources * chunksOfOne);
    const tables = standTables(await whereIndexesStand(server, where, sources, Number(values.standing)));
    keepRun(`postgres-standing-${values.chunks}`, 'PostgreSQL', tables, values.write);
    return;
  }
  const keep = (tables) => keepRun(`postgres-${values.chunks}`, 'PostgreSQL', tables, values.write);
  const crowded = Math.min(sources, Math.ceil(CROWD_CHUNKS / chunksOfOne));
  const crowds = [];
  for (const workers of [1, 2, 4]) crowds.push(await crowd(`${server}&tenant=crowd${workers}`, workers, crowded));
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const exact = new Exact();
  const growing = [
    grow({ name: 'SQLite', where: join(place, 'index.db'), sources, exact, seen: (vector) => exact.addVector(vector) }),
    grow({ name: 'PostgreSQL', where, sources, exact }),
  ];
  const rows = [];
  try {
    for (const _ of STEPS) {
      for (const store of growing) rows.push((await store.next()).value);
      // A million takes half an hour: what is known by then is kept at every step.
      keep(tablesOf(rows, crowds, crowded));
    }
    keep(tablesOf(rows, crowds, crowded, await whereIndexesStand(server, where, sources)));
  } finally {
    rmSync(place, { recursive: true });
  }
}

function tablesOf(rows, crowds, crowded, stand) {
  const kinds = ['words', 'vectors', 'both'].flatMap((kind) => [`${kind} p50`, `${kind} p95`]);
  const postgres = rows.filter(({ store }) => store === 'PostgreSQL');
  return [
    {
      title: 'PostgreSQL beside SQLite',
      columns: {
        store: 'text',
        chunks: 'count',
        'chunks/s': 'count',
        'index s': 'number',
        MB: 'megabytes',
        found: 'percent',
        ...Object.fromEntries(kinds.map((kind) => [kind, 'number'])),
      },
      rows,
      notes: [
        `Milliseconds, warm, one at a time. chunks/s: written since the row of that store before; index s: what was done after that, building the index of vectors before all. MB: on disk. found: of the true nearest ${NEAREST}.`,
      ],
    },
    {
      title: 'How PostgreSQL grows',
      columns: { chunks: 'count', 'both p50': 'number', 'both p95': 'number' },
      rows: postgres.map((row) => Object.fromEntries(['chunks', 'both p50', 'both p95'].map((key) => [key, row[key]]))),
      notes: [
        'A whole question, by words and vectors, in milliseconds. The dashed line is growth in step with the chunks.',
      ],
      plot: { x: 'chunks', y: ['both p50', 'both p95'] },
    },
    {
      title: 'Writers at once, PostgreSQL',
      columns: { workers: 'count', 'chunks/s': 'count' },
      rows: crowds,
      notes: [
        `Processes that make up and write ${(crowded * chunksOfOne).toLocaleString('en')} chunks; the machine has ${availableParallelism()} cores for them and the server.`,
      ],
    },
    ...(stand ? standTables(stand) : []),
  ];
}

const standTables = ({ rows, asked }) => [
  {
    title: 'Writing where the index of vectors stands',
    columns: {
      how: 'text',
      before: 'count',
      written: 'count',
      'chunks/s': 'count',
      'index s': 'number',
      'with index': 'count',
      share: 'percent',
    },
    rows,
    notes: [
      'One writer. before: chunks already there; index s: after the last write; with index: chunks a second when that is counted, and share what it is of the first row.',
    ],
  },
  {
    title: 'Questions while vectors are staged',
    columns: { staged: 'count', indexes: 'count', 'vectors p50': 'number', 'vectors p95': 'number' },
    rows: asked,
    notes: [
      'Milliseconds of a question by vectors, asked between two writes while an index may be built beside them; at most so many staged and so many indexes.',
    ],
  },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
