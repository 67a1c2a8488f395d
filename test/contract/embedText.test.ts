/** What is embedded is one string, and `embedText()` gives it back from a chunk, wherever the chunk comes from: for every parser of subjects.ts. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placePrefix } from '../../src/enrich/prefix.js';
import { type ChunkOptions, chunk, embedText, fromRecord, type Prefix, toRecord } from '../../src/index.js';
import { prepare } from '../../src/jobs/prepare.js';
import { presetNames } from '../../src/options.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sha256 } from '../../src/text/hash.js';
import { type Subject, subjects } from './subjects.js';

const shout: Prefix = ({ filePath, fullName, charStart }) => `${filePath}!${fullName.slice(0, 20)}@${charStart}\n`;

const prefixes: Readonly<Record<string, Prefix | undefined>> = { none: undefined, place: placePrefix, own: shout };
const texts = (words: readonly string[]) =>
  fc.array(fc.constantFrom(...words, '\n\n', '😀'), { maxLength: 160 }).map((parts) => parts.join('').toWellFormed());
const file = ({ path, language }: Subject): ChunkOptions => ({ path, ...(language === undefined ? {} : { language }) });

describe.each(subjects)('chunks of $parser from $path', (subject) => {
  it.each(Object.entries(prefixes))('are embedded as embedText() returns, with the prefix: %s', async (_, prefix) => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(texts(subject.words), fc.constantFrom(64, 512), async (text, maxTokens) => {
        const { chunks } = await chunk(text, { ...file(subject), maxTokens, ...(prefix ? { prefix } : {}) });
        for (const one of chunks) {
          const embedded = embedText(one, prefix);
          expect(sha256(embedded)).toBe(one.embedHash);
          expect(embedded.endsWith(one.content)).toBe(true);
          expect(embedText(fromRecord(JSON.parse(JSON.stringify(toRecord(one)))), prefix)).toBe(embedded);
          seen++;
        }
      }),
      { numRuns: 20 },
    );
    expect(seen).toBeGreaterThan(0);
  });
});

describe('chunks of an index', () => {
  let store: SqliteStore;
  beforeAll(() => {
    store = new SqliteStore(':memory:');
  });
  afterAll(() => store.close());

  it.each(subjects)('are embedded as embedText() returns: $path by $parser', async ({ path, words }) => {
    const text = `${words.join('\n')}\n`.repeat(6);
    const known = { tree: 'main', path, recipe: 'r', size: text.length, mtime: 1, hash: sha256(text) };
    const { prepared } = await prepare(Buffer.from(text), known, { maxTokens: 64 });
    await store.write({ put: [prepared] });
    const chunks = await store.chunksOf(`main:${path}`);
    expect(chunks.length).toBeGreaterThan(0);
    for (const one of chunks) expect(sha256(embedText(one))).toBe(one.embedHash);
  });
});

describe('embedText()', () => {
  const text = '# Oak\n\n| wood | hardness |\n|---|---|\n'.concat('| oak | 5.9 |\n'.repeat(80));

  it.each(presetNames)('works for the preset %s', async (preset) => {
    for (const [path, given] of [
      ['oak.md', text],
      ['app/models/user.rb', 'class User < ApplicationRecord\n  has_many :orders\n  validates :name\nend\n'],
    ]) {
      const { chunks } = await chunk(given, { path, preset });
      expect(chunks.length).toBeGreaterThan(0);
      for (const one of chunks) expect(sha256(embedText(one))).toBe(one.embedHash);
    }
  });

  it('includes the context of a chunk from a table', async () => {
    const { chunks } = await chunk(text, { path: 'oak.md', maxTokens: 64 });
    const last = chunks[chunks.length - 1];
    expect(last.context).toContain('| wood | hardness |');
    expect(embedText(last)).toBe(`${last.context}${last.content}`);
  });

  it('takes the text from the record, if its hash matches', async () => {
    const [one] = (await chunk('def f(): pass\n', { path: 'a.py', prefix: shout })).chunks;
    const carrying = { ...one, embedText: embedText(one, shout) };
    expect(embedText(fromRecord(toRecord(carrying)))).toBe(`a.py!${one.fullName}@0\ndef f(): pass\n`);
    expect(() => embedText({ ...carrying, embedText: 'another' })).toThrow(/embed_hash/);
  });

  it('refuses a chunk whose prefix it does not get', async () => {
    const [one] = (await chunk('Oak.\n', { prefix: shout })).chunks;
    expect(() => embedText(one)).toThrow(
      expect.objectContaining({ code: 'bad-record', hint: expect.stringContaining('prefix') }),
    );
  });
});
