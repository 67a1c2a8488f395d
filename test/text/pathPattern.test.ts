import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactPath, pathExpressions, pathMatcher } from '../../src/text/pathPattern.js';

const paths = [
  'src/cut.ts',
  'src/chunk/cut.ts',
  'src/chunk/deep/pack.tsx',
  'packages/a/src/index.ts',
  'mysrc/other.ts',
  'docs/src.md',
  'docs/app/[slug]/page.tsx',
  'README.md',
];

/** By both ways of reading a pattern: ours, and the expression that PostgreSQL gets. */
function matching(...patterns: string[]): string[] {
  const matches = pathMatcher(patterns);
  const expressions = pathExpressions(patterns).map((expression) => new RegExp(expression, 's'));
  const found = paths.filter((path) => matches(path));
  expect(paths.filter((path) => expressions.some((expression) => expression.test(path)))).toEqual(found);
  return found;
}

describe('a pattern of paths', () => {
  const below = ['src/cut.ts', 'src/chunk/cut.ts', 'src/chunk/deep/pack.tsx', 'packages/a/src/index.ts'];

  it.each(['src', 'src/', 'src/*', 'src/**', '**/src', '**/src/**', 'src/**/*'])(
    '%s: all below such a folder',
    (expression) => expect(matching(expression)).toEqual(below),
  );

  it.each(['/src', './src', './src/', '/src/*', './src/**'])('%s: all below that folder of the root', (expression) =>
    expect(matching(expression)).toEqual(below.slice(0, 3)),
  );

  it.each([
    ['cut.ts', ['src/cut.ts', 'src/chunk/cut.ts']],
    ['src/chunk', ['src/chunk/cut.ts', 'src/chunk/deep/pack.tsx']],
    ['*.md', ['docs/src.md', 'README.md']],
    ['/*.md', ['README.md']],
    ['src/*.ts', ['src/cut.ts', 'packages/a/src/index.ts']],
    ['src/**/*.ts', ['src/cut.ts', 'src/chunk/cut.ts', 'packages/a/src/index.ts']],
    ['*.{ts,tsx}', [...below, 'mysrc/other.ts', 'docs/app/[slug]/page.tsx']],
    ['{docs,mysrc}/*.{ts,md}', ['docs/src.md', 'mysrc/other.ts'].sort().reverse()],
    ['?ut.ts', ['src/cut.ts', 'src/chunk/cut.ts']],
    ['[a-c]ut.ts', ['src/cut.ts', 'src/chunk/cut.ts']],
    ['[!a-c]*.ts', ['packages/a/src/index.ts', 'mysrc/other.ts']],
    ['app/[slug]', ['docs/app/[slug]/page.tsx']],
    ['src.md/', []],
    ['Src', []],
    ['rc', []],
    ['nothing', []],
  ])('%s', (expression, expected) => expect(matching(expression).sort()).toEqual([...expected].sort()));

  it.each(['', '.', '/', './', '*', '**'])('%j is everything', (expression) =>
    expect(matching(expression)).toEqual(paths),
  );

  it('of several, any', () => expect(matching('README.md', 'mysrc')).toEqual(['mysrc/other.ts', 'README.md']));

  it('of one path means that path, whatever is in its name', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (names) => {
        const path = names.map((name) => name.replaceAll('/', 'x').replace(/^\.+$/, 'x')).join('/');
        const matches = pathMatcher([exactPath(path)]);
        expect([path, `${path}/below`, `above/${path}`, `${path}x`].map(matches)).toEqual([true, true, false, false]);
      }),
    ));

  it('takes linear time, whatever its form', () => {
    const path = `${'a'.repeat(3000)}/b`;
    expect(pathMatcher(['*a'.repeat(120).concat('c')])(path)).toBe(false);
    expect(pathMatcher(['{a,b}'.repeat(8)])(path)).toBe(false);
  });

  it('of a word in brackets means that name, even with a reversed range', () => {
    const matches = pathMatcher(['app/[user-id]']);
    expect([matches('app/[user-id]/page.tsx'), matches('app/r/page.tsx')]).toEqual([true, false]);
    expect(pathExpressions(['app/[user-id]'])).toHaveLength(1);
  });
});
