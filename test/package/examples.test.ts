/** The examples, as a reader would run them. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (name: string, ...words: string[]): string =>
  execFileSync(process.execPath, [`examples/${name}`, ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The arguments of each, and a part of its output. */
const expectedOutputs: Readonly<Record<string, readonly [words: readonly string[], part: RegExp]>> = {
  'chunk-a-file.mjs': [['test/fixtures/service.py'], /^test\/fixtures\/service\.py:1-\d+ {2}\d+ tokens {2}/],
  'search-a-folder.mjs': [['docs', 'how is markdown read?'], /^[01]\.\d\d {2}markdown\.md:1 /],
  'context-into-a-prompt.mjs': [
    ['docs', 'how is markdown read?'],
    /^<codebase_context[\s\S]*answer: how is markdown read\?\n$/,
  ],
  'own-format.mjs': [['docs', 'how is markdown read?'], /^\[1\] markdown\.md:\d+-\d+\n/],
  'cut-a-mail.mjs': [[], /The oak is dry/],
};

it.each(readdirSync(`${root}/examples`).filter((name) => name.endsWith('.mjs')))('%s runs', (name) => {
  const [words, part] = expectedOutputs[name];
  expect(run(name, ...words)).toMatch(part);
});
