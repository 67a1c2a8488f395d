/** What grammars do with lines and comments, and what becomes of it. */
import { describe, expect, it } from 'vitest';
import { about, drawn, treeOf } from './drawn.js';

describe('a comment', () => {
  it('that opens a body belongs to the first member, though the grammar leaves it outside', async () => {
    const ruby = 'class Box\n  # Says how many.\n  def size = 1\nend\n';
    expect(await about('box.rb', ruby, 'size')).toEqual({ signature: 'def size', docstring: 'Says how many.' });
    expect((await about('box.rb', ruby, 'Box')).signature).toBe('class Box');
  });

  it('after an indented body belongs to what follows', async () => {
    const scala =
      'object Box {\n  def size: Int =\n    1\n\n  /** Says which. */\n  def name: String =\n    "box"\n}\n';
    expect(await drawn('Box.scala', scala)).toBe(
      'document [1-8]\n  class Box [1-8]\n    method size [2-3]\n    method name [5-7]',
    );
  });
});

describe('what only holds others', () => {
  it('is looked through: an include guard', async () => {
    const c = '#ifndef BOX_H\n#define BOX_H\n\n#include <stdio.h>\n\nint size(void) {\n  return 1;\n}\n\n#endif\n';
    expect(await drawn('box.h', c)).toBe('document [1-10]\n  statements [2-2]\n  imports [4-4]\n  function size [6-8]');
    expect((await treeOf('box.h', c)).meta?.imports).toEqual(['#include <stdio.h>']);
  });
});
