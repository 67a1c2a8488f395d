import { c } from './c.js';
import { cFamily } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, SyntaxNode } from './syntax.js';

/** `- (void)load:(int)key with:(int)count` → `load:with:` */
const selector = (node: SyntaxNode): string => {
  const words: string[] = [];
  for (const child of node.namedChildren) {
    if (child?.type === 'identifier') words.push(child.text);
    if (child?.type === 'method_parameter') words.push(':');
  }
  return words.join('');
};

/** A category is named with its class: `Store (Private)`. */
const typeName = (node: SyntaxNode): string | undefined => {
  const name = node.namedChildren.find((child) => child?.type === 'identifier')?.text;
  const category = node.childForFieldName('category')?.text;
  return name && category ? `${name} (${category})` : name;
};

/** No node encloses the members, so the first token of the first one is the start of the body. */
const firstMember = (node: SyntaxNode): SyntaxNode | null | undefined =>
  node.namedChildren.find(
    (child) => child !== null && child.type !== 'comment' && child.startPosition.row > node.startPosition.row,
  )?.firstChild;

const type: Definition = { kind: 'class', name: typeName, body: firstMember };

const method: Definition = {
  kind: 'function',
  name: selector,
  body: (node) => node.namedChildren.find((child) => child?.type === 'compound_statement'),
};

export const objectiveC: CodeLanguage = {
  ...cFamily,
  name: 'Objective-C',
  extensions: ['.m'],
  shares: { extension: '.h', pattern: /^[ \t]*(?:@(?:interface|protocol|class|property|import)\b|#[ \t]*import\b)/m },
  aliases: ['objc'],
  names: [
    { pattern: /^[-+]\s*\([^)]*\)\s*([\w:]+)/, kind: 'function' },
    { pattern: /^@(?:interface|implementation|protocol)\s+(\w+)/, kind: 'class' },
    'signature',
    'definers',
  ],
  syntax: {
    ...c.syntax,
    grammar: 'objc',
    definitions: {
      ...c.syntax.definitions,
      method_definition: method,
      method_declaration: method,
      class_interface: type,
      class_implementation: type,
      protocol_declaration: type,
    },
    imports: ['preproc_include', 'module_import'],
    wrappers: ['implementation_definition'],
    through: [...(c.syntax.through ?? []), 'qualified_protocol_interface_declaration'],
  },
};
