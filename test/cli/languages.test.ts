/** A file with languages is looked at before it is believed. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLanguages } from '../../src/cli/languages.js';
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
  it('gives the table, with its patterns made into patterns', async () => {
    const names = [{ pattern: '^task (\\w+)', kind: 'function' }];
    expect(await read(JSON.stringify({ toy: { ...toy, names } }))).toEqual({
      toy: { ...toy, names: [{ pattern: /^task (\w+)/, kind: 'function' }] },
    });
  });

  it.each([
    ['{', 'could not be read as JSON'],
    ['[]', 'must hold an object'],
    [
      '{"toy":{"name":"Toy"}}',
      "does not give language 'toy' its extensions, grain, blocks, strings, comments, definers",
    ],
    ['{"toy":7}', "does not give language 'toy' its name"],
    [JSON.stringify({ toy: { ...toy, names: [{ pattern: '(', kind: 'function' }] } }), 'could not be read as JSON'],
    [
      JSON.stringify({ toy: { ...toy, comments: 7 } }),
      "does not describe language 'toy' in a way that can be followed",
    ],
  ])('refuses %s', async (content, said) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining(said),
      hint: expect.any(String),
    });
  });

  it('refuses a file that is not there', async () => {
    await expect(readLanguages('/nowhere/l.json')).rejects.toMatchObject({
      code: 'bad-option',
      message: '/nowhere/l.json does not exist',
    });
  });
});
