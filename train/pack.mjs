/**
 * node train/pack.mjs PAIRS OUT
 *
 * Bags of terms → a vocabulary, and what train.py reads: little-endian arrays, one file each, named by what they hold.
 *
 *     vocabulary.u32   terms by row: words, stems, pairs, names, each kind by how often it occurs
 *     pairs.u32        four numbers a pair: query bag, document bag, kind, repository
 *     rows.u16, counts.u8, ends.u32    all bags one behind the other; a bag is [ends[i-1], ends[i])
 *     held-NAME.u32    query bag (or 0xffffffff) and document bag of all that a held repository has
 *     shape.json       sizes
 *
 * A word that is in no row goes to one of BUCKETS rows behind the vocabulary, by its hash; other terms are dropped.
 * The model that froe ships was trained without buckets, and on the most frequent of each kind alone: rare words
 * only taught it the jargon of their repositories.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Growing } from './growing.mjs';
import { KINDS } from './pairs.mjs';

const [, , from, out] = process.argv;
const { repositories } = JSON.parse(readFileSync(join(import.meta.dirname, 'manifest.json'), 'utf8'));
/** Most rows of a kind: words, stems, pairs, names. */
const MOST = [20_000, 5000, 0, 0];
const WORD = 0;
const BUCKETS = 0;
const LEAST = 5;
const MOST_ROWS = 160;

mkdirSync(out, { recursive: true });
const known = repositories.filter(({ repository }) => existsSync(join(from, `${nameOf(repository)}.bin`)));
const vocabulary = chooseVocabulary();
const rowOf = new Map([...vocabulary.terms].map((term, row) => [term, row]));

const rows = new Growing(Uint16Array);
const counts = new Growing(Uint8Array);
const ends = new Growing(Uint32Array);
const pairs = new Growing(Uint32Array);
const bagAt = new Map();
const tally = {};
for (const [index, { repository, held }] of known.entries()) {
  if (held) continue;
  for (const { kind, query, document } of trainedOn(repository)) {
    const [q, d] = [keep(query), keep(document)];
    if (q < 0 || d < 0) continue;
    pairs.push(q, d, kind, index);
    tally[kind] = (tally[kind] ?? 0) + 1;
  }
}
const heldNames = [];
for (const { repository } of known.filter(({ held }) => held)) {
  for (const [name, ending, kind] of [
    ['code', 'all', 0],
    ['prose', 'all', 1],
    ['commits', 'log', KINDS.indexOf('commit')],
  ]) {
    const all = new Growing(Uint32Array);
    let queries = 0;
    for (const { kind: is, query, document } of pairsIn(repository, ending)) {
      if (is !== kind) continue;
      const [q, d] = [keep(query), keep(document)];
      if (d < 0) continue;
      if (q >= 0) queries++;
      all.push(q < 0 ? 0xffffffff : q, d);
    }
    if (queries < 40) continue;
    heldNames.push(`${nameOf(repository)}-${name}`);
    save(`held-${nameOf(repository)}-${name}.u32`, all.array());
  }
}
save('vocabulary.u32', vocabulary.terms);
save('rows.u16', rows.array());
save('counts.u8', counts.array());
save('ends.u32', ends.array());
save('pairs.u32', pairs.array());
const shape = { terms: vocabulary.terms.length, kinds: vocabulary.kinds, buckets: BUCKETS, held: heldNames };
writeFileSync(join(out, 'shape.json'), JSON.stringify(shape));
process.stdout.write(
  `${known.length} repositories, ${pairs.length / 4} pairs ${JSON.stringify(tally)}, ${ends.length} bags, ${rows.length} rows, ${JSON.stringify(shape)}\n`,
);

function chooseVocabulary() {
  const seen = new Map();
  for (const [index, { repository, held }] of known.entries()) {
    if (held) continue;
    for (const { query, document } of trainedOn(repository)) {
      for (const bag of [query, document]) {
        for (let at = 0; at < bag.length; at += 5) {
          const term = bag.readUInt32LE(at);
          if (MOST[term & 3] === 0) continue;
          // Twice in one repository counts twice, but a term of one repository alone is its own jargon.
          const known = seen.get(term);
          if (known === undefined) seen.set(term, { count: 1, first: index, many: false });
          else {
            known.count++;
            if (known.first !== index) known.many = true;
          }
        }
      }
    }
  }
  const kinds = [[], [], [], []];
  for (const [term, { count, many }] of seen) if (many && count >= LEAST) kinds[term & 3].push([term, count]);
  const kept = kinds.map((list, kind) => list.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST[kind]));
  return { terms: Uint32Array.from(kept.flat().map(([term]) => term)), kinds: kept.map((list) => list.length) };
}

/** The bag as rows; the same bag is kept once. -1 when nothing is left of it. */
function keep(bag) {
  const key = createHash('md5').update(bag).digest('latin1');
  const at = bagAt.get(key);
  if (at !== undefined) return at;
  const found = new Map();
  for (let i = 0; i < bag.length && found.size < MOST_ROWS; i += 5) {
    const term = bag.readUInt32LE(i);
    const bucketed = BUCKETS > 0 && (term & 3) === WORD;
    const row = rowOf.get(term) ?? (bucketed ? vocabulary.terms.length + ((term >>> 2) % BUCKETS) : undefined);
    if (row !== undefined) found.set(row, Math.min(255, (found.get(row) ?? 0) + bag[i + 4]));
  }
  if (found.size === 0) {
    bagAt.set(key, -1);
    return -1;
  }
  for (const [row, count] of found) {
    rows.push(row);
    counts.push(count);
  }
  ends.push(rows.length);
  bagAt.set(key, ends.length - 1);
  return ends.length - 1;
}

function* trainedOn(repository) {
  yield* pairsIn(repository, 'bin');
  yield* pairsIn(repository, 'log');
}

function* pairsIn(repository, ending) {
  const file = join(from, `${nameOf(repository)}.${ending}`);
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  let at = 0;
  const bag = () => {
    const size = bytes.readUInt16LE(at) * 5;
    at += 2 + size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) yield { kind: bytes[at++], query: bag(), document: bag() };
}

function nameOf(repository) {
  return repository.replace('/', '+');
}

function save(name, array) {
  writeFileSync(join(out, name), new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}
