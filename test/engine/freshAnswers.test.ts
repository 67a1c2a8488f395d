/** A query is answered while git looks at the tree, and again if that changed the index. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { folder } from '../folder.js';

let engine: Engine | undefined;
afterEach(() => engine?.close());

/** An index of one file, and how often a question was embedded: once for each time that it is asked. */
async function indexed({ local }: { readonly local: boolean }) {
  const root = folder({ 'oak.py': 'def oak():\n    return 1\n' });
  const embedder = { ...hashed(), local };
  const embed = vi.spyOn(embedder, 'embed');
  const froe = await open(root, { embedder });
  engine = froe;
  await froe.sync();
  return {
    write: (text: string): void => writeFileSync(join(root, 'oak.py'), text),
    found: async (): Promise<string | undefined> => (await froe.search('oak')).results[0]?.chunks[0].content,
    timesAsked: (): number => embed.mock.calls.filter(([, purpose]) => purpose === 'query').length,
    store: froe.store,
  };
}

it('asks once if nothing has changed', async () => {
  const { found, timesAsked } = await indexed({ local: true });
  expect(await found()).toContain('return 1');
  expect(timesAsked()).toBe(1);
});

it('asks again if a file has changed, and answers with its new text', async () => {
  const { write, found, timesAsked } = await indexed({ local: true });
  write('def oak():\n    return 22\n');
  expect(await found()).toContain('return 22');
  expect(timesAsked()).toBe(2);
});

it('asks once, after the update, if the question is sent to a provider', async () => {
  const { write, found, timesAsked } = await indexed({ local: false });
  write('def oak():\n    return 22\n');
  expect(await found()).toContain('return 22');
  expect(timesAsked()).toBe(1);
});

it('throws the error of a query that fails', async () => {
  const { found, store } = await indexed({ local: true });
  vi.spyOn(store, 'searchText').mockRejectedValue(new Error('no disk'));
  await expect(found()).rejects.toThrow('no disk');
});

it('counts what was not read in every answer', async () => {
  const { write } = await indexed({ local: true });
  write('def oak():\n    return 22\n');
  const known = { syncLimit: 0 };
  const answers = [
    engine?.search('oak', known),
    engine?.context('oak', known),
    engine?.grep('oak', known),
    engine?.references('oak', known),
    engine?.impact('oak', known),
    engine?.outline('.', known),
  ];
  const unread = (await Promise.all(answers)).map(
    (answer) => answer && ('answer' in answer ? answer.answer : answer).unread,
  );
  expect(unread).toEqual([1, 1, 1, 1, 1, 1]);
});
