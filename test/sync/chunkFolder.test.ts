import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunk, chunkFolder, type FileCut, type FolderOptions, toRecord } from '../../src/index.js';
import { froe } from '../cli/command.js';
import { folder } from '../folder.js';
import { calendar, ics } from '../parse/ics.js';

async function cutsOf(path: string, options?: FolderOptions): Promise<FileCut[]> {
  const cuts: FileCut[] = [];
  for await (const cut of chunkFolder(path, options)) cuts.push(cut);
  return cuts;
}

const small = folder({
  'b.md': '# Oak\n\nHard.\n',
  'a/client.py': 'class Client:\n    def get(self):\n        return 1\n',
  'notes.txt': 'An elm.\n',
  'empty.txt': '',
  'picture.png': new Uint8Array(2000),
  '.gitignore': 'left/\n',
  'left/out.md': '# Out\n',
});

/** Enough for a thread to be started. */
const large = folder({
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`d${i % 3}/${i}.log`, `${i} INFO the oak is hard\n`.repeat(4500)]),
  ),
  'd1/may.ics': calendar('Plant an oak', 'Fell an elm'),
});

describe('chunkFolder()', () => {
  it('cuts every file like chunk(), in the order of paths', async () => {
    const cuts = await cutsOf(small);
    const paths = ['.gitignore', 'a/client.py', 'b.md', 'empty.txt', 'notes.txt', 'picture.png'];
    expect(cuts.map(({ path }) => path)).toEqual(paths);
    for (const { path, chunks, gaps, diagnostics } of cuts) {
      const whole = await chunk(readFileSync(join(small, path)), { path });
      expect({ chunks, gaps, diagnostics }).toEqual(whole);
    }
    expect(cuts[5].diagnostics).toMatchObject([{ code: 'binary' }]);
    expect(cuts[3].diagnostics).toMatchObject([{ code: 'empty' }]);
  });

  it('takes a single file, and options like those of chunk()', async () => {
    const [cut, ...more] = await cutsOf(join(small, 'b.md'), { tree: 'book', maxTokens: 64 });
    expect(more).toEqual([]);
    expect(cut.chunks[0].docId).toBe('book:b.md');
  });

  it('reads only requested files', async () => {
    expect((await cutsOf(small, { wants: (path) => path.endsWith('.py') })).map(({ path }) => path)).toEqual([
      'a/client.py',
    ]);
    expect((await cutsOf(small, { only: ['markdown'] })).map(({ path }) => path)).toEqual(['b.md']);
  });

  it('returns the same in threads, in order, and the same as the command', async () => {
    const [here, across] = [await cutsOf(large, { threads: 0 }), await cutsOf(large, { threads: 3 })];
    expect(across).toEqual(here);
    expect(across.map(({ path }) => path)).toEqual(across.map(({ path }) => path).sort());
    const records = across.flatMap(({ chunks }) => chunks.map((one) => JSON.stringify(toRecord(one))));
    expect(records.length).toBeGreaterThan(100);
    expect((await froe(large, ['chunk', '.'])).stdout === `${records.join('\n')}\n`).toBe(true);
  });

  it('runs a custom parser in this thread, and all other files in threads', async () => {
    const cuts = await cutsOf(large, { threads: 2, parsers: [ics], granularity: 'node' });
    const calendarCut = cuts.find(({ path }) => path === 'd1/may.ics');
    expect(calendarCut?.chunks.map(({ name }) => name)).toContain('Fell an elm');
    expect(cuts.map(({ path }) => path)).toEqual(cuts.map(({ path }) => path).sort());
    expect(cuts).toHaveLength(13);
  });

  it('takes functions, a tokenizer of the caller and languages with functions in them', async () => {
    const prefix = (): string => 'wood\n';
    const tokenizer = { name: 'letters', count: (text: string) => text.length };
    const [cut] = await cutsOf(join(small, 'b.md'), { prefix, tokenizer, maxTokens: 64, threads: 2 });
    expect(cut.chunks[0]).toMatchObject({ tokenCount: 13, metadata: { tokenizer: 'letters' } });
    expect(cut.chunks[0].embedHash).not.toBe(cut.chunks[0].contentHash);
  });

  it('ends its threads when the consumer stops', async () => {
    const library = new URL('../../dist/index.js', import.meta.url).href;
    const script = `
      import { chunkFolder } from ${JSON.stringify(library)};
      for await (const { path } of chunkFolder(${JSON.stringify(large)}, { threads: 2 })) { console.log(path); break; }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += part;
    });
    // A thread that is left would keep the process from ending.
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(printed).toBe('d0/0.log\n');
  });

  it('is aborted by a signal', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { path } of chunkFolder(large, { signal: stop.signal, threads: 2 })) {
        seen.push(path);
        stop.abort(new Error('enough'));
      }
    };
    await expect(run()).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });

  it('refuses a missing folder, and options that apply to no file', async () => {
    await expect(cutsOf(join(small, 'nowhere'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(cutsOf(small, { maxTokens: 64, overlap: 60 })).rejects.toMatchObject({ code: 'bad-option' });
    // @ts-expect-error: no path
    expect(() => chunkFolder(undefined)).toThrow(expect.objectContaining({ code: 'bad-option' }));
    // @ts-expect-error: it would be that of every file
    expect(() => chunkFolder(small, { path: 'a.md' })).toThrow(/unknown option 'path'/);
  });
});
