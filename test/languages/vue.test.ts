import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, nodeOf, treeOf } from './drawTree.js';

const component = `<!-- The basket. -->
<script setup lang="ts">
import { ref } from "vue";
import Item from "./Item.vue";

const props = defineProps<{ title: string }>();
const count = ref(0);

/** Puts one more in. */
function add(by: number): void {
  count.value += by;
}
</script>

<template>
  <section class="basket" :class="{ full: count > 9 }" @click.prevent="add(1)">
    <h1>{{ title }}</h1>
    <ul v-if="count > 0">
      <li v-for="n in count" :key="n"><Item :n="n" /></li>
    </ul>
    <input v-bind:value="count" disabled>
  </section>
</template>

<style scoped lang="scss">
.basket {
  color: red;

  &.full { color: blue; }
}
</style>

<i18n>
{ "en": { "title": "Basket" } }
</i18n>
`;

describe('Vue', () => {
  it('becomes blocks', async () => {
    expect(await drawTree('Basket.vue', component)).toBe(
      `document [1-35]
  module script [1-13]
  module template [15-23]
    statements [16-22]
  module style [25-31]
  module i18n [33-35]`,
    );
  });

  it('has the language and the span of each block', async () => {
    const { children } = await treeOf('Basket.vue', component);
    const inner = children.flatMap((node) => (node.inner ? [node.inner] : []));
    expect(inner.map(({ language }) => language)).toEqual(['ts', 'scss']);
    const [script] = inner.map(({ start, end }) => component.slice(start, end));
    expect(script).toMatch(/^\nimport \{ ref \} from "vue";\n[\s\S]*\n\}\n$/);
  });

  it.each([
    ['<script>\na()\n</script>\n', 'javascript'],
    ['<script type="module">\na()\n</script>\n', 'javascript'],
    ['<script lang="tsx">\na()\n</script>\n', 'tsx'],
    ['<script type="application/ld+json">\n{}\n</script>\n', 'json'],
    ['<script type="text/x-template">\n<p>\n</script>\n', undefined],
  ])('%j', async (text, language) => {
    expect((await nodeOf('A.vue', text, 'script')).inner?.language).toBe(language);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Basket.vue', component, 'script')).toEqual({
      signature: '<script setup lang="ts">',
      docstring: 'The basket.',
    });
    expect((await definitionFacts('Basket.vue', component, 'template')).signature).toBe('<template>');
  });

  it('reads a script with src as one line', async () => {
    expect(await drawTree('A.vue', '<script src="./a.js"></script>\n')).toBe('document [1-1]\n  statements [1-1]');
  });

  it('opens a long template along its elements', async () => {
    const part = `    <section>\n${'      <p>A paragraph of the page.</p>\n'.repeat(12)}    </section>\n`;
    const text = `<template>\n  <main>\n${part}${part}  </main>\n</template>\n`;
    expect(await drawTree('A.vue', text)).toBe(
      `document [1-32]
  module template [1-32]
    block [2-31]
      statements [3-30]`,
    );
  });
});
