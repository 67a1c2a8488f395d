import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const sheet = `@charset "utf-8";
@import url("reset.css");
@import url("print.css") print;

/* Colours of the house. */
:root {
  --ink: #223;
  --paper: #fff;
}

/**
 * A card, and a card that is being pointed at.
 */
.card,
.card > a:hover {
  color: var(--ink);
  background: url("paper.png") no-repeat;
}

.menu {
  display: flex;

  /* The open one. */
  &.is-open {
    display: block;
  }
}

@media (max-width: 40em) and (orientation: portrait) {
  .menu { display: none; }

  .card {
    padding: 0;
  }
}

@keyframes fade {
  from { opacity: 0; }
  to { opacity: 1; }
}

@font-face {
  font-family: "House";
  src: url("house.woff2");
}
`;

describe('CSS', () => {
  it('becomes a tree of rules, named by their selectors', async () => {
    expect(await drawTree('shop.css', sheet)).toBe(
      `document [1-45]
  statements [1-1]
  imports [2-3]
  class :root [5-9]
    statements [7-8]
  class .card, .card > a:hover [11-18]
    statements [16-17]
  class .menu [20-27]
    statements [21-21]
    class &.is-open [23-26]
      statements [25-25]
  module @media (max-width: 40em) and (orientation: portrait) [29-35]
    class .menu [30-30]
    class .card [32-34]
      statements [33-33]
  class @keyframes fade [37-40]
    statements [38-39]
  class @font-face [42-45]
    statements [43-44]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.css', sheet, ':root')).toEqual({
      signature: ':root',
      docstring: 'Colours of the house.',
    });
    expect(await definitionFacts('shop.css', sheet, '.card, .card > a:hover')).toEqual({
      signature: `.card,
.card > a:hover`,
      docstring: 'A card, and a card that is being pointed at.',
    });
    expect(await definitionFacts('shop.css', sheet, '&.is-open')).toEqual({
      signature: '&.is-open',
      docstring: 'The open one.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('shop.css', sheet)).meta?.imports).toEqual([
      '@import url("reset.css");',
      '@import url("print.css") print;',
    ]);
  });

  it('finds the rules around a broken one', async () => {
    const broken = `.before {
  color: red;
}

.broken {
  color: ;;; }}

.after {
  color: blue;
}
`;
    expect(await drawTree('shop.css', broken)).toBe(
      `document [1-10]
  class .before [1-3]
    statements [2-2]
  class .broken [5-6]
    statements [6-6]
  class .after [8-10]
    statements [9-9]`,
    );
  });
});
