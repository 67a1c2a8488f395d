/**
 * How many of the true nearest chunks PostgreSQL's index finds, on a repository
 * with real vectors, and how long it takes:
 *
 *     scripts/with-postgres.sh node bench/agreement.mjs FOLDER            minutes: the folder is indexed first
 *     … --write      keeps the table in bench/runs/agreement.md and .json
 *
 * A question is a line out of a chunk. It needs more than 5,000 chunks: below, all are compared.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { embedder } from '../build/embed/index.js';
import { openStore } from '../build/store/openStore.js';
import { parseTenantAddress, poolOf } from '../build/store/postgres/connect.js';
import { sync } from '../build/sync/sync.js';
import { uncached } from '../build/sync/vectorSource.js';
import { Exact, foundOf } from './exact.mjs';
import { keepRun } from './keep-run.mjs';
import { percentile } from './questions.mjs';

const QUESTIONS = 100;
const LIMITS = [10, 50, 100];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, tenant: { type: 'string', default: 'agreement' } },
});
const root = resolve(positionals[0] ?? '.');
const server = process.env.DATABASE_URL;
if (!server) throw new Error('DATABASE_URL is not set: run it by scripts/with-postgres.sh');
const where = `${server}&tenant=${values.tenant}`;
const model = embedder('builtin', { env: {} });

const loading = await openStore(where);
await sync(loading, { root, vectors: uncached(model) });
await loading.close(); // and the index is built

const store = await openStore(where);
const lines = [];
for (const { docId } of (await store.sources('main')).values())
  for (const { content } of await store.chunksOf(docId)) {
    const line = /[A-Za-z][^\n]{25,120}/.exec(content)?.[0];
    if (line) lines.push(line);
  }

/** The code of every chunk that may be found. */
const exact = new Exact();
const pool = await poolOf(parseTenantAddress(where).url);
const codes = await pool.reading((sql) =>
  sql.all(
    `SELECT v.code FROM froe.tenants t JOIN froe.spaces p ON p.tenant = t.id JOIN froe.chunks c ON c.space = p.id
     JOIN froe.vectors v ON v.tenant = t.id AND v.hash = c.embed_hash WHERE t.name = $1 AND c.weight > 0`,
    values.tenant,
  ),
);
for (const { code } of codes) exact.add(code);
await pool.close();
const chunks = codes.length;

const asked = Array.from({ length: QUESTIONS }, (_, i) => lines[Math.floor((i * lines.length) / QUESTIONS)]);
const vectors = await model.embed(asked, 'query');
for (const vector of vectors.slice(0, 10)) await store.searchVector(vector, 10); // warm
const rows = [];
for (const limit of LIMITS) {
  const [times, found] = [[], []];
  for (const vector of vectors) {
    const began = performance.now();
    const hits = await store.searchVector(vector, limit);
    times.push(performance.now() - began);
    found.push(foundOf(hits, exact.bar(vector, limit), limit));
  }
  const all = found.reduce((sum, share) => sum + share, 0) / found.length;
  rows.push({
    nearest: limit,
    found: all,
    worst: Math.min(...found),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  });
}
await store.close();
const columns = { nearest: 'count', found: 'percent', worst: 'percent', p50: 'number', p95: 'number' };
const title = 'The true nearest that PostgreSQL’s index finds';
const notes = [
  `${basename(root)}, ${chunks.toLocaleString('en')} chunks, the built-in model, ${QUESTIONS} questions. Found: of the true nearest, by comparing all; worst: of one question. Milliseconds, warm, one at a time.`,
];
keepRun('agreement', 'Agreement with an exact search', [{ title, columns, rows, notes }], values.write);
