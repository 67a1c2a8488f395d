/** A file of custom languages is validated. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLanguages } from '../../src/cli/settings.js';
import { folder } from '../folder.js';

const toy = {
  name: 'Toy',
  extensions: ['.toy'],
  grain: 'lines',
  blocks: { by: 'brackets', pairs: ['{}'], bodies: ['{'], middles: [] },
  strings: [],
  comments: { line: [], block: [] },
  definers: {},
};
const read = (content: string): Promise<unknown> => readLanguages(join(folder({ 'l.json': content }), 'l.json'));

describe('readLanguages', () => {
  it('returns the table, with its patterns compiled', async () => {
    const names = [{ pattern: '^task (\\w+)', kind: 'function' }];
    expect(await read(JSON.stringify({ toy: { ...toy, names } }))).toEqual({
      toy: { ...toy, names: [{ pattern: /^task (\w+)/, kind: 'function' }] },
    });
  });

  it.each([
    ['{', 'is not valid JSON'],
    ['[]', 'must be an object'],
    [
      '{"toy":{"name":"Toy"}}',
      "lacks fields of language 'toy': extensions, grain, blocks, strings, comments, definers",
    ],
    ['{"toy":7}', "lacks fields of language 'toy': name"],
    [JSON.stringify({ toy: { ...toy, names: [{ pattern: '(', kind: 'function' }] } }), 'is not valid JSON'],
    [JSON.stringify({ toy: { ...toy, comments: 7 } }), "has an invalid language 'toy'"],
  ])('refuses %s', async (content, said) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining(said),
      hint: expect.any(String),
    });
  });

  it('refuses a missing file', async () => {
    await expect(readLanguages('/nowhere/l.json')).rejects.toMatchObject({
      code: 'bad-option',
      message: '/nowhere/l.json does not exist',
    });
  });
});
