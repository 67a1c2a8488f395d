/** What grammars do with lines and comments, and what becomes of it. */
import { describe, expect, it } from 'vitest';
import { code } from '../../../src/parse/code.js';
import { sourceFromText } from '../../../src/sources/read.js';
import { definitionFacts, drawTree, treeOf } from '../../languages/drawTree.js';

describe('a comment', () => {
  it('at the start of a body belongs to the first member, even if the grammar leaves it outside', async () => {
    const ruby = 'class Box\n  # Says how many.\n  def size = 1\nend\n';
    expect(await definitionFacts('box.rb', ruby, 'size')).toEqual({
      signature: 'def size',
      docstring: 'Says how many.',
    });
    expect((await definitionFacts('box.rb', ruby, 'Box')).signature).toBe('class Box');
  });

  it('after an indented body belongs to what follows', async () => {
    const scala =
      'object Box {\n  def size: Int =\n    1\n\n  /** Says which. */\n  def name: String =\n    "box"\n}\n';
    expect(await drawTree('Box.scala', scala)).toBe(
      'document [1-8]\n  class Box [1-8]\n    method size [2-3]\n    method name [5-7]',
    );
  });
});

describe('a node that only contains others', () => {
  it('is skipped: an include guard', async () => {
    const c = '#ifndef BOX_H\n#define BOX_H\n\n#include <stdio.h>\n\nint size(void) {\n  return 1;\n}\n\n#endif\n';
    expect(await drawTree('box.h', c)).toBe(
      'document [1-10]\n  statements [2-2]\n  imports [4-4]\n  function size [6-8]',
    );
    expect((await treeOf('box.h', c)).meta?.imports).toEqual(['#include <stdio.h>']);
  });
});

describe('a node that may contain definitions', () => {
  it('is opened for them at any size', async () => {
    const python =
      'try:\n    import json\nexcept ImportError:\n    json = None\n\nif json:\n    def load(text):\n        return json.loads(text)\nelse:\n    def load(text):\n        return None\n';
    expect(await drawTree('box.py', python)).toBe(
      `document [1-11]
  statements [1-4]
  block [6-11]
    function load [7-8]
    block [9-11]
      function load [10-11]`,
    );
    expect((await treeOf('box.py', python)).meta?.imports).toBeUndefined();
  });

  it('makes a function inside a class a method', async () => {
    const python = 'class Box:\n    if True:\n        def size(self):\n            return 1\n';
    expect(await drawTree('box.py', python)).toBe(
      'document [1-4]\n  class Box [1-4]\n    block [2-4]\n      method size [3-4]',
    );
  });
});

describe('a decorator', () => {
  it('and the node on its line are one', async () => {
    expect(await drawTree('box.res', '@send external focus: element => unit = "focus"\n')).toBe(
      'document [1-1]\n  function focus [1-1]',
    );
  });

  it('is part of the head, and a comment above it is the documentation', async () => {
    const rust = '/// Counts.\n#[inline]\n#[must_use]\nfn size() -> usize {\n    1\n}\n';
    expect(await definitionFacts('box.rs', rust, 'size')).toEqual({
      signature: '#[inline]\n#[must_use]\nfn size() -> usize',
      docstring: 'Counts.',
    });
  });
});

describe('a comment above the first statement', () => {
  it('is not part of a signature', async () => {
    expect((await definitionFacts('box.py', 'def f(a):\n    # why\n    return a\n', 'f')).signature).toBe('def f(a):');
  });
});

describe('a hostile file', () => {
  const deep = 100_000;
  it.each([
    ['lists in lists on two lines', 'javascript', true, `f(${'['.repeat(deep)}\n${']'.repeat(deep)})`],
    ['brackets that could be anything', 'javascript', false, `f(${'('.repeat(deep)}\n${')'.repeat(deep)})`],
    ['blocks in blocks', 'javascript', true, '{\n'.repeat(deep) + '}\n'.repeat(deep)],
    ['functions in functions', 'javascript', true, 'function f() {\n'.repeat(deep) + '}\n'.repeat(deep)],
    ['a line with many arguments', 'javascript', true, `f(${'a, '.repeat(deep * 0.8)}\nb)`],
    [
      'classes in classes',
      'python',
      true,
      Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}class A:\n`).join(''),
    ],
  ])('%s', async (_, language, reads, text) => {
    await code.load?.(language);
    const root = code.parse(sourceFromText(text, { tree: 'test', path: 'a', language }));
    expect(root?.end ?? 'left to others').toBe(reads ? text.length : 'left to others');
  });
});
