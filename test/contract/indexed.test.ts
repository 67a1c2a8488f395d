/** The text of a source can be restored from the index: for every parser on random texts, and for the files of this project. */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare, prepareFile } from '../../src/jobs/prepare.js';
import { type BrokenPromise, prove } from '../../src/pipeline/verify.js';
import { readBytes } from '../../src/sources/read.js';
import { walk } from '../../src/sources/walk.js';
import type { PreparedSource } from '../../src/store/store.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { subjects } from './subjects.js';

const counter = tokenizer('cl100k_base');
const task = { tree: 'main', recipe: 'r1' };

/** Units of applications may have up to a thousand tokens. */
const faults = ({ chunks }: PreparedSource, bytes: Uint8Array): readonly BrokenPromise[] =>
  prove({ bytes, chunks: chunks.map(({ chunk }) => chunk), tokenizer: counter, maxTokens: 1000 }).failures;

describe('an index', () => {
  it.each(subjects)('contains everything that $parser reads', async ({ path, words }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 300 }), async (parts) => {
        const text = parts.join('').toWellFormed();
        const known = { ...task, path, size: text.length, mtime: 1, hash: 'h' };
        const result = await prepare(Buffer.from(text), known, { tokenizer: counter });
        if ('prepared' in result) expect(faults(result.prepared, Buffer.from(text))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('contains all files of this project', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const { files } = walk(root);
    const texts = files.filter((path) => /^(src|docs|web|scripts)\/.*\.(ts|tsx|md|css|html|mjs|sh)$/.test(path));
    expect(texts.length).toBeGreaterThan(400);
    for (const path of texts) {
      const result = await prepareFile({ file: `${root}${path}`, path }, task, { tokenizer: counter });
      if (!('prepared' in result)) throw new Error(`${path} was to be prepared`);
      expect(faults(result.prepared, readBytes(`${root}${path}`)), path).toEqual([]);
    }
  });
});
