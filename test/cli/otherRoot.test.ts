/** An index that is named on the command line, from folders that are not its own. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';
import { project } from './indexed.js';

const { run } = commandHost();

const [own, other] = [project(), folder({ 'other.py': 'def other():\n    return 1\n' })];
const index = join(folder(), 'x.db');
const named = ['--index', index];
const refused = {
  code: 1,
  stdout: '',
  stderr: `froe: The index ${index} belongs to ${own}, not to ${other}
      Name that folder, or another index with --index, or remove this one with \`froe clean\`. If it is the same tree at another path: froe index --same-tree.
`,
};

beforeAll(async () => {
  const { code } = await run(own, ['index', ...named, '--no-embed']);
  expect(code).toBe(0);
});

describe('an index of another folder', () => {
  it.each([
    [['index', ...named]],
    [['index', other, ...named, '--dry-run']],
    [['watch', ...named]],
    [['search', 'birches', other, ...named]],
    [['status', other, ...named]],
  ])('is not used for this folder: froe %s', async (words) => {
    const { code, stdout, stderr } = await run(other, words);
    expect({ code, stdout, stderr }).toEqual(refused);
  });

  it('is not followed to its own folder, which is named', async () => {
    const words = ['search', 'birches', ...named, '--no-embed', '--files'];
    expect(await run(other, words)).toMatchObject(refused);
    expect((await run(other, [...words, own])).stdout).toBe(`${join(own, 'notes.txt')}\n`);
    const status = await run(other, ['status', own, ...named, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ root: own, sources: 3, stale: 0 });
  });
});
