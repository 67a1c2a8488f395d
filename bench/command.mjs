/** The command line in its own process: its output, time and peak memory. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const hook = new URL('./peak.mjs', import.meta.url).href;

/** How often the processor time of each thread is read. */
const THREADS_EVERY_MS = 100;

/**
 * `busiest`: seconds of the processor of the thread that took the most; 0 where the system does not say.
 *
 * @returns {Promise<{ seconds: number, processor: number, busiest: number, peak: number, output: string }>}
 */
export async function froe(words, read = readAll) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', hook, cli, ...words], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  let busiest = 0;
  const watch = setInterval(() => {
    busiest = Math.max(busiest, ...threadTimes(child.pid));
  }, THREADS_EVERY_MS);
  const [output, usage, [code]] = await Promise.all([read(child.stdout), readAll(child.stdio[3]), once(child, 'exit')]);
  clearInterval(watch);
  if (code !== 0) throw new Error(`froe ${words[0]} ended with ${code}`);
  const { peak, seconds: processor } = JSON.parse(usage);
  return { seconds: (performance.now() - started) / 1000, processor, busiest, peak, output };
}

const TICKS_PER_SECOND = 100;

/** Of each thread of a process, by Linux: `12 (froe worker) R 1 …`, user and system time after eleven more fields. */
function threadTimes(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).map((id) => {
      const [, fields] = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(/\) /);
      const [user, system] = fields.split(' ').slice(11, 13).map(Number);
      return (user + system) / TICKS_PER_SECOND;
    });
  } catch {
    return []; // a thread or the process has ended, or this is not Linux
  }
}

/** Milliseconds of the processor that a line of shell takes with all that it starts, in hundredths of a second. */
export function processorOf(line, cwd) {
  const said = execFileSync('sh', ['-c', `${line}; times`], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, children] = said.trim().split('\n'); // `0m1.23s 0m0.45s`, of the children
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}
