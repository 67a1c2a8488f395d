/** One very large file through the command line: the most memory it held, and its time beside one count. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';

const MB = 1e6;
const LIMIT_MS = 15 * 60 * 1000;

const cli = path('../dist/cli/main.js');
const counting = path('./count-file.mjs');
const hook = new URL('./peak.mjs', import.meta.url).href;

async function measure(settings) {
  const lines = proseLines(corpora(settings).prose);
  const scale = settings.quick ? 0.1 : 1;
  const files = {
    'prose in lines': { bytes: 100 * MB * scale, part: () => `${lines()}\n` },
    'prose in one line': { bytes: 100 * MB * scale, part: () => `${lines()} ` },
    'base64 in one line': { bytes: 10 * MB * scale, part: base64() },
  };
  const folder = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const rows = [];
  try {
    for (const [name, { bytes, part }] of Object.entries(files)) {
      const file = join(folder, 'text.txt');
      write(file, bytes, part);
      rows.push({ file: name, MB: statSync(file).size, ...(await chunkOf(file)) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    {
      title: 'Memory: froe chunk FILE --jsonl',
      columns: {
        file: 'text',
        MB: 'megabytes',
        'peak MB': 'megabytes',
        'peak ÷ file': 'times',
        'time ÷ count': 'times',
        'MB/s': 'number',
        chunks: 'count',
        outcome: 'text',
      },
      rows,
      notes: [
        'peak: resident memory of the whole process at its highest. time ÷ count: processor time of the command from start to exit, as a multiple of one count() of the text, each in a fresh process, once.',
      ],
    },
  ];
}

async function chunkOf(file) {
  const { size } = statSync(file);
  const counted = await run([counting, file], readAll);
  const { usage, output, code } = await run(['--import', hook, cli, 'chunk', file, '--jsonl'], newlines);
  if (code !== 0 || !usage) return { outcome: code === null ? 'killed' : `exit ${code}` };
  const { seconds, peak } = usage;
  return {
    'peak MB': peak,
    'peak ÷ file': peak / size,
    'time ÷ count': seconds / JSON.parse(counted.output).seconds,
    'MB/s': size / seconds / MB,
    chunks: output,
    outcome: 'done',
  };
}

async function run(args, read) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'], timeout: LIMIT_MS });
  const [[code], output, said] = await Promise.all([once(child, 'exit'), read(child.stdout), readAll(child.stdio[3])]);
  return { code, output, usage: said === '' ? undefined : JSON.parse(said) };
}

/** Of the records only their number is kept. */
async function newlines(stream) {
  let count = 0;
  for await (const block of stream) for (const byte of block) if (byte === 10) count++;
  return count;
}

function write(file, bytes, part) {
  const out = openSync(file, 'w');
  for (let written = 0; written < bytes; ) {
    let block = '';
    while (block.length < 1 << 16) block += part();
    written += writeSync(out, block);
  }
  closeSync(out);
}

/** Lines of the corpus in an order without end: real words, and as many different ones as real prose has. */
function proseLines(texts) {
  const lines = texts.flatMap(({ text }) => text.split(/\r?\n/)).filter((line) => line.trim() !== '');
  const next = generator();
  return () => lines[next() % lines.length];
}

function base64() {
  const next = generator();
  return () => Buffer.from(Array.from({ length: 48 }, () => (next() >> 8) & 255)).toString('base64');
}

/** A linear congruential generator: the same numbers in every run. */
function generator() {
  let state = 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state;
  };
}

function path(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}

await operation(measure);
