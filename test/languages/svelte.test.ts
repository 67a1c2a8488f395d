import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const component = `<script module lang="ts">
  export const LIMIT = 10;
</script>

<script lang="ts">
  import Item from "./Item.svelte";

  let { items = [] }: { items: string[] } = $props();
  let count = $state(0);

  // One more.
  function add() {
    count += 1;
  }
</script>

{#snippet row(item)}
  <li><Item name={item} /></li>
{/snippet}

<h1 class:open={count > 1} onclick={add}>Items</h1>

{#if count > LIMIT}
  <p>many</p>
{:else}
  <p>few</p>
{/if}

<section id="list">
  <ul>
    {#each items as item, i (item)}
      {@render row(item)}
    {/each}
  </ul>
</section>

<style>
  h1 {
    color: red;
  }
</style>
`;

describe('Svelte', () => {
  it('becomes scripts, snippets, markup and style', async () => {
    expect(await drawTree('Basket.svelte', component)).toBe(
      `document [1-41]
  module script [1-3]
  module script [5-15]
  function row [17-19]
  statements [21-21]
  statements [23-27]
  statements [29-35]
  module style [37-41]`,
    );
  });

  it('has the language and the span of each block', async () => {
    const { children } = await treeOf('Basket.svelte', component);
    const inner = children.flatMap((node) => (node.inner ? [node.inner] : []));
    expect(inner.map(({ language, start, end }) => [language, component.slice(start, end).trim()])).toEqual([
      ['ts', 'export const LIMIT = 10;'],
      ['ts', expect.stringMatching(/^import Item[\s\S]*\}$/)],
      ['css', 'h1 {\n    color: red;\n  }'],
    ]);
  });

  it('has signatures', async () => {
    expect((await definitionFacts('Basket.svelte', component, 'row')).signature).toBe('{#snippet row(item)}');
    expect((await definitionFacts('Basket.svelte', component, 'script')).signature).toBe('<script module lang="ts">');
  });

  it('finds the blocks around a broken one', async () => {
    const broken = `<script>
  function before() {}
</script>

{#if broken
  <p>text</p>

<style>
  .after { color: red; }
</style>
`;
    expect(await drawTree('Basket.svelte', broken)).toBe(
      `document [1-10]
  module script [1-3]
  statements [5-6]
  module style [8-10]`,
    );
  });
});
