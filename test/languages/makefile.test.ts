import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const script = `# Builds the shop.
include config.mk
-include local.mk

CC := gcc
SRC = $(wildcard src/*.c)
OBJ = $(SRC:.c=.o)

define banner
echo "building $(1)"
endef

.PHONY: all clean
all: build/shop

# Links it all.
build/shop: $(OBJ) | build
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) \\
	  -o $@ $^

%.o: %.c
	$(CC) -c $< -o $@

# Throws away
# what was built.
clean:
	rm -rf build $(OBJ)

test: all ; ./build/shop --test
`;

describe('Makefile', () => {
  it('has its targets and defined lines', async () => {
    expect(await drawTree('Makefile', script)).toBe(
      `document [1-30]
  imports [1-3]
  statements [5-7]
  function banner [9-11]
  statements [13-14]
  function build/shop [16-20]
  function %.o [22-23]
  function clean [25-28]
  function test [30-30]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Makefile', script, 'build/shop')).toEqual({
      signature: 'build/shop: $(OBJ) | build',
      docstring: 'Links it all.',
    });
    expect(await definitionFacts('Makefile', script, 'clean')).toEqual({
      signature: 'clean:',
      docstring: `Throws away
what was built.`,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('Makefile', script)).meta?.imports).toEqual(['include config.mk', '-include local.mk']);
  });

  it('finds targets before and after an error', async () => {
    const broken = `before:
	echo one

= 1

lost:
	echo two

after:
	echo three
`;
    expect(await drawTree('Makefile', broken)).toBe(
      `document [1-10]
  function before [1-2]
  statements [4-4]
  statements [6-7]
  function after [9-10]`,
    );
  });
});
