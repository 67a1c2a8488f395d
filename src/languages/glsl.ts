import { shaderLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { namedChild, type SyntaxNode } from './syntax.js';

const declaratorOf = (node: SyntaxNode): string | undefined => {
  let declarator = node.childForFieldName('declarator');
  while (declarator && declarator.type !== 'identifier') declarator = declarator.childForFieldName('declarator');
  return declarator?.text;
};

export const glsl: CodeLanguage = {
  ...shaderLike,
  name: 'GLSL',
  extensions: ['.glsl', '.vert', '.frag', '.geom', '.comp', '.tesc', '.tese', '.vsh', '.fsh', '.glslv', '.rgen'],
  syntax: {
    grammar: 'glsl',
    definitions: {
      function_definition: { kind: 'function', name: declaratorOf },
      struct_specifier: { kind: 'class' },
      // `uniform Camera { … } camera;`: a declaration with fields is a block of the shader's interface.
      declaration: {
        kind: 'class',
        name: (node) => (namedChild(node, 'field_declaration_list') ? namedChild(node, 'identifier')?.text : undefined),
        body: (node) => namedChild(node, 'field_declaration_list'),
      },
      preproc_function_def: { kind: 'function', body: 'value' },
    },
    imports: ['preproc_include'],
    holders: ['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif'],
  },
};
