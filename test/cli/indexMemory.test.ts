/** The memory use of indexing. `node bench/indexing.mjs` does the same with 20,000 files, below 512 MB. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { run } from './indexed.js';

const FILES = 3000;
/** Resident, of the whole process with two threads. Most of it is there with a hundred files already. */
const MOST_MB = 400;

const words = (n: number): string => Array.from({ length: n }, (_, i) => `word${(n * 31 + i * 7) % 997}`).join(' ');
const forms: readonly ((i: number) => readonly [string, string])[] = [
  (i) => [`${i}.md`, Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${words(40 + ((i + n) % 50))}\n\n`).join('')],
  (i) => [
    `${i}.py`,
    Array.from({ length: 9 }, (_, n) => `def f${n}(a, b):\n    """${words(5)}"""\n    return [a, ${i}]\n\n`).join(''),
  ],
  (i) => [
    `${i}.ts`,
    `class C${i} {\n${Array.from({ length: 9 }, (_, n) => `  m${n}(a: string) {\n    return a + ${n};\n  }\n`).join('\n')}}\n`,
  ],
];

/** VmHWM where there is one: maxRSS starts out with what the parent had when it forked. */
const PEAK = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const peak = () => {
    try {
      return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    } catch {
      return process.resourceUsage().maxRSS;
    }
  };
  if (isMainThread) process.on('exit', () => writeFileSync(process.env.PEAK, String(peak())));`;

describe('memory', () => {
  it(`is bounded while ${FILES} files are indexed`, async () => {
    const files = Array.from({ length: FILES }, (_, i) => {
      const [name, text] = forms[i % forms.length](i);
      return [`d${i % 50}/${name}`, text];
    });
    const root = folder(Object.fromEntries(files));
    const tools = folder({ 'peak.mjs': PEAK });
    const peak = join(folder(), 'peak');
    const { code, stdout } = await run(root, ['index', '--embedder', 'test', '--jobs', '2'], {
      node: ['--import', join(tools, 'peak.mjs')],
      env: { PEAK: peak },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('3,000 added') });
    const megabytes = Number(readFileSync(peak, 'utf8')) / 1024;
    expect(megabytes).toBeGreaterThan(20); // it was measured at all
    expect(megabytes).toBeLessThan(MOST_MB);
  });
});
