/** 20,000 files through `froe index`: the most memory it held, files a second, the restart, and the size on disk. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';

const FILES = 20_000;
const QUICK_FILES = 1_000;

async function measure(settings) {
  const count = settings.quick ? QUICK_FILES : FILES;
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  try {
    const bytes = writeFiles(root, corpora(settings), count);
    const first = await index(root, file);
    const again = await index(root, file);
    return [tableOf(count, bytes, statSync(file).size, first, again)];
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function index(root, file) {
  const { seconds, peak, output } = await froe(['index', root, '--index', file, '--embedder', 'test', '--json']);
  return { seconds, peak, pieces: JSON.parse(output).pieces };
}

const tableOf = (count, bytes, size, first, again) => ({
  title: 'Indexing: froe index --embedder test',
  columns: {
    run: 'text',
    files: 'count',
    pieces: 'count',
    'peak MB': 'megabytes',
    seconds: 'number',
    'files/s': 'number',
    'pieces/s': 'number',
    'index ÷ source': 'times',
  },
  rows: [row('from nothing', count, first, size / bytes), row('nothing changed', count, again, size / bytes)],
  notes: [
    'peak: resident memory of the whole process at its highest; the goal is below 512 MB. index ÷ source: megabytes on disk for each of source, words and vectors of 256 dimensions among them.',
    'No peer is beside it: qmd wants Node 22 and a compiler.',
  ],
});

const row = (run, files, { seconds, peak, pieces }, ratio) => ({
  run,
  files,
  pieces,
  'peak MB': peak,
  seconds,
  'files/s': files / seconds,
  'pieces/s': pieces / seconds,
  'index ÷ source': ratio,
});

await operation(measure);
