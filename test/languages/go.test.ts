import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `// Package store keeps items in memory.
package store

import (
	"context"
	"errors"
)

// ErrMissing is returned for a key nobody has set.
var ErrMissing = errors.New("store: missing")

// Store holds items by key.
type Store[T any] struct {
	items map[string]T
	limit int
}

// Reader is what most callers need.
type Reader[T any] interface {
	Get(ctx context.Context, key string) (T, error)
	Len() int
}

type Key string

// New returns an empty store.
func New[T any](limit int) *Store[T] {
	return &Store[T]{items: map[string]T{}, limit}
}

// Get looks a key up.
// It never blocks.
func (s *Store[T]) Get(
	ctx context.Context,
	key string,
) (T, error) {
	item, ok := s.items[key]
	if !ok {
		return item, ErrMissing
	}
	return item, ctx.Err()
}

func (s Store[T]) Len() int { return len(s.items) }

func (k Key) String() string {
	return string(k)
}

func init() {
	register("memory")
}
`;

const broken = `package main

func before() int {
	return 1
}

func broken( {
	if x := ; {
}

func after() int {
	return 2
}
`;

describe('Go', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('store.go', program)).toBe(`document [1-52]
  statements [1-2]
  imports [4-7]
  statements [9-10]
  class Store [12-16]
    statements [14-15]
  class Reader [18-22]
    statements [20-21]
  statements [24-24]
  function New [26-29]
  function Store.Get [31-42]
  function Store.Len [44-44]
  function Key.String [46-48]
  function init [50-52]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('store.go', program, 'Store.Get')).toEqual({
      signature: `func (s *Store[T]) Get(
	ctx context.Context,
	key string,
) (T, error)`,
      docstring: `Get looks a key up.
It never blocks.`,
    });
    expect(await definitionFacts('store.go', program, 'Reader')).toEqual({
      signature: 'type Reader[T any] interface',
      docstring: 'Reader is what most callers need.',
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('store.go', program);
    expect(meta?.imports).toEqual([
      `import (
	"context"
	"errors"
)`,
    ]);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Store',
      'Reader',
      'New',
      'Store.Get',
      'Store.Len',
      'Key.String',
    ]);
  });

  it('gives a group of types no name', async () => {
    const group = 'package box\n\ntype (\n\tBox struct {\n\t\tn int\n\t}\n\n\tLid struct{}\n)\n';
    expect(await drawTree('box.go', group)).toBe('document [1-9]\n  statements [1-1]\n  statements [3-9]');
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.go', broken)).toBe(`document [1-13]
  statements [1-1]
  function before [3-5]
  function broken [7-9]
  function after [11-13]`);
  });
});
