/** Shared by component files, Vue and Svelte: elements whose scripts and styles are in other languages. */
import type { ReferenceSyntax } from './referenceSyntax.js';
import { type Definition, namedChild, type SyntaxNode } from './syntax.js';
import { typescript } from './typescript.js';

/** A component refers to nothing itself; what its script refers to is resolved as TypeScript. */
export const scriptReferences: ReferenceSyntax = { ...typescript.references, query: '' };

const startTagOf = (element: SyntaxNode): SyntaxNode | undefined =>
  namedChild(element, 'start_tag', 'self_closing_tag');

export const tagOf = (element: SyntaxNode): string | undefined => namedChild(startTagOf(element), 'tag_name')?.text;

/** `lang="ts"` → ts */
function attributeOf(element: SyntaxNode, name: string): string | undefined {
  const attributes = startTagOf(element)?.namedChildren ?? [];
  const attribute = attributes.find((child) => namedChild(child, 'attribute_name')?.text === name);
  const value = namedChild(attribute, 'quoted_attribute_value', 'attribute_value');
  return value?.text.replace(/^["']|["']$/g, '');
}

/** The language that a `type` attribute names. Types that no browser runs have none, unless they are data. */
function languageOfType(type: string): string | undefined {
  if (type === '' || type === 'module' || type.endsWith('javascript')) return 'javascript';
  return type.endsWith('json') ? 'json' : undefined;
}

const rawTextOf = (element: SyntaxNode): SyntaxNode | undefined => {
  const text = namedChild(element, 'raw_text');
  return text && text.text.trim() !== '' ? text : undefined;
};

const embeddedElement = (language: (element: SyntaxNode) => string | undefined): Definition => ({
  kind: 'module',
  name: (element) => (rawTextOf(element) ? tagOf(element) : undefined),
  body: rawTextOf,
  language: (element) => attributeOf(element, 'lang') ?? language(element),
});

export const script: Definition = embeddedElement((element) => languageOfType(attributeOf(element, 'type') ?? ''));
export const style: Definition = embeddedElement(() => 'css');

/** The contents of an element have no syntax node of their own, so the first token after its start tag marks them. */
export function firstAfter(start: SyntaxNode | undefined): SyntaxNode | null | undefined {
  let first = start?.nextSibling;
  while (first?.firstChild) first = first.firstChild;
  return first;
}

export const contentOf = (element: SyntaxNode): SyntaxNode | null | undefined => firstAfter(startTagOf(element));
