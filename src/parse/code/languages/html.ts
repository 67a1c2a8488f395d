import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

/** Elements that divide a page; any other is a detail of one of them. */
const LANDMARKS = new Set([
  ...['html', 'head', 'body', 'template', 'header', 'nav', 'main', 'aside', 'footer'],
  ...['article', 'section', 'form', 'dialog'],
]);

const childOf = (node: SyntaxNode | null, kind: string): SyntaxNode | undefined =>
  node?.namedChildren.find((child) => child?.type === kind) ?? undefined;

export const tagNameOf = (node: SyntaxNode): string | undefined => childOf(node.firstNamedChild, 'tag_name')?.text;

const attributeOf = (node: SyntaxNode, wanted: string): string | undefined => {
  for (const attribute of node.firstNamedChild?.namedChildren ?? []) {
    const [name, value = ''] = attribute?.type === 'attribute' ? attribute.text.split('=', 2) : [];
    if (name === wanted) return value.replace(/["']/g, '').trim();
  }
  return undefined;
};

/** `section`, or `section#prices` where it says which. */
const landmarkOf = (node: SyntaxNode): string | undefined => {
  const tag = tagNameOf(node)?.toLowerCase();
  if (tag === undefined || !LANDMARKS.has(tag)) return undefined;
  const id = attributeOf(node, 'id');
  return id ? `${tag}#${id}` : tag;
};

const rawTextOf = (node: SyntaxNode): SyntaxNode | undefined => childOf(node, 'raw_text');

/** A script that is elsewhere has nothing inside. */
const raw: Definition = {
  kind: 'module',
  name: (node) => (rawTextOf(node)?.text.trim() ? tagNameOf(node) : undefined),
  body: rawTextOf,
};

/** No syntax node stands for what an element holds, so the end of its start tag does. */
export const element: Definition = { kind: 'module', name: tagNameOf, body: (node) => node.firstNamedChild?.lastChild };

export const html: Syntax = {
  grammar: 'html',
  definitions: {
    script_element: raw,
    style_element: raw,
    element: { ...element, name: landmarkOf },
  },
  imports: [],
};
