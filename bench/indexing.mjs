/** 20,000 files through `froe index`: the most memory it held, files a second, the restart, and the size on disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';

const FILES = 20_000;
const QUICK_FILES = 1_000;
const LARGEST_FILE = 20_000;

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const hook = new URL('./peak.mjs', import.meta.url).href;

async function measure(settings) {
  const count = settings.quick ? QUICK_FILES : FILES;
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  try {
    const bytes = write(root, corpora(settings), count);
    const first = await index(root, file);
    const again = await index(root, file);
    return [tableOf(count, bytes, statSync(file).size, first, again)];
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** Code and prose of the corpus again and again, each with a line of its own so that no two have the same vector. */
function write(root, { code, prose }, count) {
  const small = [...code, ...prose].filter(({ bytes }) => bytes <= LARGEST_FILE);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    const { path, text } = small[n % small.length];
    const part = join(root, String(Math.floor(n / 100)).padStart(3, '0'));
    if (n % 100 === 0) mkdirSync(part, { recursive: true });
    const own = `${text}\n// file ${n}\n`;
    sum += Buffer.byteLength(own);
    writeFileSync(join(part, `${n % 100}-${path.replaceAll('/', '-')}`), own);
  }
  return sum;
}

async function index(root, file) {
  const started = performance.now();
  const words = ['--import', hook, cli, 'index', root, '--index', file, '--embedder', 'test', '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  const [output, usage, [code]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stdio[3]),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`froe index ended with ${code}`);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, peak: JSON.parse(usage).peak, pieces: JSON.parse(output).pieces };
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
  notes: ['peak: resident memory of the whole process at its highest; the goal is below 512 MB.'],
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
