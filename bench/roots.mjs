/**
 * Ten roots asked as one beside one index of the same files: processor time of warm hybrid searches, in turn.
 *
 *     node bench/roots.mjs
 */
import { join } from 'node:path';
import { search } from '../build/search/search.js';
import { open } from '../dist/engine/engine.js';
import { inFolder } from './clones.mjs';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';
import { percentile, questionsFrom } from './questions.mjs';

const ROOTS = 10;
const CHUNKS = 100_000;
const QUICK_CHUNKS = 2_000;
const CHUNKS_PER_FILE = 4;
const QUESTIONS = 100;
const WARM = 10;
const GOAL = 2;

const measure = (settings) => inFolder((place) => measured(settings, place));

async function measured(settings, place) {
  const texts = corpora(settings);
  const engines = [];
  try {
    const files = (settings.quick ? QUICK_CHUNKS : CHUNKS) / CHUNKS_PER_FILE / ROOTS;
    const roots = Array.from({ length: ROOTS }, (_, i) => join(place, `root${i}`));
    for (const root of roots) writeFiles(root, texts, files);
    for (const root of roots) await froe(['index', root, '--json']);
    await froe(['index', place, '--json']);
    engines.push(await open(place), await open(roots));
    const [one, ten] = engines;
    const questions = questionsFrom(texts, QUESTIONS + WARM);
    const spent = [[], []];
    for (const [i, question] of questions.entries())
      for (const [at, engine] of engines.entries()) {
        const ms = await processorMs(() => search(engine.store, engine.vectorSource.embedder, question, {}));
        if (i >= WARM) spent[at].push(ms);
      }
    return [tableOf(await Promise.all([one, ten].map((engine, i) => rowOf(engine, spent[i], spent[0]))))];
  } finally {
    for (const engine of engines) await engine.close();
  }
}

async function processorMs(ask) {
  const before = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function rowOf(engine, spent, beside) {
  const { chunks } = await engine.state();
  const p50 = percentile(spent, 0.5);
  return {
    index: engine.store.roots ? `${engine.store.roots.length} roots` : 'one index',
    chunks,
    'p50, processor ms': p50,
    'p95, processor ms': percentile(spent, 0.95),
    '÷ one index': p50 / percentile(beside, 0.5),
  };
}

/** @returns {import('./table.mjs').Table} */
function tableOf(rows) {
  return {
    title: 'Several roots asked as one, beside one index of the same files',
    columns: {
      index: 'text',
      chunks: 'count',
      'p50, processor ms': 'number',
      'p95, processor ms': 'number',
      '÷ one index': 'times',
    },
    rows,
    notes: [
      `Warm hybrid searches with the built-in model, ${QUESTIONS} questions to each in turn. The goal is ${GOAL} times one index.`,
    ],
  };
}

await operation(measure);
