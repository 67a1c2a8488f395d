/** A chunk of an artifact by its number, with its neighbours; and the limit of results per artifact. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDARY } from '../../src/chunk/expand.js';
import { type Engine, open } from '../../src/engine/engine.js';
import type { Chunk } from '../../src/schema.js';
import { folder } from '../folder.js';

/** Sentences of about twenty tokens, each with a number of its own. */
const sentences = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `Step ${i} of the release plan says who looks at the timeline, and when the work is done. `,
  ).join('');
const section = (name: string, words: string): string => `## ${name}\n\n${`${words} `.repeat(180)}\n\n`;
const CODE = Array.from(
  { length: 6 },
  (_, i) => `def step_${i}(wood):\n    return wood.split(${i})${' + 1'.repeat(40)}\n`,
);

let engine: Engine;
const loggedEvents: string[] = [];
let [long, structured, short] = ['', '', ''];
let chunks: readonly Chunk[];
const text = sentences(240);
const markdown = `# Release\n\n${section('Freeze', 'The code is frozen.')}${section('Tests', 'All tests are run.')}${section('Launch', 'We launch the product.')}`;

beforeAll(async () => {
  engine = await open(folder({ 'steps.py': CODE.join('\n\n') }), {
    index: ':memory:',
    embedder: 'none',
    log: ({ event }) => loggedEvents.push(event),
  });
  await engine.sync({ threads: 0 });
  const from = { sourceSystem: 'drive' } as const;
  const take = async (content: string, filename: string, title: string): Promise<string> =>
    (await engine.ingest({ ...from, content: Buffer.from(content), filename, title, sourceId: filename })).artifactId;
  long = await take(text, 'plan.txt', 'Q4 release plan');
  structured = await take(markdown, 'release.md', 'Checklist of the release');
  short = await take('The release was late.', 'note.txt', 'Note on the timeline');
  chunks = await engine.store.chunksOf(long);
});
afterAll(() => engine.close());

describe('a chunk', () => {
  it('is reported to the log of the open index', () => {
    const cut = ['chunk_decision', 'text_chunked'];
    expect(loggedEvents).toEqual([...cut, ...cut, 'chunk_decision']);
  });

  it('is found by its artifact and its number', async () => {
    expect(chunks.length).toBeGreaterThan(5);
    for (const address of [`${long}::chunk::003`, `${long}::chunk::3`, 'Q4 release plan::chunk::3', chunks[3].id])
      expect(await engine.get(address)).toMatchObject({ text: chunks[3].content, chunks: [{ id: chunks[3].id }] });
    expect((await engine.read(`${long}::chunk::003`)).lines).toEqual([{ number: 1, text: chunks[3].content }]);
  });

  it('that does not exist is an error that lists the others', async () => {
    const last = chunks.length - 1;
    await expect(engine.get(`${long}::chunk::099`)).rejects.toMatchObject({
      code: 'not-found',
      hint: `It has chunks 0 to ${last}.`,
    });
    await expect(engine.get(`${long}::chunk::003::00000000`)).rejects.toMatchObject({ hint: `It is ${chunks[3].id}.` });
    await expect(engine.get(`${short}::chunk::000`)).rejects.toThrow('is not split into chunks');
    await expect(engine.get('art_000000000000::chunk::000')).rejects.toMatchObject({ code: 'not-found' });
    await expect(engine.get('steps.py::chunk::0')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('comes with its neighbours, and a line between them', async () => {
    const around = await engine.get(`${long}::chunk::003`, { expand: 1 });
    expect(around.text).toBe([2, 3, 4].map((i) => chunks[i].content).join(`\n${BOUNDARY}\n`));
    expect(around.chunks.map(({ id }) => id)).toEqual([2, 3, 4].map((i) => chunks[i].id));
    expect((await engine.get(`${long}::chunk::0`, { expand: 2 })).chunks).toHaveLength(3);
    expect((await engine.get(`${long}::chunk::${chunks.length - 1}`, { expand: 1 })).chunks).toHaveLength(2);
    expect((await engine.get(`${long}::chunk::3`, { expand: 0 })).text).toBe(chunks[3].content);
  });

  it('comes with its neighbours as in the source', async () => {
    const seamless = { expand: 1, seamless: true };
    const around = await engine.get(`${long}::chunk::003`, seamless);
    expect(around.text).toBe(text.slice(chunks[2].charStart, chunks[4].charEnd));
    const all = await engine.get(`${structured}::chunk::001`, { ...seamless, expand: 99 });
    expect(all.text === markdown).toBe(true);
  });

  it('of a file has neighbours, too; a whole source has none', async () => {
    const { text: found } = await engine.get('step_3', { expand: 1, seamless: true });
    expect(found.trimEnd()).toBe(CODE.slice(2, 5).join('\n\n').trimEnd());
    expect((await engine.get('steps.py', { expand: 1 })).text).toBe(CODE.join('\n\n'));
    expect((await engine.get(short, { expand: 3 })).text).toBe('The release was late.');
  });
});

describe('a search', () => {
  it('finds an artifact by its title, before other mentions of it', async () => {
    const { results } = await engine.search('checklist of the release');
    expect(results[0].docId).toBe(structured);
    expect((await engine.search('note timeline')).results[0].docId).toBe(short);
  });

  it('returns at most the requested number of results per source', async () => {
    const question = 'release plan timeline';
    const all = (await engine.search(question, { limit: 50, merge: false })).results.map(({ docId }) => docId);
    expect(all.filter((docId) => docId === long).length).toBeGreaterThan(2);
    for (const perSource of [1, 2]) {
      const { results } = await engine.search(question, { limit: 50, merge: false, perSource });
      const docIds = results.map(({ docId }) => docId);
      expect(new Set(docIds)).toEqual(new Set(all));
      for (const docId of docIds) expect(docIds.filter((one) => one === docId).length).toBeLessThanOrEqual(perSource);
    }
    const regex = await engine.search('elease', { mode: 'regex', perSource: 1, limit: 50 });
    expect(regex.results.map(({ docId }) => docId).sort()).toEqual([long, structured, short].sort());
  });

  it('fills up with other sources if one reaches its limit', async () => {
    const { results } = await engine.search('release plan timeline', { limit: 3, merge: false, perSource: 1 });
    expect(new Set(results.map(({ docId }) => docId)).size).toBe(3);
  });
});
