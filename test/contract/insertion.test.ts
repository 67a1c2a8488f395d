/**
 * Promise 5 on real files: insert a function at the top, in the middle and at
 * the end of 200 of them, and count the chunks whose embedding would change.
 * The files are those that every checkout has: the packages it was installed with.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutParsed, parse } from '../../src/pipeline/chunk.js';

const FILES = 200;
const inserted = 'function insertedForTheTest(value) {\n  const doubled = value * 2;\n  return doubled + 1;\n}\n\n';

/** Real JavaScript of a size that gives several chunks, in a stable order, no two alike. */
function realFiles(root: string): string[] {
  const found = new Map<string, string>();
  const open = [root];
  for (let folder = open.pop(); folder && found.size < FILES; folder = open.pop()) {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? 1 : -1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.')) open.push(path);
      else if (entry.isFile() && /\.m?js$/.test(entry.name) && !/\.min\./.test(entry.name)) {
        const text = readFileSync(path, 'utf8');
        const lines = text.split('\n').length;
        if (text.length > 6000 && text.length < 30_000 && text.length / lines < 80 && found.size < FILES) {
          found.set(createHash('md5').update(text).digest('hex'), text);
        }
      }
    }
  }
  return [...found.values()];
}

/** Where a reader would put a function: between two things at the top level. */
function places({ root, source: { text } }: Awaited<ReturnType<typeof parse>>): number[] {
  const starts = root.children
    .filter((child) => child.kind !== 'imports' && child.kind !== 'comment')
    .map((child) => child.start);
  return [starts[0], starts[Math.floor(starts.length / 2)], text.length];
}

it('an insertion changes at most three chunks, in 200 real files at three places', async () => {
  const read = (text: string) => parse(text, { path: 'file.js' });
  const hashes = (parsed: Awaited<ReturnType<typeof read>>): string[] =>
    cutParsed(parsed, { path: 'file.js', outlines: false }).chunks.map((chunk) => chunk.embedHash);
  const counts = new Map<number, number>();
  const files = realFiles('node_modules');
  expect(files).toHaveLength(FILES);
  for (const text of files) {
    const parsed = await read(text);
    const before = new Set(hashes(parsed));
    for (const at of places(parsed)) {
      const grown = `${text.slice(0, at)}${at > 0 && text[at - 1] !== '\n' ? '\n' : ''}${inserted}${text.slice(at)}`;
      const changed = hashes(await read(grown)).filter((hash) => !before.has(hash)).length;
      counts.set(changed, (counts.get(changed) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(counts)).not.toHaveProperty('0');
  expect(Math.max(...counts.keys()), JSON.stringify(Object.fromEntries(counts))).toBeLessThanOrEqual(3);
});
