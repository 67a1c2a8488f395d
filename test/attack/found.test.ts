/** Regressions found by fuzzing, minimised. */
import { describe, expect, it } from 'vitest';
import { problemOf } from './fuzzer.js';

const found: Readonly<Record<string, readonly [path: string, maxTokens: number, text: string]>> = {
  'members without braces before other roots': ['a.json', 16, `"key": a\n12}[12]12[,"value"null${' x'.repeat(60)}`],
  'more leads than a chunk has room for': [
    'a.latex',
    16,
    '\\begin{enumerate}  \\begin{e} \\begin{enumerate}\\item\\end{enumerate}\\end{enumerate',
  ],
  'definitions inside definitions': ['x.rst', 16, 'e.pulv\n }#fvoi\n  ncy) \n   c'],
  'environments inside environments': [
    'a.latex',
    33,
    '\\begin{enumerate}[A.]\n  \\begin{u}[I.]\n\\begin{e}[(1]  \\begin{enumerate}[a]\\item\\end{e}\\end{enumerate}',
  ],
  // tree-sitter called itself until its stack ran into its own memory; from then on every parse failed.
  'brackets that a grammar takes for thousands of things at once': [
    'x.nix',
    64,
    `go to [a](#b).\n\n## B\n\n### H\n\nH is on M at 10:00, in p or on a[${'[!'.repeat(3000)}[`,
  ],
};

describe('what fuzzing found', () => {
  it.each(Object.entries(found))('%s', async (_, [path, maxTokens, text]) => {
    for (const granularity of ['pack', 'node'] as const) {
      const one = { number: 0, path, maxTokens, granularity, bytes: Buffer.from(text) };
      expect(await problemOf(one)).toBe(undefined);
    }
  });
});
