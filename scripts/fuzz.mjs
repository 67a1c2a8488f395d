/** `npm run fuzz -- --minutes 60`: damaged files (test/attack/fuzz.test.ts), then slow ones (hunt.test.ts), for this long each, with a new seed unless one is given. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, corpus: { type: 'string' } },
});
const env = {
  ...process.env,
  FROE_FUZZ_MINUTES: values.minutes,
  FROE_FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000),
  ...(values.corpus ? { FROE_FUZZ_CORPUS: resolve(values.corpus) } : {}),
};
const cwd = fileURLToPath(new URL('..', import.meta.url));
const run = (...words) => spawnSync(process.execPath, words, { cwd, env, stdio: 'inherit' }).status ?? 1;
process.exitCode =
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json') ||
  run('node_modules/vitest/vitest.mjs', 'run', '--mode', 'built', 'test/attack/fuzz.test.ts') ||
  run('node_modules/vitest/vitest.mjs', 'run', '--mode', 'built', 'test/attack/hunt.test.ts');
