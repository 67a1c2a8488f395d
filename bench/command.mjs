/** The command line in its own process: its output, time and peak memory. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const hook = new URL('./peak.mjs', import.meta.url).href;

/** @returns {Promise<{ seconds: number, processor: number, peak: number, output: string }>} */
export async function froe(words, read = readAll) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', hook, cli, ...words], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const [output, usage, [code]] = await Promise.all([read(child.stdout), readAll(child.stdio[3]), once(child, 'exit')]);
  if (code !== 0) throw new Error(`froe ${words[0]} ended with ${code}`);
  const { peak, seconds: processor } = JSON.parse(usage);
  return { seconds: (performance.now() - started) / 1000, processor, peak, output };
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
