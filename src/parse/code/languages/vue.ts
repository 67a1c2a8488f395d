import type { Syntax } from '../syntax.js';
import { element, html, tagNameOf } from './html.js';

export const vue: Syntax = {
  ...html,
  grammar: 'vue',
  definitions: {
    ...html.definitions,
    template_element: element,
    // A block of the file's own, such as <i18n>; elements of the template are a page's details.
    element: { ...element, name: (node) => (node.parent?.type === 'document' ? tagNameOf(node) : undefined) },
  },
};
