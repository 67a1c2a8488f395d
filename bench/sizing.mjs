/**
 * What an index in PostgreSQL comes to, from a hundred thousand chunks to a
 * billion: the arithmetic behind docs/scale.md. `node bench/sizing.mjs --write`
 * puts the tables into it.
 *
 * Bytes a chunk are PostgreSQL's own rules (a row has a head of 23 bytes and a
 * pointer of 4, aligned to 8; an index entry a head of 8 and a pointer of 4) on
 * what was counted in real repositories; bench/postgres.mjs measures the whole.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Of one chunk: the upper half of what bench/runs/postings.json counts in five repositories. */
export const chunk = { record: 850, postingRows: 17, hits: 45, perSource: 8, dimensions: 512, m: 16 };

const row = (bytes) => 28 + Math.ceil(bytes / 8) * 8;
const entry = (bytes) => 12 + Math.ceil(bytes / 8) * 8;
/** B-tree pages are about 70 % full after inserts at random, 90 % after inserts in order. */
const RANDOM = 1 / 0.7;
const ORDERED = 1 / 0.9;

/** Bytes of one chunk, by what they are for. */
export function bytesOfChunk({ record, postingRows, hits, perSource, dimensions, m } = chunk) {
  const id = 60;
  const chunks = row(90 + id + record) + entry(16) * ORDERED + entry(id) * RANDOM + entry(33) * RANDOM;
  const sources = (row(420) + 3 * entry(50) * RANDOM) / perSource;
  const posting = row(20 + 21 + (hits / postingRows) * 8) + entry(16) * RANDOM + 9;
  const units = 2 * (row(150) + entry(24) + entry(20) * RANDOM);
  const vectors = row(4 + 33 + dimensions + 8 + dimensions * 2 + 8) + entry(37) * RANDOM;
  // Two layers of neighbours at the bottom, and the vector once more.
  const hnsw = 1.1 * (dimensions * 2 + 8 + 72 + 2 * m * 6 + 40);
  return { chunks, sources, words: postingRows * posting, units, vectors, hnsw };
}

const sum = (values) => Object.values(values).reduce((total, one) => total + one, 0);

/**
 * What must be in memory for an answer in tens of milliseconds: the graph of the
 * vectors, the upper pages of every other index, and the words that are asked for.
 */
export const memoryOfChunk = (bytes) => bytes.hnsw + 0.15 * bytes.words + 0.05 * bytes.chunks;

/** Assumptions of cost, in dollars a month: a cloud's list price, rounded, and easily put right. */
export const price = { memoryGB: 5, diskGB: 0.115, cores: 25 };

/**
 * Seconds of one core for a chunk, the server's share included: to write it, with
 * as many writers as kept all cores busy, and to put its vector into the graph.
 * As bench/postgres.mjs measured them, on as large an index as it was given.
 */
export function measured(
  { about, tables } = JSON.parse(readFileSync(new URL('runs/postgres-1000000.json', import.meta.url), 'utf8')),
) {
  const rowsOf = (title) => tables.find((table) => table.title === title).rows;
  const fastest = Math.max(...rowsOf('Writers at once, PostgreSQL').map((row) => row['chunks/s']));
  const { chunks, 'index s': indexing } = rowsOf('PostgreSQL beside SQLite').findLast(
    ({ store }) => store === 'PostgreSQL',
  );
  return { write: about.cores / fastest, index: (indexing * about.cores) / chunks };
}
const LOADING_CORES = 8;

export function sizing(chunks) {
  const bytes = bytesOfChunk();
  const { write, index } = measured();
  const [disk, memory] = [sum(bytes) * chunks, memoryOfChunk(bytes) * chunks];
  /** One graph should fit into the memory of one machine, with room for the rest. */
  const shards = Math.max(1, Math.ceil(memory / 192e9));
  const cores = Math.max(2, Math.ceil(memory / 8e9));
  const month = (memory / 1e9) * price.memoryGB + (2 * disk * price.diskGB) / 1e9 + cores * price.cores;
  return {
    chunks,
    'disk GB': disk / 1e9,
    'memory GB': memory / 1e9,
    shards,
    'hours to load, 8 cores': (chunks * (write + index)) / LOADING_CORES / 3600,
    '$ a month': month,
    '$ a month and million': (month / chunks) * 1e6,
  };
}

const SIZES = [1e5, 1e6, 1e7, 1e8, 1e9];

function table(rows) {
  const names = Object.keys(rows[0]);
  const cell = (value) =>
    typeof value === 'string' ? value : value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.map((one) => line(names.map((name) => cell(one[name])))),
  ].join('\n');
}

export function tables() {
  const bytes = bytesOfChunk();
  const parts = [...Object.entries(bytes), ['all', sum(bytes)]].map(([part, value]) => ({
    part,
    'bytes a chunk': value,
  }));
  return { parts: table(parts), sizes: table(SIZES.map(sizing)) };
}

if (process.argv.includes('--write')) {
  const file = new URL('../docs/scale.md', import.meta.url);
  let text = readFileSync(file, 'utf8');
  for (const [name, made] of Object.entries(tables()))
    text = text.replace(
      new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
      (_, before, after) => `${before}\n\n${made}\n\n${after}`,
    );
  writeFileSync(file, text);
} else if (import.meta.url === `file://${process.argv[1]}`) {
  for (const made of Object.values(tables())) process.stdout.write(`${made}\n\n`);
}
