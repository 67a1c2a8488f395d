import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const script = `# Builds the shop.
cmake_minimum_required(VERSION 3.20)
project(shop VERSION 1.0 LANGUAGES C)

include(GNUInstallDirs)
find_package(Threads REQUIRED)
add_subdirectory(vendor)

#[[ How much
there is. ]]
set(LIMIT 10)
option(SHOP_TESTS "Build the tests" ON)

# Adds one item to the shop.
#   name: what it is called
function(add_item name)
  cmake_parse_arguments(ARG "DEEP" "" "SOURCES" \${ARGN})
  message(STATUS "item \${name}")
endfunction()

# Doubles a number.
macro(twice out x)
  math(EXPR \${out} "\${x} * 2")
endmacro()

add_library(
  shop STATIC
  src/shop.c
)
target_link_libraries(shop PRIVATE Threads::Threads)

if(SHOP_TESTS AND NOT WIN32)
  enable_testing()
else()
  message([=[none]=])
endif()

foreach(i IN ITEMS a b)
  add_item(\${i} DEEP)
endforeach()
`;

describe('CMake', () => {
  it('has its functions and macros', async () => {
    expect(await drawTree('shop.cmake', script)).toBe(
      `document [1-40]
  statements [1-3]
  imports [5-7]
  statements [9-12]
  function add_item [14-19]
  function twice [21-24]
  statements [26-30]
  statements [32-36]
  statements [38-40]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.cmake', script, 'add_item')).toEqual({
      signature: 'function(add_item name)',
      docstring: `Adds one item to the shop.
  name: what it is called`,
    });
    expect(await definitionFacts('shop.cmake', script, 'twice')).toEqual({
      signature: 'macro(twice out x)',
      docstring: 'Doubles a number.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('shop.cmake', script)).meta?.imports).toEqual([
      'include(GNUInstallDirs)',
      'find_package(Threads REQUIRED)',
      'add_subdirectory(vendor)',
    ]);
  });

  it('tolerates an end without a beginning', async () => {
    const broken = `function(before)
  message("one")
endfunction()

endif()

function(after)
  message("two")
endfunction()
`;
    expect(await drawTree('shop.cmake', broken)).toBe(
      `document [1-9]
  function before [1-3]
  statements [5-5]
  function after [7-9]`,
    );
  });
});
