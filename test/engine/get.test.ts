/** get() returns the exact bytes of a file, or of the requested lines. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { indexedText } from '../../src/engine/sourceText.js';
import { decode } from '../../src/sources/decode.js';
import { folder } from '../folder.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

async function indexed(root: string, more: Parameters<Engine['sync']>[0] = {}): Promise<Engine> {
  const engine = await open(root, { index: ':memory:', embedder: 'none' });
  await engine.sync({ threads: 0, ...more });
  return engine;
}

const UTF16 = Buffer.from('\ufeffclass A:\r\n    x = "ä"\r\n\r\n', 'utf16le');

/** Files that are easily shown wrong. */
const ODD: Readonly<Record<string, string | Uint8Array>> = {
  'crlf.py': 'class A:\r\n    """Doc."""\r\n\r\n    def f(self):\r\n        pass\r\n',
  'cr.txt': 'one\rtwo\rthree\r',
  'mixed.txt': 'one\rtwo\nthree\r\nfour',
  'bare.md': '# Title\n\ntext without an end',
  'mark.md': '\ufeff# Title\n\nText.\n',
  'utf16.py': UTF16,
  'utf16odd.txt': Buffer.concat([UTF16, Buffer.from([0x41])]),
  'malformed.txt': Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0xe2, 0x82, 0x62, 0x0a, 0xc0, 0xaf, 0x0a]),
  'nul.txt': `${'text '.repeat(400)}\0 and more\n`,
  'empty.py': '',
  'blank.txt': '\n\n  \t\n\r\n',
  'before.py': '\n\n\n\ndef f():\n    pass\n\n\n\n',
  'classes.py': ['A', 'B', 'C']
    .map(
      (name) =>
        `@dec\nclass ${name}(Base):\n    """About ${name}.\n\n    ${'More of it. '.repeat(60)}\n    """\n\n    field = 1\n\n    def get(self):\n        return ${'1 + '.repeat(90)}1\n\n    # between\n\n    def put(self):\n        return 2\n`,
    )
    .join('\n\n'),
  'trait.rs': `${'/// Documentation of it.\n'.repeat(200)}pub trait T {\n    fn a(&self);\n\n    fn b(&self) { }\n}\n`,
  'long.txt': `${'word '.repeat(9000)}\n`,
  'app/models/order.rb': `# An order.\nclass Order < ApplicationRecord\n  belongs_to :user\n\n${Array.from({ length: 40 }, (_, i) => `  # no ${i}\n  def m${i}\n    ${'call(1); '.repeat(20)}\n  end\n`).join('\n')}end\n`,
  'config/routes.rb': 'Rails.application.routes.draw do\n  resources :orders\nend\n',
  Gemfile: 'gem "rails"\n',
};

