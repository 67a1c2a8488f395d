import type { Syntax } from '../syntax.js';

export const groovy: Syntax = {
  grammar: 'groovy',
  definitions: {
    function_definition: { kind: 'function', name: 'function' },
    function_declaration: { kind: 'function', name: 'function' },
    class_definition: { kind: 'class' },
  },
  imports: ['groovy_import'],
  comments: ['comment', 'groovy_doc'],
};
