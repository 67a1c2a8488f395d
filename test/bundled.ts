/**
 * The command line in a few files instead of hundreds: a run of the tests starts
 * it some five hundred times, and each start spent two thirds of its time on
 * finding and reading modules. It is made from dist/ anew for every run, and
 * every module still believes to be where it is. test/package starts what is shipped.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The command as one bundle; as it was built, should vitest one day bring another bundler. */
    readonly command: string;
  }
}

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const COVERAGE = fileURLToPath(new URL('../coverage', import.meta.url));
/** Native, or loaded only for files that few tests have. */
const APART = /^node:|@photostructure|web-tree-sitter|unpdf|mammoth|^pg/;

const staysWhereItIs = {
  name: 'stays-where-it-is',
  transform: (code: string, id: string) =>
    id.includes('/dist/') ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : null,
};

export default async function setup(project: TestProject): Promise<() => void> {
  mkdirSync(COVERAGE, { recursive: true });
  const dir = mkdtempSync(join(COVERAGE, 'cli-'));
  chmodSync(dir, 0o755); // some tests start it as the user who owns nothing
  try {
    const bundler = 'rolldown'; // not ours to depend on, so not ours to be typed
    const { rolldown } = await import(bundler);
    const bundle = await rolldown({
      input: MAIN,
      platform: 'node',
      external: APART,
      plugins: [staysWhereItIs],
      logLevel: 'silent',
    });
    await bundle.write({ dir, format: 'esm' });
    project.provide('command', join(dir, 'main.js'));
  } catch {
    project.provide('command', MAIN);
  }
  return () => rmSync(dir, { recursive: true, force: true });
}
