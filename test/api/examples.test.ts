/** The programs of docs/api.md: each exported function and class has one, and its output is the documented one. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { froeErrorCodes } from '../../src/errors.js';
import { folder } from '../folder.js';

const home = fileURLToPath(new URL('../..', import.meta.url));
const examples = readdirSync(join(home, 'examples/api')).sort();

/** The adapters need packages of others; their programs are in docs/adapters.md, and run by its test. */
const entries = ['index', 'text/index', 'parse/index', 'chunk/index', 'engine/engine', 'schema'];

/** A copy: an index is made there. */
function fixtures(): string {
  const root = folder();
  cpSync(join(home, 'test/fixtures'), root, {
    recursive: true,
    filter: (path) => !/[\\/](?:conformance|rails-app)$/.test(path),
  });
  return root;
}

describe('the examples of the API', () => {
  it('exist for each function and class', async () => {
    const modules = await Promise.all(
      entries.map((one) => import(new URL(`../../dist/${one}.js`, import.meta.url).href)),
    );
    const names = modules.flatMap((one) => Object.keys(one).filter((name) => typeof one[name] === 'function'));
    expect(examples).toEqual([...new Set(names)].map((name) => `${name}.mjs`).sort());
  });

  it('print what their comments state', () => {
    const printed: Readonly<Record<string, readonly string[]>> = JSON.parse(
      execFileSync(process.execPath, [join(home, 'scripts/run-api-examples.mjs')], {
        cwd: fixtures(),
        encoding: 'utf8',
      }),
    );
    const expected = examples.map((name) => {
      const text = readFileSync(join(home, 'examples/api', name), 'utf8');
      return [name, [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment)];
    });
    expect(printed).toEqual(Object.fromEntries(expected));
    expect(expected.filter(([, lines]) => lines.length === 0)).toEqual([]);
  });
});

describe('the codes of errors', () => {
  it('are all thrown somewhere and all documented', () => {
    const sources = readdirSync(join(home, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== 'errors.ts')
      .map((file) => readFileSync(join(home, 'src', file), 'utf8'))
      .join('\n');
    const page = readFileSync(join(home, 'docs/library.md'), 'utf8');
    for (const [code, about] of Object.entries(froeErrorCodes)) {
      expect(sources).toContain(`'${code}'`);
      expect(page).toContain(`| \`${code}\` | ${about} |`);
    }
  });
});