describe('the text that get() returns', () => {
  it.each([
    ['odd files', () => folder(ODD)],
    ['sources and documents of this project', () => sampled()],
  ])('is the file, byte for byte, of %s', async (_, make) => {
    const root = make();
    const engine = await indexed(root);
    const rows = [...(await engine.store.sources('main')).values()].filter(({ metadata }) => !metadata.skipped);
    expect(rows.length).toBeGreaterThan(10);
    for (const { path, docId, metadata } of rows.filter((row) => row.metadata.extracted === undefined)) {
      const bytes = readFileSync(join(root, path));
      const got = await engine.get(path, { sync: false }); // nothing changes meanwhile
      expect({ path, same: Buffer.compare(got.bytes, bytes), fresh: got.fresh }).toEqual({
        path,
        same: 0,
        fresh: true,
      });
      expect(got.text).toBe(decode(bytes).text);
      // And without the file, from what the index keeps.
      expect(indexedText(await engine.store.chunksOf(docId), { metadata })).toBe(got.text);
      const { lines } = await engine.read(path, { sync: false });
      expect(lines.map(({ text }) => text)).toEqual(
        got.text
          .replace(/(\r\n|\n|\r)$/, '')
          .split(/\r\n|\n|\r/)
          .slice(0, lines.length),
      );
    }
    await engine.close();
  });

  it('is complete however it was cut', async () => {
    const line = fc.constantFrom(
      '',
      'def f(x):',
      '    return x',
      'class A:',
      '# Title',
      'A sentence. Another.',
      'ä 𝒳',
      '  ',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc
      .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 60 }), line)
      .map(([mark, lines, last]) => (mark ? '\ufeff' : '') + lines.map((pair) => pair.join('')).join('') + last);
    const root = folder();
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('a.py', 'a.md', 'a.txt', 'a.rs'),
        fc.integer({ min: 64, max: 120 }),
        async (content, path, maxTokens) => {
          writeFileSync(join(root, path), content);
          const engine = await indexed(root, { cut: { maxTokens, overlap: 4 } });
          expect(Buffer.from((await engine.get(path)).bytes).equals(Buffer.from(content))).toBe(true);
          for (const chunk of await engine.store.chunksOf(`main:${path}`)) {
            if (chunk.id === chunk.docId) continue;
            const got = await engine.get(chunk.id);
            expect([got.text, Buffer.from(got.bytes).toString()]).toEqual([chunk.content, chunk.content]);
            if (chunk.synthetic) continue;
            const lines = await engine.get(`${path}:${chunk.startLine}-${chunk.endLine}`);
            expect(lines.text).toContain(chunk.content);
          }
          rmSync(join(root, path));
          expect((await engine.get(path, { sync: false })).text).toBe(content);
          await engine.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('can be lines, numbered as in records', async () => {
    const engine = await indexed(folder(ODD));
    const text = async (address: string): Promise<string> => Buffer.from((await engine.get(address)).bytes).toString();
    expect(await text('cr.txt:2')).toBe('two\r');
    expect(await text('mixed.txt:2-3')).toBe('two\nthree\r\n');
    expect(await text('mixed.txt:4')).toBe('four');
    expect(await text('crlf.py:1-2')).toBe('class A:\r\n    """Doc."""\r\n');
    expect(await text('crlf.py#A.f')).toBe('    def f(self):\r\n        pass\r\n');
    expect((await engine.get('utf16.py:2')).text).toBe('    x = "ä"\r\n');
    expect(Buffer.from((await engine.get('malformed.txt:2')).bytes)).toEqual(Buffer.from([0xe2, 0x82, 0x62, 0x0a]));
    expect(await text('mixed.txt:3-99')).toBe('three\r\nfour');
    await engine.close();
  });

  it.each([
    ['mixed.txt:5', 'mixed.txt has no line 5', 'It has lines 1 to 4.'],
    ['mixed.txt:0', 'mixed.txt has no line 0', 'It has lines 1 to 4.'],
    ['mixed.txt:3-2', 'mixed.txt has no lines 3-2', 'It has lines 1 to 4.'],
  ])('does not exist at %s', async (address, message, hint) => {
    const engine = await indexed(folder({ 'mixed.txt': 'one\rtwo\nthree\r\nfour' }));
    for (const ask of [engine.get(address), engine.read(address), engine.references(address), engine.impact(address)])
      await expect(ask).rejects.toMatchObject({ code: 'not-found', message, hint });
    await engine.close();
  });

  it('is not a picture', async () => {
    const engine = await indexed(folder({ 'a.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1') }));
    await expect(engine.get('a.png')).rejects.toMatchObject({ code: 'binary', message: 'a.png is not text' });
    await engine.close();
  });

  it('is the current file, or the indexed text if it may not be read again', async () => {
    const root = folder({ 'a.py': 'def old():\n    pass\n' });
    const engine = await indexed(root);
    writeFileSync(join(root, 'a.py'), 'def new():\n    pass\n');
    expect(await engine.get('a.py', { sync: false })).toMatchObject({
      text: 'def old():\n    pass\n',
      fresh: false,
    });
    expect(await engine.get('a.py')).toMatchObject({ text: 'def new():\n    pass\n', fresh: true });
    writeFileSync(join(root, 'b.py'), 'def other():\n    pass\n');
    expect((await engine.get('other')).text).toBe('def other():\n    pass\n');
    rmSync(join(root, 'b.py'));
    await expect(engine.get('b.py')).rejects.toMatchObject({ code: 'not-found' });
    // Touched, and the same: nothing is read anew.
    utimesSync(join(root, 'a.py'), 1, 1);
    expect(await engine.get('a.py', { sync: false })).toMatchObject({ fresh: true });
    await engine.close();
  });

  it('is the text of a mail, with and without its file', async () => {
    const mail = 'From: a@example.org\nTo: b@example.org\nSubject: Yew\n\nThe yew is old.\n\nRegards\n';
    const root = folder({ 'a.eml': mail });
    const engine = await indexed(root);
    const { text } = await engine.get('a.eml');
    expect(text).toContain('The yew is old.');
    rmSync(join(root, 'a.eml'));
    expect((await engine.get('a.eml', { sync: false })).text).toBe(text);
    await engine.close();
  });
});

/** Every eighth file that git knows, so that no kind is left out. */
function sampled(): string {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8', maxBuffer: 1 << 26 });
  const paths = stdout.split('\0').filter((path, i) => path !== '' && i % 8 === 0);
  return folder(Object.fromEntries(paths.map((path) => [path, readFileSync(join(PROJECT, path))])));
}
