/** The command line in its own process: its output, time and peak memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
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
