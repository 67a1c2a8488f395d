/** The command keeps compiled code in the user's cache folder where Node can, and starts without it where it cannot. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { froe } from '../cli/command.js';
import { folder } from '../folder.js';

/** From Node 22.1 on. */
const can = 'enableCompileCache' in nodeModule;

/** Its version, with this folder as the cache. */
async function versionWith(cache: string): Promise<string> {
  const env = { FROE_CACHE_DIR: cache, NODE_DISABLE_COMPILE_CACHE: undefined, NODE_COMPILE_CACHE: undefined };
  const { code, stdout, stderr } = await froe(folder(), ['--version'], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

it('is written to a folder of its own that only the user can read, by a Node that can', async () => {
  const cache = folder();
  await versionWith(cache);
  const compiled = join(cache, 'compiled');
  expect(existsSync(compiled)).toBe(can);
  if (!can) return;
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  expect(readdirSync(compiled)).not.toEqual([]);
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
