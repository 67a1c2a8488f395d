/** Questions to an index of this project's own sources: every answer fits its budget and quotes the sources exactly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { Engine } from '../../src/engine/engine.js';
import { formatNames } from '../../src/format/index.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { tokenizer } from '../../src/text/tokens/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const counter = tokenizer('cl100k_base');
const questions = [
  'how is a source cut into chunks?',
  'shortenLead',
  'list all errors',
  'symbol:Slugs.take',
  '"byte order mark"',
];

let engine: Engine;
beforeAll(async () => {
  const wants = (path: string): boolean => /^(src\/(chunk|text|sources)\/|docs\/)/.test(path);
  engine = new Engine(root, new SqliteStore(':memory:'), ':memory:', uncached(hashed(64)), {
    sync: { wants },
    syncedElsewhere: true, // the tree does not change, and looking at it would take longer than most answers
  });
  await engine.sync();
}, 120_000);
afterAll(() => engine.close());

describe('a context', () => {
  it.each(formatNames)(
    'in the format %s never exceeds its budget, and states its true size',
    async (format) => {
      for (const question of questions) {
        for (const budget of [1, 20, 50, 77, 200, 1000, 8000, 100_000]) {
          const { text, tokens } = await engine.context(question, { budget, format });
          expect(counter.count(text)).toBe(tokens);
          expect(tokens, `${question} at ${budget}`).toBeLessThanOrEqual(budget);
        }
      }
    },
    300_000,
  );

  it('cites lines that match the files', async () => {
    let seen = 0;
    for (const question of questions) {
      const { context } = await engine.context(question, { budget: 6000 });
      for (const { file, startLine, endLine, language, text, synthetic } of context.passages) {
        if (synthetic || text.includes('# ... ') || text.includes('# ...\n')) continue;
        const lines = readFileSync(join(root, file), 'utf8').split(/(?<=\n)/);
        const own = language === 'markdown' ? text.replace(/^> .*\n\n/, '') : text; // behind its breadcrumb
        expect(lines.slice(startLine - 1, endLine).join('')).toContain(own.trimEnd());
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(10);
  });

  it('never drops the first passage, but truncates it and marks the cut', async () => {
    const { context, answer, text } = await engine.context('how is a source cut into chunks?', {
      budget: 260,
      format: 'generic',
    });
    expect(context.passages.length).toBeGreaterThan(0);
    expect(context.passages[0].ids).toEqual(expect.arrayContaining([answer.results[0].chunks[0].id]));
    expect(text).toMatch(
      /# \.\.\. \(truncated: \d+ lines?, [\d,]+ tokens? omitted.*\)\n# Full source: \S+ \([\d,]+ lines, [\d,]+ tokens\)/,
    );
  });

  it('grows with its budget, and has no chunk twice', async () => {
    let before = 0;
    for (const budget of [300, 1000, 3000, 9000]) {
      const { context } = await engine.context('how are tokens counted', { budget });
      const ids = context.passages.flatMap((passage) => passage.ids);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(before);
      before = ids.length;
    }
    expect(before).toBeGreaterThan(5);
  });

  it('leaves out what the caller already has', async () => {
    const first = await engine.search('how are tokens counted');
    const had = first.results.flatMap(({ chunks }) => chunks.map(({ id }) => id));
    const next = await engine.search('how are tokens counted', { excludeIds: had });
    for (const { chunks } of next.results) for (const { id } of chunks) expect(had).not.toContain(id);
  });

  it('is an empty frame without results', async () => {
    const { context, text } = await engine.context('path:nowhere/at/all x', { format: 'claude' });
    expect(context.passages).toEqual([]);
    expect(text).toMatch(/^<codebase_context .* sources="0">/);
  });
});

describe('a search', () => {
  it('finds a symbol by its name first', async () => {
    const { results } = await engine.search('symbol:Slugs.take');
    expect(results[0].chunks[0].filePath).toBe('src/text/slug.ts');
  });

  it('finds a file by its topic', async () => {
    const { results } = await engine.search('heading as an anchor slug');
    expect(results.slice(0, 3).map(({ chunks }) => chunks[0].filePath)).toContain('src/text/slug.ts');
  });

  it('respects phrases and excluded words', async () => {
    const { results } = await engine.search('"byte order mark"', { merge: false, limit: 50 });
    expect(results.length).toBeGreaterThan(1);
    for (const { chunks } of results)
      expect(`${chunks[0].name}${chunks[0].context ?? ''}${chunks[0].content}`.toLowerCase()).toContain(
        'byte order mark',
      );
    const without = await engine.search('"byte order mark" -gap', { merge: false, limit: 50 });
    for (const { chunks } of without.results) expect(chunks[0].content.toLowerCase()).not.toContain('gap');
    expect(without.results.length).toBeLessThan(results.length);
  });

  it.each(['', '   ', '"', 'x'.repeat(100_000), '((((', "'; DROP TABLE chunks; --"])(
    'survives the question %j',
    async (question) => {
      await expect(engine.search(question.slice(0, 100_000))).resolves.toMatchObject({ results: expect.any(Array) });
    },
  );

  it('finds exactly what matches a path pattern', async () => {
    const { results, mode } = await engine.search('^export function \\w+Lead\\(', { mode: 'regex', limit: 50 });
    expect(mode).toBe('regex');
    expect(results.map(({ chunks }) => chunks[0].filePath)).toContain('src/chunk/draftChunk.ts');
    for (const { chunks } of results) expect(chunks[0].content).toMatch(/^export function \w+Lead\(/m);
    const paths = results.map(({ chunks }) => chunks[0].filePath);
    expect(paths).toEqual([...paths].sort());
    const docs = await engine.search('froe', { mode: 'regex', filter: { languages: ['markdown'] } });
    expect(new Set(docs.results.map(({ chunks }) => chunks[0].language))).toEqual(new Set(['markdown']));
  });

  it('refuses an invalid expression, and stops one that never ends', async () => {
    await expect(engine.search('(', { mode: 'regex' })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(engine.search('(\\w+ ?)+[^\\w ]{9}$', { mode: 'regex', limit: 1000 })).rejects.toThrow(
      /took too long on/,
    );
  });

  it('explains every score', async () => {
    const { results } = await engine.search('shortenLead');
    expect(results[0].explanation.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['base odds', 'keywords']),
    );
  });

  it('returns locations that resolve to the text', async () => {
    const { results } = await engine.search('how are tokens counted', { merge: false });
    for (const { id, chunks } of results) {
      const { filePath, startLine, endLine, synthetic, metadata } = chunks[0];
      // The head of a class has the id of the class.
      if (metadata.head) expect((await engine.get(id)).text).toContain(chunks[0].content.trim());
      else expect((await engine.get(id)).text).toBe(chunks[0].content);
      if (synthetic) continue;
      const { text } = await engine.get(`${filePath}:${startLine}-${endLine}`);
      expect(text).toContain(chunks[0].content.trim());
      const lines = readFileSync(join(root, filePath), 'utf8').split(/(?<=\n)/);
      expect(lines.slice(startLine - 1, endLine).join('')).toBe(text);
    }
  });
});
