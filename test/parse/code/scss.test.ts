import { describe, expect, it } from 'vitest';
import { about, drawn, treeOf } from './drawn.js';

const sheet = `@use "sass:math";
@use "settings";
@import "legacy";

$gap: 8px;

// Room inside a box.
%padded {
  padding: $gap;
}

/// Draws a ring around what has the focus.
/// @param {Color} $colour
@mixin ring($colour, $width: 2px) {
  outline: $width solid $colour;
  @content;
}

@function double($n) {
  @return $n * 2;
}

.panel {
  @extend .padded;
  width: double($gap);

  // Pointed at.
  &:hover {
    @include ring(blue);
  }

  &__title-#{$theme} {
    font-weight: bold;
  }

  @include ring(red) {
    color: red;
  }

  @media (min-width: 600px) {
    .panel__aside {
      display: block;
    }
  }
}

@each $name in $names { .c-#{$name} { color: $name; } }
`;

describe('SCSS', () => {
  it('is a tree of rules, mixins and functions', async () => {
    expect(await drawn('shop.scss', sheet)).toBe(
      `document [1-47]
  imports [1-3]
  statements [5-5]
  class %padded [7-10]
    statements [9-9]
  function ring [12-17]
  function double [19-21]
  class .panel [23-45]
    statements [24-25]
    class &:hover [27-30]
      statements [29-29]
    class &__title-#{$theme} [32-34]
      statements [33-33]
    class @include ring(red) [36-38]
      statements [37-37]
    module @media (min-width: 600px) [40-44]
      class .panel__aside [41-43]
        statements [42-42]
  statements [47-47]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await about('shop.scss', sheet, '%padded')).toEqual({
      signature: '%padded',
      docstring: 'Room inside a box.',
    });
    expect(await about('shop.scss', sheet, 'ring')).toEqual({
      signature: '@mixin ring($colour, $width: 2px)',
      docstring: `Draws a ring around what has the focus.
@param {Color} $colour`,
    });
    expect(await about('shop.scss', sheet, 'double')).toEqual({
      signature: '@function double($n)',
      docstring: undefined,
    });
  });

  it('says which modules it uses', async () => {
    expect((await treeOf('shop.scss', sheet)).meta?.imports).toEqual([
      '@use "sass:math";',
      '@use "settings";',
      '@import "legacy";',
    ]);
  });

  it('finds what stands around a broken rule', async () => {
    const broken = `@mixin before {
  color: red;
}

.broken {
  color: rgba((1, 2;
}

@function after($x) {
  @return $x;
}
`;
    expect(await drawn('shop.scss', broken)).toBe(
      `document [1-11]
  function before [1-3]
  class .broken [5-7]
    statements [6-6]
  function after [9-11]`,
    );
  });
});
