import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

/** `(s *Store[T])` → `Store` */
const receiver = (node: SyntaxNode): string | undefined => {
  const declaration = node.childForFieldName('receiver')?.namedChildren.find((child) => child?.type !== 'comment');
  let type = declaration?.childForFieldName('type');
  while (type && type.type !== 'type_identifier') type = type.childForFieldName('type') ?? type.namedChild(0);
  return type?.text;
};

/** The braces of a struct or an interface. Other types are names for something, and no definitions. */
const members = (node: SyntaxNode): SyntaxNode | null | undefined => {
  const type = node.childForFieldName('type');
  if (type?.type === 'struct_type') return type.namedChild(0);
  return type?.type === 'interface_type' ? type.children.find((child) => child?.type === '{') : undefined;
};

/** `type ( … )` holds several types, and is not to be called by the first of them. */
const leadsGroup = (node: SyntaxNode): boolean => {
  const types = node.parent?.namedChildren.filter((child) => child?.type !== 'comment') ?? [];
  return types.length > 1 && types[0]?.id === node.id;
};

const type: Definition = {
  kind: 'class',
  name: (node) => (members(node) && !leadsGroup(node) ? node.childForFieldName('name')?.text : undefined),
  body: members,
};

export const go: Syntax = {
  grammar: 'go',
  definitions: {
    function_declaration: { kind: 'function' },
    method_declaration: {
      kind: 'function',
      name: (node) => `${receiver(node)}.${node.childForFieldName('name')?.text}`,
    },
    type_spec: type,
    type_alias: type,
  },
  imports: ['import_declaration'],
  wrappers: ['type_declaration'],
  through: ['statement_list', 'block'],
  exported: (_, name) => /(^|\.)\p{Lu}[^.]*$/u.test(name),
};
