/** The command keeps compiled code in the user's cache folder, and starts without it where it cannot. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('is written once, where only the user can read it', async () => {
  const cache = folder();
  await versionWith(cache);
  const compiled = join(cache, 'compiled');
  const written = (): string[] => readdirSync(compiled).map((name) => `${name} ${statSync(join(compiled, name)).ino}`);
  const before = written();
  expect(before).not.toEqual([]);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(compiled)) expect(statSync(join(compiled, name)).mode & 0o777).toBe(0o600);
  await versionWith(cache);
  expect(written()).toEqual(before);
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
