import { contentOf, script, scriptReferences, style, tagOf } from './component.js';
import { componentLike } from './families.js';
import { javascript } from './javascript.js';
import type { CodeLanguage } from './language.js';

export const vue: CodeLanguage = {
  ...componentLike,
  name: 'Vue',
  extensions: ['.vue', '.wxml'],
  syntax: {
    grammar: 'vue',
    definitions: {
      script_element: script,
      style_element: style,
      template_element: {
        kind: 'module',
        name: ({ parent }) => (parent?.type === 'document' ? 'template' : undefined),
        body: contentOf,
      },
      // A custom block, such as <i18n>. Elements of the template are details of the page.
      element: {
        kind: 'module',
        name: (node) => (node.parent?.type === 'document' ? tagOf(node) : undefined),
        body: contentOf,
      },
    },
    imports: [],
    through: ['end_tag'],
    opener: '',
  },
  references: scriptReferences,
  modules: javascript.modules,
};
