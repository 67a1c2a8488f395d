import type { Syntax } from '../syntax.js';
import { contentOf, script, style, tagOf } from './component.js';

export const vue: Syntax = {
  grammar: 'vue',
  definitions: {
    script_element: script,
    style_element: style,
    template_element: {
      kind: 'module',
      name: ({ parent }) => (parent?.type === 'document' ? 'template' : undefined),
      body: contentOf,
    },
    // A block of the file's own, such as <i18n>. Elements of the template are a page's details.
    element: {
      kind: 'module',
      name: (node) => (node.parent?.type === 'document' ? tagOf(node) : undefined),
      body: contentOf,
    },
  },
  imports: [],
  through: ['end_tag'],
  opener: '',
};
