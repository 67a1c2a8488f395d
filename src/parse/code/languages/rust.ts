import type { Syntax, SyntaxNode } from '../syntax.js';

/** A type as it is spoken of: without its path and what stands in angle brackets. */
const bare = (type: SyntaxNode): string => {
  const inner = type.childForFieldName(type.type === 'scoped_type_identifier' ? 'name' : 'type');
  if (type.type === 'reference_type') return `&${inner ? bare(inner) : ''}`;
  return inner ? bare(inner) : type.text;
};

/** `impl Lexer`: `Lexer`. `impl From<io::Error> for Lexer`: what it is from tells it from its sisters. */
const implementation = (node: SyntaxNode): string | undefined => {
  const type = node.childForFieldName('type');
  const trait = node.childForFieldName('trait');
  if (!type || !trait) return type ? bare(type) : undefined;
  return `${bare(trait)}${trait.childForFieldName('type_arguments')?.text ?? ''} for ${bare(type)}`;
};

const named = (node: SyntaxNode): string | undefined => node.childForFieldName('name')?.text;

export const rust: Syntax = {
  grammar: 'rust',
  definitions: {
    function_item: { kind: 'function' },
    function_signature_item: { kind: 'function' },
    macro_definition: { kind: 'function', body: (node) => node.namedChild(1) },
    struct_item: { kind: 'class' },
    enum_item: { kind: 'class' },
    union_item: { kind: 'class' },
    trait_item: { kind: 'class' },
    impl_item: { kind: 'class', name: implementation },
    mod_item: { kind: 'module', name: (node) => (node.childForFieldName('body') ? named(node) : undefined) },
  },
  imports: ['use_declaration', 'extern_crate_declaration'],
  either: { mod_item: (node) => (node.childForFieldName('body') === null ? 'import' : undefined) },
  decorators: ['attribute_item'],
  exported: (node) => node.namedChildren.some((child) => child?.type === 'visibility_modifier'),
};
