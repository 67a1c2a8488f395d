import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

/** The function that a declarator declares: `*find(int n)`, `(*getter(int n))(void)`. */
const functionIn = (declarator: SyntaxNode | null | undefined): SyntaxNode | undefined => {
  let node = declarator;
  let found: SyntaxNode | undefined;
  while (node && (node.type.endsWith('_declarator') || node === declarator)) {
    if (node.type === 'function_declarator' || node.type === 'operator_cast') found = node;
    node = node.childForFieldName('declarator') ?? node.namedChildren.find((child) => child?.type !== 'comment');
  }
  return found;
};

/** `Store<T>::get` → `Store::get`, `operator bool() const` → `operator bool`. */
const spoken = (name: SyntaxNode): string => {
  const inner = name.childForFieldName('name');
  if (name.type === 'operator_cast') return `operator ${name.childForFieldName('type')?.text}`;
  if (!inner) return name.text;
  const scope = name.childForFieldName('scope');
  return scope ? `${spoken(scope)}::${spoken(inner)}` : spoken(inner);
};
