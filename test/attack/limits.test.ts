/** Limits of a machine: open files, memory, a terminal. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { froe, MAIN, resultOf } from '../cli/command.js';
import { cleanEnvironment } from '../cli/indexed.js';
import { bytesOf } from '../extract/extracting.js';
import { packedZip } from '../extract/zipped.js';
import { folder } from '../folder.js';

const place = mkdtempSync(join(tmpdir(), 'froe-limits-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Node's own loader opens the modules of a command all at once: below some hundred and fifty it does not start. */
describe('256 open files', () => {
  it.skipIf(process.platform === 'win32')('are enough to index four hundred', async () => {
    const root = join(place, 'many');
    mkdirSync(root);
    for (let i = 0; i < 400; i++) writeFileSync(join(root, `${i}.py`), `def plank_${i}(log):\n    return log[${i}:]\n`);
    const line = `ulimit -n 256 && exec "$0" "$@"`;
    const run = (...words: string[]) =>
      resultOf(
        spawn('sh', ['-c', line, process.execPath, MAIN, ...words], { env: { ...process.env, ...cleanEnvironment() } }),
      );
    const made = await run('index', root, '--jobs', '4', '--json');
    expect(made.stderr).toBe('');
    expect(JSON.parse(made.stdout)).toMatchObject({ added: 400, troubles: [] });
    expect((await run('search', 'plank_250', root, '--files')).stdout.split('\n')[0]).toBe(join(root, '250.py'));
  });
});

const xml = Buffer.from(`<w:document><w:body>${'<w:p>'.repeat(200_000)}`);
const nested = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count);
const parts = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`).join('');

/** Small files that would be large, deep or slow. */
const bombs: Readonly<Record<string, () => Uint8Array>> = {
  'zeros.docx': () => packedZip('word/document.xml', Buffer.alloc(300_000_000)),
  'liar.docx': () => packedZip('word/document.xml', Buffer.alloc(40_000_000), 100),
  'deep.docx': () => packedZip('word/document.xml', xml),
  'deep.ipynb': () => bytesOf(`{"cells":[{"cell_type":"code","source":${nested('[', ']', 50_000)}}]}`),
  'wide.ipynb': () =>
    bytesOf(
      JSON.stringify({
        cells: [
          {
            cell_type: 'code',
            source: 'x',
            outputs: [{ output_type: 'display_data', data: { 'image/png': 'A'.repeat(20_000_000) } }],
          },
        ],
      }),
    ),
  'deep.json': () => bytesOf(nested('[', ']', 500_000)),
  'parts.eml': () => bytesOf(`From: a@x\n${parts(1_000)}\nend\n`),
  'headers.eml': () => bytesOf(`${Array.from({ length: 20_000 }, (_, i) => `X-${i}: v`).join('\n')}\n\nbody\n`),
  'folded.eml': () => bytesOf(`From: a@x\nSubject: ${'=?utf-8?Q?=41?= '.repeat(10_000)}\n\nbody\n`),
  'people.eml': () => bytesOf(`From: a@x\nTo: ${'"a, b" <c@d>, '.repeat(10_000)}e@f\n\nbody\n`),
  'tags.html': () => bytesOf('<div>'.repeat(50_000)),
  'attributes.html': () => bytesOf(`<p ${'a=" '.repeat(100_000)}>`),
  'stars.md': () => bytesOf(`${'*a_'.repeat(20_000)}\n${'[a]('.repeat(20_000)}\n${'> '.repeat(5_000)}\n`),
  'ticks.md': () => bytesOf(Array.from({ length: 400 }, (_, i) => '`'.repeat(i)).join(' ')),
  'braces.ts': () => bytesOf('{'.repeat(50_000)),
  'brackets.py': () => bytesOf(`x = ${'['.repeat(30_000)}`),
  'spaces.txt': () => bytesOf(`${' '.repeat(500_000)}x`),
  'aaaa.rst': () => bytesOf(`${'a'.repeat(1_000_000)}\n${'='.repeat(1_000_000)}\n`),
  'dots.txt': () => bytesOf('.'.repeat(1_000_000)),
  'stops.md': () => bytesOf('.)'.repeat(200_000)),
  'quotes.csv': () => bytesOf('"'.repeat(50_001)),
  'anchors.yaml': () =>
    bytesOf(`a: &a [x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*a, *a, *a]\n`).join('')}`),
};

/** One process for all of them, with less memory than the largest would take, and an end. */
describe('bombs', () => {
  it('are each reported or cut, by a process with little memory', async () => {
    const root = folder(Object.fromEntries(Object.entries(bombs).map(([path, make]) => [path, make()])));
    const done = await froe(root, ['verify', '.', '--jobs', '1'], {
      node: ['--max-old-space-size=700'],
      env: cleanEnvironment(),
    });
    expect(done.signal).toBe(null);
    expect(done.stderr).not.toMatch(/fault of froe|heap| {4}at /);
    expect(done.stdout).toMatch(/exact, lossless, bounded; .*could not be read\n$/);
    expect(done.code).toBe(1); // of what could not be read nothing is proven
  });
});
