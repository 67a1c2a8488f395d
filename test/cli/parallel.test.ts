/** Many files, large files, slow readers and interrupts. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { froe, pathsOf, prose, resultOf, start } from './command.js';

const python = (functions: number): string =>
  Array.from({ length: functions }, (_, i) => `def f${i}(x):\n    return x + ${i}\n`).join('\n\n');
const kinds: readonly (readonly [extension: string, (n: number) => string])[] = [
  ['txt', prose],
  ['md', (n) => `# Title\n\n${prose(n)}`],
  ['py', python],
  ['json', (n) => JSON.stringify(prose(n).split('\n'), null, 1)],
  ['log', prose],
];

/** 300 files of very different sizes, more than 3 MB in all. */
function forest(): string {
  const files = Array.from({ length: 300 }, (_, i): [string, string] => {
    const [extension, write] = kinds[i % kinds.length];
    return [`${i % 7}/${i}.${extension}`, write(i % 50 === 0 ? 3000 : 5 + ((i * 37) % 150))];
  });
  return folder(Object.fromEntries(files));
}

const root = forest();

describe('over a tree', () => {
  it('writes the same bytes with one thread and with four', async () => {
    const [one, four] = await Promise.all([froe(root, ['chunk', '-j', '1']), froe(root, ['chunk', '-j', '4'])]);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(four.stdout === one.stdout).toBe(true);
    const paths = pathsOf(four.stdout);
    expect(paths).toHaveLength(300);
    expect(paths).toEqual([...paths].sort());
    expect(Buffer.byteLength(four.stdout)).toBeGreaterThan(3 << 20);
  });

  it('verifies all of it', async () => {
    const { code, stdout } = await froe(root, ['verify', '-j', '4', '--max-tokens', '2000']);
    expect({ code, said: stdout.replace(/[\d,]+ chunks/, 'n chunks') }).toEqual({
      code: 0,
      said: '300 files, n chunks: exact, lossless, bounded\n',
    });
  });

  it('ends quietly when its reader closes the pipe', async () => {
    const child = start(root, ['chunk']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await resultOf(child)).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it.each(['1', '4'])('exits with 130 when interrupted, -j %s', async (threads) => {
    const child = start(root, ['chunk', '-j', threads]);
    // What is written does not fit into a pipe, so the run is not over as long as nobody reads.
    child.stdout?.once('readable', () => child.kill('SIGINT'));
    const code = await new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.destroy();
    expect(code).toBe(130);
  });
});

describe('a file of 100 MB', () => {
  it('is cut in bounded memory, however slow the reader', { timeout: 240_000 }, async () => {
    const file = join(folder(), 'large.log');
    const block = Buffer.from(
      prose(14_000)
        .replaceAll('\n\n', ' ')
        .replace(/(.{1,2000}) /g, '$1\n'),
    ).subarray(0, 1 << 20);
    const target = openSync(file, 'w');
    for (let i = 0; i < 100; i++) writeSync(target, block);
    closeSync(target);

    const child = start(join(file, '..'), ['chunk', 'large.log', '--max-tokens', '2000']);
    let peak = 0;
    const status = `/proc/${child.pid}/status`;
    const poll = setInterval(() => {
      if (existsSync(status))
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0));
    }, 50);
    let bytes = 0;
    child.stdout?.on('data', (part: Buffer) => {
      bytes += part.length;
      child.stdout?.pause();
      setImmediate(() => child.stdout?.resume());
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearInterval(poll);
    expect(code).toBe(0);
    expect(bytes).toBeGreaterThan(100 << 20);
    expect(peak).toBeLessThan(1 << 20); // in kB; stays 0 where there is no /proc
  });
});
