/**
 * What packs make of real applications: units by kind, and whether every byte of their files
 * is in exactly one chunk within the limit.
 *
 *     node eval/units.mjs ../forem ../mastodon      → eval/golden/rails-units.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { embedText } from '../build/enrich/prefix.js';
import { prepare } from '../build/jobs/prepare.js';
import { packs } from '../build/parse/packs.js';
import { walk } from '../build/sources/walk.js';
import { tokenizer } from '../build/text/tokens/index.js';

const counter = tokenizer('cl100k_base');
const MOST = 1000;

async function survey(root) {
  const paths = walk(root).files;
  const pack = packs[0];
  const texts = new Map(
    paths.filter((path) => pack.claims(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const facts = new Map();
  for (const [path, text] of texts) {
    const known = await pack.facts({ path, text });
    if (known !== undefined) facts.set(path, known);
  }
  return { paths, texts, around: pack.survey(facts), pack, applies: pack.applies(paths) };
}

async function measure(root) {
  const { paths, texts, around, pack, applies } = await survey(root);
  const kinds = new Map();
  const [faults, sum] = [[], { chunks: 0, synthetic: 0, largest: 0 }];
  for (const [path, text] of texts) {
    const row = { tree: 'main', path, recipe: '', size: 0, mtime: 0, hash: '' };
    const { prepared } = await prepare(text, row, {}, { pack: pack.name, around: around(path) });
    const chunks = prepared.chunks.map(({ chunk }) => chunk);
    const own = chunks.filter((chunk) => !chunk.synthetic);
    const said = own.map(({ content, overlapChars }) => content.slice(overlapChars)).join('');
    // What is not a unit is cut as usual, and checked by `froe verify`.
    if (around(path) && said.replace(/\s/g, '') !== text.replace(/^\ufeff/, '').replace(/\s/g, '')) faults.push(path);
    sum.chunks += own.length;
    sum.synthetic += chunks.length - own.length;
    for (const chunk of chunks) {
      const tokens = counter.count(embedText(chunk));
      sum.largest = Math.max(sum.largest, tokens);
      if (tokens > MOST) faults.push(chunk.id);
    }
    const units = around(path) ? await pack.units({ path, text }, around(path)) : [];
    for (const { kind } of units) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return {
    name: basename(root).replace('+', '/'),
    files: paths.length,
    read: texts.size,
    applies,
    kinds,
    faults,
    ...sum,
  };
}

const results = [];
for (const root of process.argv.slice(2)) results.push(await measure(root));
const all = [...new Set(results.flatMap(({ kinds }) => [...kinds.keys()]))].sort();
const line = (name, of) => `| ${name} | ${results.map(of).join(' | ')} |`;
const count = (n) => n.toLocaleString('en');
const table = [
  line('', ({ name }) => name),
  `|---|${results.map(() => '---:|').join('')}`,
  line('taken for a Rails application', ({ applies }) => (applies ? 'yes' : 'no')),
  line('files', ({ files }) => count(files)),
  line('read by the pack', ({ read }) => count(read)),
  line('**units**', ({ kinds }) => count([...kinds.values()].reduce((a, b) => a + b, 0))),
  ...all.map((kind) => line(kind, ({ kinds }) => count(kinds.get(kind) ?? 0))),
  line('chunks of source', ({ chunks }) => count(chunks)),
  line('synthetic chunks', ({ synthetic }) => count(synthetic)),
  line('largest, tokens with all that stands before it', ({ largest }) => count(largest)),
  line('files of units that lost something, chunks that are too large', ({ faults }) => count(faults.length)),
];
const head = '# Units of real Rails applications\n\nWritten by `node eval/units.mjs <application> …`.\n\n';
writeFileSync(new URL('./golden/rails-units.md', import.meta.url), `${head}${table.join('\n')}\n`);
for (const { name, faults } of results)
  for (const fault of faults.slice(0, 5)) process.stderr.write(`${name}: ${fault}\n`);
