/**
 * Real trees asked in one process: searches, and contexts of 4,000 tokens, each question twice; then, after one file
 * was written, the first and the second question.
 *
 *     node bench/asking.mjs --trees /repos/forem,/repos/rails
 */
import { join } from 'node:path';
import { open } from '../dist/engine/engine.js';
import { NEEDS_TREES, rowsPerClone } from './clones.mjs';
import { froe } from './command.mjs';
import { operation } from './operation.mjs';
import { percentile, questionsFrom } from './questions.mjs';

const QUESTIONS = { whole: 60, quick: 6 };
const BUDGET = 4000;
/** Written between two questions, so that cached statistics become invalid. */
const NOTE = { content: Buffer.from('Written between two questions.\n'), filename: 'notes.md', sourceSystem: 'bench' };
/** Texts that questions are made of. */
const SOURCES = 400;

async function measure({ trees, quick }) {
  if (trees.length === 0) return NEEDS_TREES;
  const most = quick ? QUESTIONS.quick : QUESTIONS.whole;
  return [tableOf(await rowsPerClone(trees, (clone) => asked(clone, most)))];
}

async function asked({ name, root, place }, most) {
  const file = join(place, 'index.db');
  await froe(['index', root, '--index', file, '--embedder', 'builtin', '--json']);
  const engine = await open(root, { index: file });
  try {
    const { chunks } = await engine.store.state();
    const questions = questionsFrom(await textsOf(engine), most);
    const search = (query) => engine.search(query, { sync: false });
    const context = (query) => engine.context(query, { sync: false, budget: BUDGET });
    const row = (what, of) => ({ tree: name, chunks, asked: what, ...of });
    const rows = [];
    for (const [what, ask] of Object.entries({ search, context })) {
      rows.push(row(`${what}, the first time`, await times(ask, questions)));
      rows.push(row(`${what}, again`, await times(ask, questions)));
    }
    const written = await engine.ingest(NOTE);
    for (const nth of ['first', 'second'])
      rows.push(row(`search, the ${nth} after a write`, await times(search, [questions[0]])));
    await engine.forget([written.artifactId]);
    const warm = rows[1].p50;
    return rows.map((one) => ({ ...one, '÷ search': one.p50 / warm }));
  } finally {
    await engine.close();
  }
}

/** The texts of some sources, evenly spread. */
async function textsOf({ store }) {
  const all = [...(await store.sources('main')).values()].filter(({ tokens }) => tokens > 0);
  const step = Math.max(1, Math.floor(all.length / SOURCES));
  const texts = [];
  for (const { docId } of all.filter((_, i) => i % step === 0)) {
    const [first] = await store.chunksOf(docId, 0, 0);
    if (first) texts.push({ text: first.content });
  }
  return { code: texts, prose: [] };
}

/** Milliseconds of processor time. */
async function times(ask, questions) {
  const seen = [];
  for (const question of questions) {
    const before = process.cpuUsage();
    await ask(question);
    const { user, system } = process.cpuUsage(before);
    seen.push((user + system) / 1000);
  }
  return { p50: percentile(seen, 0.5), p95: percentile(seen, 0.95), questions: seen.length };
}

/** @returns {import('./table.mjs').Table} */
function tableOf(rows) {
  return {
    title: 'Questions to real trees, in milliseconds of processor time',
    columns: {
      ...{ tree: 'text', chunks: 'count', asked: 'text', p50: 'number', p95: 'number' },
      ...{ questions: 'count', '÷ search': 'times' },
    },
    rows,
    notes: [
      `One process, warm, built-in model; a context has ${BUDGET.toLocaleString('en-US')} tokens. ÷ search: beside the median of a search that was asked before.`,
    ],
  };
}

await operation(measure);
