import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `#!/usr/bin/env python3
"""A shop."""
from __future__ import annotations

import os
import sys as system
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 10
names = [
    "a",
    "b",
]

# Raised when there is no more.
class Empty(Exception):
    pass


@dataclass(frozen=True)
class Shop:
    """Sells things.

    All of them.
    """

    name: str
    open: bool = True

    @property
    def size(self) -> int:
        """How many."""
        return len(self.items)

    @overload
    def find(self, key: int) -> Item: ...
    @overload
    def find(self, key: str) -> Item: ...
    def find(self, key):
        # by key
        return self.items[key]

    class Meta:
        order = "name"

    async def load(
        self,
        path: str,
        *,
        deep: bool = False,
    ) -> None:
        async with open(path) as file:
            await file.read()

    double = lambda self, x: x * 2


def _outer(x):
    r'''Raw.'''
    def inner(y):
        return x + y

    return inner


try:
    import json
except ImportError:
    json = None

if __name__ == "__main__":
    system.exit(_outer(1)(2))
`;

describe('Python', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('shop.py', program)).toBe(`document [1-75]
  statements [1-2]
  imports [3-3]
  imports [5-7]
  statements [9-10]
  statements [12-16]
  class Empty [18-20]
    statements [20-20]
  class Shop [23-58]
    statements [25-28]
    statements [30-31]
    method size [33-36]
    method find [38-44]
    class Meta [46-47]
      statements [47-47]
    method load [49-56]
    statements [58-58]
  function _outer [61-66]
  statements [69-72]
  statements [74-75]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.py', program, 'Shop')).toEqual({
      signature: '@dataclass(frozen=True)\nclass Shop:',
      docstring: 'Sells things.\n\nAll of them.',
    });
    expect(await definitionFacts('shop.py', program, 'Empty')).toEqual({
      signature: 'class Empty(Exception):',
      docstring: 'Raised when there is no more.',
    });
    expect((await definitionFacts('shop.py', program, 'load')).signature).toBe(
      'async def load(\n        self,\n        path: str,\n        *,\n        deep: bool = False,\n    ) -> None:',
    );
    expect((await definitionFacts('shop.py', program, '_outer')).docstring).toBe('Raw.');
  });

  it('keeps overloads with their function, with or without blank lines', async () => {
    expect((await definitionFacts('shop.py', program, 'find')).signature).toMatch(
      /^@overload[\s\S]*key: int[\s\S]*key: str[\s\S]*key\):$/,
    );
    const stub =
      '@overload\ndef f(a: int) -> int: ...\n\n@overload\ndef f(a: str) -> str: ...\n\ndef g() -> int: ...\n';
    expect(await drawTree('a.pyi', stub)).toBe('document [1-7]\n  function f [1-5]\n  function g [7-7]');
  });

  it('has imports, except those in guards, and exports', async () => {
    const { children, meta } = await treeOf('shop.py', program);
    expect(meta?.imports).toEqual([
      'from __future__ import annotations',
      'import os',
      'import sys as system',
      'from typing import TYPE_CHECKING, overload',
    ]);
    expect(children.filter((child) => child.meta?.exported).map(({ name }) => name)).toEqual(['Empty', 'Shop']);
  });

  it('finds the definitions around an error', async () => {
    const broken =
      'def before():\n    return 1\n\ndef broken(:\n    return 2\n\nclass After:\n    def fine(self):\n        return 3\n';
    expect(await drawTree('shop.py', broken)).toBe(
      'document [1-9]\n  function before [1-2]\n  function broken [4-5]\n  class After [7-9]\n    method fine [8-9]',
    );
  });
});
