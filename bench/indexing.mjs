/**
 * 20,000 files through `froe index`: the most memory it held, files a second, the
 * restart, and the size on disk; and 5,000 by their words alone, which is when a
 * tree can first be searched.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';

const FILES = 20_000;
const QUICK_FILES = 1_000;
/** Of a repository that somebody waits for. */
const SMALLER = 4;

async function measure(settings) {
  const count = settings.quick ? QUICK_FILES : FILES;
  const texts = corpora(settings);
  return [tableOf([...(await runs(texts, count, 'test')), ...(await runs(texts, count / SMALLER, 'none'))])];
}

/** From nothing, and again with nothing changed. */
async function runs(texts, files, embedder) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  try {
    const bytes = writeFiles(root, texts, files);
    const [first, again] = [await index(root, file, embedder), await index(root, file, embedder)];
    const ratio = statSync(file).size / bytes;
    const said = embedder === 'none' ? ', words only' : '';
    return [row(`from nothing${said}`, files, first, ratio), row(`nothing changed${said}`, files, again, ratio)];
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function index(root, file, embedder) {
  const { seconds, peak, output } = await froe(['index', root, '--index', file, '--embedder', embedder, '--json']);
  return { seconds, peak, chunks: JSON.parse(output).chunks };
}

const tableOf = (rows) => ({
  title: 'Indexing: froe index',
  columns: {
    run: 'text',
    files: 'count',
    chunks: 'count',
    'peak MB': 'megabytes',
    seconds: 'number',
    'files/s': 'number',
    'chunks/s': 'number',
    'index ÷ source': 'times',
  },
  rows,
  notes: [
    'peak: resident memory of the whole process at its highest; the goal is below 512 MB. index ÷ source: megabytes on disk for each of source, words and vectors among them. With vectors they are those of the test embedder (256 dimensions).',
    'No peer is beside it: qmd wants Node 22 and a compiler, and no other keeps an index of files on disk.',
  ],
});

const row = (run, files, { seconds, peak, chunks }, ratio) => ({
  run,
  files,
  chunks,
  'peak MB': peak,
  seconds,
  'files/s': files / seconds,
  'chunks/s': chunks / seconds,
  'index ÷ source': ratio,
});

await operation(measure);
