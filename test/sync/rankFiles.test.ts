import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rankFiles } from '../../src/sync/rankFiles.js';
import { folder } from '../folder.js';

/** Paths that have anything of the question, the best first. */
function order(files: Readonly<Record<string, string>>, question: string, seconds = 60): readonly string[] {
  const root = folder(files);
  const jobs = Object.keys(files).map((path) => ({ path, file: join(root, path), named: false }));
  return [...rankFiles(question, jobs, seconds)]
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([path]) => path);
}
const filler = (n: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`other/${i}.txt`, 'the cache is somewhere else\n']));

describe('files that are read first for a query', () => {
  it('are those with a rare word before a common one', () => {
    const files = { ...filler(20), 'a.py': 'upstream = 1\n', 'b.py': 'cache = 1\n' };
    expect(order(files, 'where is the upstream cache?')[0]).toBe('a.py');
  });

  it('are found by words inside names, in any case', () => {
    expect(order({ ...filler(3), 'a.ts': 'const useWebHooks = 1;\n' }, 'how do hooks work')).toEqual(['a.ts']);
  });

  it('are found by words of the path', () => {
    expect(order({ 'src/retry.ts': 'x\n', 'src/other.ts': 'y\n' }, 'retry')).toEqual(['src/retry.ts']);
  });

  it('are sources before tests and translations, unless requested', () => {
    const files = { 'src/login.rb': 'login\n', 'spec/login_spec.rb': 'login\n', 'config/locales/login.yml': 'login\n' };
    expect(order(files, 'how does login work')[0]).toBe('src/login.rb');
    const asked = { 'src/login.rb': 'login\n', 'spec/login_spec.rb': 'login login login test\n' };
    expect(order(asked, 'which test checks the login')[0]).toBe('spec/login_spec.rb');
  });

  it('are chosen by path without time, and unreadable ones are skipped', () => {
    expect(order({ 'retry.ts': 'x\n', 'other.ts': 'retry\n' }, 'retry', -1)).toEqual(['retry.ts']);
    const gone = rankFiles('retry', [{ path: 'retry.ts', file: '/nowhere/retry.ts', named: false }], 60);
    expect(gone.get('retry.ts')).toBeGreaterThan(0);
  });
});
