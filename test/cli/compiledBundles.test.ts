import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { beforeEach, expect, it } from 'vitest';
import { CompiledBundles, IMPORT_MODULE } from '../../src/cli/compiledBundles.js';
import { folder } from '../folder.js';

/** A bundle that says a word, long enough to be cached. */
const saying = (word: string): string => `exports.say = () => '${word}';\n${'// padding\n'.repeat(1000)}`;

let home: string;
let cache: string;
beforeEach(() => {
  home = folder();
  cache = folder();
  writeFileSync(join(home, 'main.cjs'), saying('oak'));
});

/** What it says, and whether it was compiled anew. */
function run(): { readonly said: string; readonly isNew: boolean } {
  const bundles = new CompiledBundles(home, { folder: cache, run: 'test' });
  const { say } = bundles.load('main.cjs') as { say: () => string };
  const said = say();
  const before = contents();
  bundles.keep();
  return { said, isNew: JSON.stringify(before) !== JSON.stringify(contents()) };
}

const contents = (): Record<string, string> =>
  Object.fromEntries(readdirSync(cache).map((file) => [file, readFileSync(join(cache, file), 'base64')]));

it('compiles once', () => {
  expect(run()).toEqual({ said: 'oak', isNew: true });
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^test-main\.cjs-\w+$/)]);
  expect(run()).toEqual({ said: 'oak', isNew: false });
});

it('compiles anew if the source has changed, even to one of the same length', () => {
  run();
  writeFileSync(join(home, 'main.cjs'), saying('elm'));
  expect(run()).toEqual({ said: 'elm', isNew: true });
});

it.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 100)],
  ['empty', () => Buffer.of()],
  ['changed', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 200 ? byte ^ 1 : byte)))],
])('compiles anew if the code is %s', (_, damaged) => {
  run();
  const file = join(cache, readdirSync(cache)[0]);
  writeFileSync(file, damaged(readFileSync(file)));
  expect(run()).toEqual({ said: 'oak', isNew: true });
  expect(run()).toEqual({ said: 'oak', isNew: false });
});

it('loads a bundle that was missing for a while: it stayed empty', () => {
  const bundles = new CompiledBundles(home, undefined);
  expect(() => bundles.load('late.cjs')).toThrow('ENOENT');
  writeFileSync(join(home, 'late.cjs'), saying('ash'));
  expect((bundles.load('late.cjs') as { say: () => string }).say()).toBe('ash');
});

it('leaves nothing half written where it cannot write', () => {
  run();
  const [name] = readdirSync(cache);
  rmSync(join(cache, name));
  mkdirSync(join(cache, name));
  const bundles = new CompiledBundles(home, { folder: cache, run: 'test' });
  bundles.load('main.cjs');
  expect(() => bundles.keep()).toThrow();
  expect(readdirSync(cache)).toEqual([name]);
});

it('keeps nothing under flags that have changed since, because V8 would reject it', () => {
  const bundles = new CompiledBundles(home, { folder: cache, run: 'test' });
  bundles.load('main.cjs');
  setFlagsFromString('--heap-growing-percent=30');
  bundles.keep();
  setFlagsFromString('--heap-growing-percent=0');
  expect(readdirSync(cache)).toEqual([]);
});

it('loads other bundles, once, those that load each other, and installed packages', () => {
  writeFileSync(
    join(home, 'main.cjs'),
    "const { join } = require('node:path'); const other = require('./other.cjs'); exports.own = 1; exports.say = () => join('a', other.read());",
  );
  writeFileSync(
    join(home, 'other.cjs'),
    "const main = require('./main.cjs'); let runs = 0; runs++; exports.read = () => [main.own, runs, require('./main.cjs') === main].join();",
  );
  const { say } = new CompiledBundles(home, undefined).load('main.cjs') as { say: () => string };
  expect(say()).toBe(join('a', '1,1,true'));
});

it('imports modules, without a warning', async () => {
  const warned: string[] = [];
  const warn = ({ message }: Error): unknown => warned.push(message);
  process.on('warning', warn);
  writeFileSync(join(home, 'main.cjs'), `exports.later = () => require('${IMPORT_MODULE}').importModule('node:os');`);
  const { later } = new CompiledBundles(home, undefined).load('main.cjs') as { later: () => Promise<object> };
  expect(Object.keys(await later())).toContain('homedir');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warn);
  expect(warned).toEqual([]);
});
