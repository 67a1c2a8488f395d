/** The same file with LF and with CRLF, as a checkout on Windows has it: no byte is lost, and nothing has another name. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';

const home = new URL('../fixtures/', import.meta.url);
const fixtures = readdirSync(home, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.gitattributes')
  .map(({ name }) => name);
const counter = tokenizer('cl100k_base');

const withLf = (path: string): string => readFileSync(new URL(path, home), 'utf8').replace(/\r\n?/g, '\n');
const withCrlf = (text: string): string => text.replace(/\n/g, '\r\n');

describe.each(fixtures)('%s with CRLF', (path) => {
  const lf = withLf(path);
  const crlf = withCrlf(lf);

  it.each([64, 512])('keeps every byte and counts lines as with LF, in %i tokens', async (maxTokens) => {
    const bytes = Buffer.from(crlf);
    const { chunks, diagnostics } = await chunk(bytes, { path, maxTokens });
    expect(prove({ bytes, chunks, tokenizer: counter, maxTokens }).failures).toEqual([]);
    expect(diagnostics).toEqual([]);
    const lines = crlf.split('\r\n');
    for (const { content, startLine, endLine } of chunks.filter(({ synthetic }) => !synthetic))
      expect(`${lines.slice(startLine - 1, endLine).join('\r\n')}\r\n`).toContain(content);
  });

  it('has units of the same ids, names and lines', async () => {
    const unitsOf = async (text: string): Promise<readonly string[]> => {
      const { chunks } = await chunk(text, { path, granularity: 'node', maxTokens: 512 });
      return chunks.map(({ id, chunkType, name, startLine, endLine }) =>
        [id, chunkType, name, startLine, endLine].join(' '),
      );
    };
    expect(await unitsOf(crlf)).toEqual(await unitsOf(lf));
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

it.skipIf(!hasGit)(
  'a git checkout with autocrlf has the same ids as one without, and its own bytes (needs git)',
  async () => {
    const paths = ['service.py', 'handbook.md', 'queue.ts'];
    const root = folder(Object.fromEntries(paths.map((path) => [path, withLf(path)])));
    const git = (...words: string[]): void =>
      void execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'LF');
    const plain = await indexed(root);
    git('config', 'core.autocrlf', 'true');
    for (const path of paths) rmSync(join(root, path));
    git('checkout', '-q', '.');
    const converted = await indexed(root);
    expect(converted.ids).toEqual(plain.ids);
    for (const path of paths) {
      const crlf = withCrlf(withLf(path));
      expect(readFileSync(join(root, path), 'utf8')).toBe(crlf);
      expect(converted.texts.get(path)).toBe(crlf);
    }
  },
);

/** The ids of all units, and each file as the index gives it back. */
async function indexed(
  root: string,
): Promise<{ readonly ids: readonly string[]; readonly texts: Map<string, string> }> {
  const engine = await open(root, { index: ':memory:', embedder: 'none' });
  try {
    await engine.sync({ threads: 0 });
    const sources = [...(await engine.store.sources('main')).values()];
    const ids: string[] = [];
    const texts = new Map<string, string>();
    for (const { docId, path } of sources) {
      ids.push(...(await engine.store.units(docId)).map(({ id, startLine }) => `${id} ${startLine}`));
      texts.set(path, Buffer.from((await engine.get(path)).bytes).toString());
    }
    return { ids, texts };
  } finally {
    await engine.close();
  }
}
