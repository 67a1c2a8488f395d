/** Neighbours that are one thing, though the grammar has them side by side. */
import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from '../../languages/drawTree.js';

const clause = (n: number): string => `name(${n}) ->\n    Text = "${'x'.repeat(200)}",\n    Text;\n`;

describe('clauses of one name', () => {
  it('are one function', async () => {
    expect(await drawTree('a.erl', 'f([]) -> 0;\nf([_ | T]) -> 1 + f(T).\n\ng() -> 1.\n')).toBe(
      'document [1-4]\n  function f [1-2]\n  function g [4-4]',
    );
  });

  it('are blocks of it if it is large, so that it is cut between them', async () => {
    const text = `${[1, 2, 3].map(clause).join('')}name(_) ->\n    none.\n`;
    expect(await drawTree('a.erl', text)).toBe(
      'document [1-11]\n  function name [1-11]\n    block [1-3]\n    block [4-6]\n    block [7-9]\n    block [10-11]',
    );
  });

  it('start a new function at a comment after a blank line', async () => {
    const text =
      'defmodule A do\n  @doc "One."\n  def f(a), do: a\n\n  @doc "Two."\n  def f(a, b), do: a + b\n  # or\n  def f(a, c), do: a\nend\n';
    expect(await drawTree('a.ex', text)).toBe(
      'document [1-9]\n  module A [1-9]\n    function f [2-3]\n    function f [5-8]',
    );
    expect((await definitionFacts('a.ex', text, 'f')).docstring).toBe('One.');
  });

  it('stay separate if the language has no clauses', async () => {
    expect(await drawTree('a.js', 'function f() {\n  g();\n}\nfunction f() {\n  h();\n}\n')).toBe(
      'document [1-6]\n  function f [1-3]\n  function f [4-6]',
    );
  });
});
