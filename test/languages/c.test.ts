import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `/*
 * ring.c - a buffer that bites its tail
 */
#include <stdlib.h>
#include "ring.h"

#define MASK(n) ((n) - 1)

typedef struct ring {
    size_t head, tail;
    unsigned char *bytes;
} ring_t;

struct reader {
    ring_t *ring;
};

enum state { RING_EMPTY, RING_FULL };

static int rings = 0; /* for the statistics */

int ring_grow(ring_t *ring, size_t size);
int ring_shrink(ring_t *ring, size_t size);

/* Frees a ring and what it holds. */
void ring_free(ring_t *ring);

/**
 * Makes a ring of a power of two.
 */
ring_t *
ring_new(size_t size)
{
    ring_t *ring = calloc(1, sizeof *ring);
    if (ring == NULL)
        return NULL;
    ring->bytes = malloc(size);
    rings++;
    return ring;
}

/* Takes one byte, or -1. */
static inline int ring_take(ring_t *ring)
{
    return ring->head == ring->tail ? -1 : ring->bytes[ring->tail++];
}

void (*ring_hook(int level))(const char *)
{
    return level > 0 ? puts_hook : NULL;
}
`;

const broken = `int before(void) {
    return 1;
}

int broken(int x {
    return (x +;
}

struct after {
    int x;
};

int after(void) {
    return 2;
}
`;

describe('C', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('ring.c', program)).toBe(`document [1-51]
  imports [1-5]
  function MASK [7-7]
  class ring_t [9-12]
    statements [10-11]
  class reader [14-16]
    statements [15-15]
  class state [18-18]
  statements [20-20]
  statements [22-23]
  function ring_free [25-26]
  function ring_new [28-40]
  function ring_take [42-46]
  function ring_hook [48-51]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('ring.c', program, 'ring_new')).toEqual({
      signature: `ring_t *
ring_new(size_t size)`,
      docstring: 'Makes a ring of a power of two.',
    });
    expect(await definitionFacts('ring.c', program, 'ring_free')).toEqual({
      signature: 'void ring_free(ring_t *ring);',
      docstring: 'Frees a ring and what it holds.',
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('ring.c', program);
    expect(meta?.imports).toEqual(['#include <stdlib.h>', '#include "ring.h"']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'MASK',
      'ring_t',
      'reader',
      'state',
      'ring_free',
      'ring_new',
      'ring_hook',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.c', broken)).toBe(`document [1-15]
  function before [1-3]
  function broken [5-7]
  class after [9-11]
    statements [10-10]
  function after [13-15]`);
  });
});
