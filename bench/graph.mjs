/**
 * References: what finding them adds to indexing, and how long updates and queries take.
 * CPU time of this process, so that a busy machine does not count; runs with and without
 * alternate.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepare } from '../build/jobs/prepare.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { sync } from '../build/sync/sync.js';
import { open } from '../dist/engine/engine.js';
import { corpora, sample } from './corpus.mjs';
import { operation } from './operation.mjs';

const FILES = 5_000;
const QUICK_FILES = 300;
const EDITS = 15;
const SAMPLE = 1_000_000;

async function measure(settings) {
  const code = sample(corpora(settings).code, settings.quick ? 300_000 : SAMPLE);
  return [await adding(code, settings.rounds), await keeping(settings.quick ? QUICK_FILES : FILES)];
}

/** Milliseconds of CPU, user and system. */
async function cpuOf(what) {
  const before = process.cpuUsage();
  await what();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function adding(texts, rounds) {
  const least = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
  let references = 0;
  await index(texts, true); // grammars and queries are loaded once
  for (let round = 0; round < rounds; round++)
    for (const [name, mentions] of Object.entries({ without: false, with: true })) {
      const ms = await cpuOf(async () => {
        const found = await index(texts, mentions);
        references = Math.max(references, found);
      });
      least[name] = Math.min(least[name], ms);
    }
  const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
  const row = (run, ms) => ({ run, 'CPU s': ms / 1000, 'MB/s': bytes / 1e3 / ms, adds: ms / least.without - 1 });
  return {
    title: 'References: what they add to indexing code',
    columns: { run: 'text', 'CPU s': 'number', 'MB/s': 'number', adds: 'percent' },
    rows: [row('without', least.without), row('with', least.with)],
    notes: [
      `The best of ${rounds} rounds each: reading, cutting and writing without vectors; ${references.toLocaleString('en')} references. The goal is below 30 %.`,
    ],
  };
}

async function index(texts, mentions) {
  const store = new SqliteStore(':memory:');
  let references = 0;
  for (const { path, text } of texts) {
    const known = { tree: 'main', path, recipe: 'bench', size: text.length, mtime: 1, hash: path };
    const { prepared } = await prepare(text, known, { mentions });
    references += prepared.references.length;
    await store.write({ put: [prepared] });
  }
  await store.close();
  return references;
}

async function keeping(count) {
  const root = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const store = new SqliteStore(join(root, 'index.db'));
  const options = { root, wants: (path) => path.endsWith('.py') };
  try {
    for (let n = 0; n < count; n++) write(root, n, 0, count);
    const build = await cpuOf(() => sync(store, options));
    const edits = [];
    const written = [];
    for (let edit = 1; edit <= EDITS; edit++) {
      const n = (edit * 7919) % count;
      write(root, n, edit, count);
      edits.push(await cpuOf(() => sync(store, options)));
      const known = { tree: 'main', path: pathOf(n), recipe: 'bench', size: 1, mtime: 1, hash: String(edit) };
      written.push(
        await cpuOf(async () => {
          const { prepared } = await prepare(textOf(n, -edit, count), known, {});
          await store.write({ put: [prepared] });
        }),
      );
    }
    const engine = await open(root, { index: join(root, 'index.db') });
    const asked = await each((n) => engine.references(`Unit${n}`, { sync: false }));
    const felt = await each((n) => engine.impact(`Unit${n}.act_${n}`, { sync: false }));
    await engine.close();
    return {
      title: `A graph of ${count.toLocaleString('en')} files`,
      columns: { what: 'text', 'CPU ms': 'number' },
      rows: [
        { what: 'build: everything indexed, one thread', 'CPU ms': build },
        { what: 'update after one changed file: sync of the whole folder', 'CPU ms': median(edits) },
        { what: '… of that, reading and writing the file', 'CPU ms': median(written) },
        { what: 'froe refs: who refers to a class, and to whom it refers', 'CPU ms': median(asked) },
        { what: 'froe impact: 200 dependents', 'CPU ms': median(felt) },
      ],
      notes: [
        'Medians. A made-up application: each file a class that inherits from one, makes one and calls two of the others. The goal for an update is below 200 ms.',
      ],
    };
  } finally {
    await store.close();
    rmSync(root, { recursive: true });
  }
}

async function each(ask) {
  const times = [];
  for (let n = 1; n <= EDITS; n++) times.push(await cpuOf(() => ask(n * 11)));
  return times;
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

const pathOf = (n) => `app/part_${n % 50}/unit_${n}.py`;
const moduleOf = (n) => `app.part_${n % 50}.unit_${n}`;

function write(root, n, edit, count) {
  const file = join(root, pathOf(n));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf(n, edit, count));
}

function textOf(n, edit, count) {
  const [base, made, called] = [n >> 1, (n * 31 + 7) % count, (n * 17 + 3) % count];
  return `"""Unit ${n}, in its state ${edit}."""
from ${moduleOf(base)} import Unit${base}
from ${moduleOf(made)} import Unit${made}
from ${moduleOf(called)} import Unit${called}


class Unit${n}(Unit${base}):
    def act_${n}(self, unit: Unit${called}):
        part = Unit${made}()
        part.act_${made}(unit)
        return unit.act_${called}(part)

    def close_${n}(self):
        return self.act_${n}(None)
`;
}

await operation(measure);
