/** Files that were skipped silently, read in vain, or whose lines were counted in two ways. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { chunk } from '../../src/pipeline/chunk.js';

const place = mkdtempSync(join(tmpdir(), 'froe-held-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Each looks like the export of a chat program, and nobody says anything in it. */
const silent: Readonly<Record<string, unknown>> = {
  slack: [{ type: 'message', ts: '1704190503.000100', text: '' }],
  discord: { guild: {}, channel: {}, messages: [{ author: {}, content: '' }] },
  telegram: { name: 'A', type: 'personal_chat', messages: [{ type: 'message', text: [] }] },
  chatgpt: [{ title: 'x', mapping: { a: { message: { author: { role: 'user' }, content: { parts: [''] } } } } }],
  claude: [{ name: 'x', chat_messages: [{ sender: 'human', text: '', content: [] }] }],
  'claude, twice': Array(2).fill({ name: 'x', chat_messages: [{ sender: 'human', text: ' ' }] }),
};

describe('chat-like JSON without a readable message', () => {
  it.each(Object.entries(silent))('is cut as JSON: %s', async (_, value) => {
    const text = JSON.stringify(value);
    const { chunks } = await chunk(Buffer.from(text), { path: 'result.json' });
    expect(chunks.map(({ content, language }) => [language, content])).toEqual([['json', text]]);
  });
});

it('a file without any text gets a diagnostic', async () => {
  const { chunks, diagnostics } = await chunk(Buffer.from('{"cells":[]}'), { path: 'a.ipynb' });
  expect(chunks).toEqual([]);
  expect(diagnostics).toEqual([{ code: 'no-text', path: 'a.ipynb', message: 'holds no text' }]);
});

it('a file of 250 MB is refused before it is read, once', async () => {
  const root = mkdtempSync(join(place, 'large-'));
  writeFileSync(join(root, 'large.txt'), '');
  truncateSync(join(root, 'large.txt'), 250_000_000); // takes no room on the disk
  writeFileSync(join(root, 'a.md'), '# Oak\n');
  const engine = await open(root, { embedder: 'none' });
  try {
    const { troubles, added } = await engine.sync();
    expect(added).toBe(1); // read, it would be remembered as one that is no text
    expect(troubles).toEqual([
      { code: 'too-large', path: 'large.txt', message: 'has 250000000 bytes; the limit is 67108864' },
    ]);
  } finally {
    await engine.close();
  }
});

describe('lines that end with a carriage return alone', () => {
  const text = '# Oak\rIt is hard.\r\r# Elm\rIt bends.\r\nIn water\rit lasts.\r';

  it('are the same lines for records, addresses and expressions', async () => {
    const root = mkdtempSync(join(place, 'lines-'));
    writeFileSync(join(root, 'a.md'), text);
    const engine = await open(root, { embedder: 'none' });
    try {
      await engine.sync();
      const chunks = await engine.store.chunksOf('main:a.md');
      expect(chunks.length).toBeGreaterThan(0);
      for (const { startLine, endLine, content } of chunks)
        expect((await engine.get(`a.md:${startLine}-${endLine}`)).text).toBe(content);
      for (const sentence of ['It is hard', '# Elm', 'In water', 'it lasts']) {
        const { files } = await engine.grep(sentence);
        const [{ line, text: found }] = files.flatMap(({ lines }) => lines);
        expect((await engine.get(`a.md:${line}`)).text.trimEnd()).toBe(found);
      }
    } finally {
      await engine.close();
    }
  });
});
