import { firstAfter, script, scriptReferences, style } from './component.js';
import { componentLike } from './families.js';
import { javascript } from './javascript.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const snippetStart = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find(({ type }) => type === 'snippet_start');

export const svelte: CodeLanguage = {
  ...componentLike,
  name: 'Svelte',
  extensions: ['.svelte'],
  syntax: {
    grammar: 'svelte',
    definitions: {
      script_element: script,
      style_element: style,
      // `{#snippet row(item)} … {/snippet}`
      snippet_statement: {
        kind: 'function',
        name: (node) => snippetStart(node)?.namedChildren.find(({ type }) => type === 'snippet_name')?.text,
        body: (node) => firstAfter(snippetStart(node)),
      },
    },
    imports: [],
    through: ['end_tag', 'snippet_end', 'if_end', 'each_end', 'await_end', 'key_end'],
    opener: '',
  },
  references: scriptReferences,
  modules: javascript.modules,
};
