/** Ten thousand files of code through the command line, one thread: does the memory it holds grow with what it has read? */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';

const FILES = 10_000;
const QUICK_FILES = 1_000;
/** Rows of the table; each is the mean of what was seen meanwhile. */
const STRETCHES = 10;
const LOOKS_PER_STRETCH = 20;
const LARGEST_FILE = 20_000;

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

async function measure(settings) {
  const count = settings.quick ? QUICK_FILES : FILES;
  const folder = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  try {
    write(folder, corpora(settings).code, count);
    return [tableOf(await watch(folder, count), count)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of the corpus again and again. */
function write(folder, texts, count) {
  const small = texts.filter(({ bytes }) => bytes <= LARGEST_FILE);
  for (let n = 0; n < count; n++) {
    const { path, text } = small[n % small.length];
    const part = join(folder, String(Math.floor(n / 100)).padStart(3, '0'));
    if (n % 100 === 0) mkdirSync(part);
    writeFileSync(join(part, `${n % 100}-${path}`), text);
  }
}

/** Resident bytes of the command, seen evenly while its records come in. */
async function watch(folder, count) {
  const child = spawn(process.execPath, [cli, 'chunk', folder, '--jsonl', '--jobs', '1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = once(child, 'exit');
  const every = count / STRETCHES / LOOKS_PER_STRETCH;
  const seen = [];
  let [files, last] = [0, ''];
  for await (const line of createInterface({ input: child.stdout })) {
    const doc = /"doc_id":"([^"]*)"/.exec(line)?.[1] ?? last;
    if (doc === last) continue;
    last = doc;
    files++;
    if (files % every === 0) seen.push(residentOf(child.pid));
  }
  const [code] = await end;
  if (code !== 0) throw new Error(`froe chunk ended with ${code}`);
  return seen;
}

/** Linux only; elsewhere there is no figure. */
function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** @returns {import('./table.mjs').Table} */
function tableOf(seen, count) {
  const third = Math.floor(seen.length / 3);
  const growth = mean(seen.slice(-third)) / mean(seen.slice(third, 2 * third));
  const step = Math.ceil(seen.length / STRETCHES);
  const rows = Array.from({ length: STRETCHES }, (_, at) => ({
    files: ((at + 1) * count) / STRETCHES,
    'resident MB': mean(seen.slice(at * step, (at + 1) * step)),
  }));
  return {
    title: `Memory: froe chunk over ${count.toLocaleString('en-US')} files of code, one thread`,
    columns: { files: 'count', 'resident MB': 'megabytes', 'last third ÷ middle third': 'times' },
    rows: [...rows.slice(0, -1), { ...rows.at(-1), 'last third ÷ middle third': growth }],
    notes: [
      'resident MB: mean of the memory the process held since the row before. Flat is at most 1.15 in the last column.',
    ],
  };
}

const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

await operation(measure);
