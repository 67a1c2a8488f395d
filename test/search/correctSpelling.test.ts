/** Typos in a question: which words are read as others, and what the answer says about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { correctSpelling } from '../../src/search/correctSpelling.js';
import { parseQuery } from '../../src/search/query.js';
import { commandHost } from '../cli/hosted.js';
import { folder } from '../folder.js';

type Words = Parameters<typeof correctSpelling>[0];

/** A store that has these words, each in so many chunks, and this text; it counts how often it is asked. */
function storeOf(chunks: Readonly<Record<string, number>>, text = 'Throttle, middleware, thistle, request.') {
  const asked: (readonly string[])[] = [];
  const documentFrequencies = async (words: readonly string[]): Promise<readonly number[]> => {
    asked.push(words);
    return words.map((word) => chunks[word] ?? 0);
  };
  const searchText: Words['searchText'] = async () => [{ id: 'a', score: 1, document: 1 }];
  const chunkOf = async () => (await chunk(text)).chunks;
  return { asked, documentFrequencies, searchText, chunks: chunkOf };
}

describe('a word that nothing here has', () => {
  const here = { throttl: 5, request: 1, middlewar: 9, thistl: 2, zabbix: 4, zabbux: 1, grokit: 7 };
  const read = async (text: string): Promise<string> =>
    (await correctSpelling(storeOf(here), parseQuery(text))).query.text;

  it.each([
    ['two letters swapped', 'where is thorttle set up', 'where is throttle set up'],
    ['a letter too many', 'the throottle', 'the throttle'],
    ['a letter missing', 'midleware order', 'middleware order'],
    ['a wrong letter', 'the thrattle', 'the throttle'],
    ['of one chunk, if sources elsewhere have it', 'reqeust handling', 'request handling'],
    ['several', 'Thorttle, midleware (throttel) zabbyx.', 'throttle, middleware (throttle) zabbix.'],
    ['the one in most chunks', 'a zabbyx server', 'a zabbix server'],
  ])('is read as the nearest that is here: %s', async (_, typed, meant) => {
    expect(await read(typed)).toBe(meant);
  });

  it.each([
    ['one that sources elsewhere have', 'where is the tenant resolved'],
    ['short ones', 'the zabx'],
    ['what nothing is near to', 'the kubernetesish thing'],
    ['a wrong first letter', 'the dhrottle'],
    ['a stop word', 'what woudl happen'],
    ['names', 'thorttle_limit a.thorttle thorttle.py src/thorttle --thorttle Thorttle2 thorTTle'],
    ['one whose neighbour is in one chunk alone', 'zabbuxx'],
    ['more than four', 'thorttle midleware throttel trhottle zabbyx'],
    ['what is here', 'throttle the grokit'],
  ])('is left as it is: %s', async (_, typed) => {
    expect(await read(typed)).toBe(typed);
  });

  it.each([
    ['the nearest candidate that is written here', 'resolvd', 'const resolve = resolving(resolved)', 'resolved'],
    ['in a name, too', 'resolvd', 'function resolveAll() {}', 'resolve'],
    ['in capitals, too', 'resolvd', 'RESOLVE_ALL', 'resolve'],
    ['another word with the same stem', 'resolvd', 'the resolving of names', 'resolving'],
    ['the nearest candidate, if none is in the text', 'thorttle', 'x', 'throttle'],
  ])('is read as a word, not as a stem: %s', async (_, typed, text, meant) => {
    const store = storeOf({ resolv: 3, throttl: 2 }, text);
    expect((await correctSpelling(store, parseQuery(typed))).query.text).toBe(meant);
  });

  it('costs other questions nothing', async () => {
    const store = storeOf(here);
    await correctSpelling(store, parseQuery('how does the middleware limit requests, see evict_expired'));
    expect(store.asked).toEqual([]);
  });

  it('does not change what has to be in the text', async () => {
    const { query } = await correctSpelling(storeOf(here), parseQuery('"thorttle" path:thorttle thorttle'));
    expect(query.phrases).toEqual(['thorttle']);
    expect(query.filter.paths).toEqual(['thorttle']);
  });
});

const { run } = commandHost();

describe('a question with typos', () => {
  const root = folder({
    'throttle.py':
      'def throttle(request):\n    return request.allowed()\n\n\ndef throttle_all(requests):\n    return [throttle(one) for one in requests]\n',
    'limits.md':
      '# Limits\n\nThe throttle middleware answers 429.\n\n# Order\n\nThe throttle runs before other middleware.\n',
  });
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(root);
  });
  afterAll(() => engine.close());

  it.each(['keyword', 'hybrid', 'vector'] as const)('is answered as without them, in mode %s', async (mode) => {
    const ids = async (text: string) => {
      const { results, corrections } = await engine.search(text, { mode });
      return { ids: results.map(({ id }) => id), corrections };
    };
    const typed = await ids('thorttle midleware');
    expect(typed.ids.length).toBeGreaterThan(0);
    expect(typed).toEqual({
      ...(await ids('throttle middleware')),
      corrections: [
        { typed: 'thorttle', meant: 'throttle' },
        { typed: 'midleware', meant: 'middleware' },
      ],
    });
  });

  it('gets a context, which says so, too', async () => {
    const { text, answer } = await engine.context('how does the thorttle work', { budget: 500 });
    expect(text).toContain('throttle');
    expect(answer.corrections).toEqual([{ typed: 'thorttle', meant: 'throttle' }]);
  });

  it.each(['search', 'context'])('is answered by froe %s with a note', async (command) => {
    const { code, stdout, stderr } = await run(root, [command, 'thorttle']);
    expect(stdout).toContain('throttle.py');
    expect([code, stderr]).toEqual([0, expect.stringContaining("'thorttle' was read as 'throttle'")]);
  });

  it('is answered with --json with the words that were read', async () => {
    const { stdout } = await run(root, ['search', 'thorttle', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      query: 'throttle',
      corrections: [{ typed: 'thorttle', meant: 'throttle' }],
    });
  });
});
