/** The command keeps compiled code in the user's cache folder, and starts without it where it cannot. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { froe } from '../cli/command.js';
import { folder } from '../folder.js';

/** Its version, with this folder as the cache. */
async function versionWith(cache: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout, stderr } = await froe(folder(), ['--version'], {
    env: { NODE_DISABLE_COMPILE_CACHE: undefined, ...env, FROE_CACHE_DIR: cache },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** A file that is written anew has another inode. */
const filesIn = (place: string): string[] =>
  readdirSync(place).map((name) => `${name} ${statSync(join(place, name)).ino}`);

it('is written once, where only the user can read it', async () => {
  const cache = folder();
  await versionWith(cache);
  const compiled = join(cache, 'compiled');
  const before = filesIn(compiled);
  expect(before).not.toEqual([]);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(compiled)) expect(statSync(join(compiled, name)).mode & 0o777).toBe(0o600);
  await versionWith(cache);
  expect(filesIn(compiled)).toEqual(before);
});

it('grows with what the runs of a command need', async () => {
  const [cache, root] = [folder(), folder()];
  const compiled = join(cache, 'compiled');
  writeFileSync(join(root, 'a.txt'), 'Oak is hard.\n');
  writeFileSync(
    join(root, 'a.ts'),
    '/** Splits. */\nexport function split(wood: string): string[] {\n  return [wood];\n}\n',
  );
  const bytesAfter = async (file: string): Promise<number> => {
    const env = { NODE_DISABLE_COMPILE_CACHE: undefined, FROE_CACHE_DIR: cache };
    expect((await froe(root, ['chunk', file, '--jsonl'], { env })).code).toBe(0);
    return readdirSync(compiled).reduce((sum, name) => sum + statSync(join(compiled, name)).size, 0);
  };
  const text = await bytesAfter('a.txt');
  // One run of eight compares for certain.
  let code = text;
  for (let runs = 0; code === text && runs < 80; runs++) code = await bytesAfter('a.ts');
  expect(code).toBeGreaterThan(text);
  // V8 counts code that it has not collected yet: a run may measure more than the one before and keep its own again,
  // but each time it takes a tenth more, and all code together is a limit.
  let [rounds, before] = [0, [] as string[]];
  for (; rounds < 5 && !isDeepStrictEqual(filesIn(compiled), before); rounds++) {
    before = filesIn(compiled);
    await bytesAfter('a.txt');
    await bytesAfter('a.ts');
  }
  expect(rounds).toBeLessThan(5);
});

it('is not taken from a folder that others can write to', async () => {
  const cache = folder();
  mkdirSync(join(cache, 'compiled'));
  chmodSync(join(cache, 'compiled'), 0o777);
  await versionWith(cache);
  expect(readdirSync(join(cache, 'compiled'))).toEqual([]);
});

it('is not needed: the cache may be a file', async () => {
  const file = join(folder(), 'cache');
  writeFileSync(file, '');
  expect(await versionWith(file)).toMatch(/^\d+\.\d+\.\d+/);
});

it('can be refused', async () => {
  const cache = folder();
  await versionWith(cache, { NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(existsSync(join(cache, 'compiled'))).toBe(false);
});
