/**
 * How many rows and hits the words of a chunk come to in real repositories:
 * what bench/sizing.mjs reckons with.
 *
 *     node bench/postings.mjs DIR … [--write]       writes bench/runs/postings.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { prepare } from '../build/jobs/prepare.js';
import { walk } from '../build/sources/walk.js';
import { postingsOf, WORDS } from '../build/store/postgres/postings.js';
import { packRecord } from '../build/store/record.js';

const MOST_FILES = 150;
const KINDS = /\.(py|ts|tsx|js|go|rb|java|rs|md)$/;

async function counted(root) {
  const files = walk(root).files.filter((path) => KINDS.test(path));
  const every = Math.max(1, Math.floor(files.length / MOST_FILES));
  const sum = { sources: 0, chunks: 0, rows: 0, hits: 0, words: 0, record: 0 };
  for (const path of files.filter((_, i) => i % every === 0)) {
    const bytes = readFileSync(join(root, path));
    const known = { tree: 'main', path, recipe: '', size: bytes.length, mtime: 1, hash: '' };
    const result = await prepare(bytes, known, {}).catch(() => undefined);
    const chunks = result?.prepared?.chunks ?? [];
    if (chunks.length === 0) continue;
    const { hits, counts } = postingsOf(chunks);
    sum.sources++;
    sum.chunks += chunks.length;
    sum.rows += hits.size;
    for (const list of hits.values()) sum.hits += list.length;
    sum.words += counts.get(WORDS) ?? 0;
    for (const { chunk } of chunks) sum.record += packRecord(chunk).length;
  }
  const { sources, chunks, ...totals } = sum;
  const each = Object.fromEntries(
    Object.entries(totals).map(([key, value]) => [key, Math.round((value / chunks) * 10) / 10]),
  );
  return {
    repository: basename(root),
    sources,
    chunks,
    'chunks a source': Math.round((chunks / sources) * 10) / 10,
    ...each,
  };
}

const words = process.argv.slice(2);
const rows = [];
for (const root of words.filter((word) => word !== '--write')) rows.push(await counted(root));
const json = `${JSON.stringify({ of: 'a chunk, unless said', rows }, null, 2)}\n`;
if (words.includes('--write')) writeFileSync(new URL('runs/postings.json', import.meta.url), json);
process.stdout.write(json);
