/** Classes of elements. Data only; all other elements are inline. */
import { ASIDE_WEIGHT } from '../document/block.js';

export interface ContainerElement {
  readonly kind: string;
  /** Weight in search. */
  readonly weight?: number;
  /** Headings inside are not headings of the document. */
  readonly quiet?: boolean;
  /** Applies only outside of content elements. */
  readonly ofPage?: boolean;
}

/** Elements that become nodes with children. */
export const containerElements: ReadonlyMap<string, ContainerElement> = new Map<string, ContainerElement>([
  ['ul', { kind: 'list' }],
  ['ol', { kind: 'list' }],
  ['dl', { kind: 'list' }],
  ['menu', { kind: 'list' }],
  ['table', { kind: 'table' }],
  ['figure', { kind: 'figure' }],
  ['blockquote', { kind: 'quote', quiet: true }],
  ['nav', { kind: 'nav', weight: ASIDE_WEIGHT, quiet: true }],
  ['aside', { kind: 'aside', weight: ASIDE_WEIGHT, quiet: true }],
  ['footer', { kind: 'footer', weight: ASIDE_WEIGHT, quiet: true, ofPage: true }],
  // Not quiet: a header with a heading inside is dissolved.
  ['header', { kind: 'header', weight: ASIDE_WEIGHT, ofPage: true }],
  ['head', { kind: 'head', weight: ASIDE_WEIGHT, quiet: true }],
]);

/** Parts of a container: each one implicitly closes the one before it. */
export const partElements: ReadonlyMap<string, { readonly kind: string; readonly of: string }> = new Map([
  ['li', { kind: 'item', of: 'list' }],
  ['dt', { kind: 'item', of: 'list' }],
  ['dd', { kind: 'item', of: 'list' }],
  ['tr', { kind: 'row', of: 'table' }],
]);

/** Elements whose contents are not parsed, with weight 0. */
export const opaqueElements: ReadonlySet<string> = new Set(['script', 'style', 'template', 'svg']);

/** Metadata elements in the head. */
export const metadataElements: ReadonlySet<string> = new Set(['title', 'meta', 'link', 'base']);

/** Content elements: a header or footer inside them is not the page's. */
export const contentElements: ReadonlySet<string> = new Set(['article', 'main', 'section']);

/** Block elements without a node of their own. */
export const blockElements: ReadonlySet<string> = new Set([
  ...contentElements,
  'address',
  'body',
  'caption',
  'center',
  'col',
  'colgroup',
  'details',
  'dialog',
  'div',
  'fieldset',
  'figcaption',
  'form',
  'hgroup',
  'hr',
  'html',
  'legend',
  'noscript',
  'p',
  'pre',
  'search',
  'summary',
  'tbody',
  'tfoot',
  'thead',
]);

/** Block elements that occur inside headings, though invalid there. */
export const allowedInHeading: ReadonlySet<string> = new Set(['div', 'header', 'center', 'noscript']);

export const headingLevel = (name: string): number =>
  name.length === 2 && name[0] === 'h' && name[1] >= '1' && name[1] <= '6' ? Number(name[1]) : 0;

const scripts: ReadonlyMap<string, string> = new Map([
  ['', 'javascript'],
  ['module', 'javascript'],
  ['text/javascript', 'javascript'],
  ['application/javascript', 'javascript'],
  ['text/ecmascript', 'javascript'],
  ['text/babel', 'javascript'],
  ['text/jsx', 'javascript'],
  ['text/typescript', 'typescript'],
  ['ts', 'typescript'],
  ['application/json', 'json'],
  ['application/ld+json', 'json'],
  ['importmap', 'json'],
]);

/** The language of a script or style, by its `type` or `lang`. */
export function scriptLanguage(
  name: string,
  { type = '', lang = '' }: Readonly<Record<string, string>>,
): string | undefined {
  if (name === 'style') return lang || 'css';
  return name === 'script' ? scripts.get((lang || type).trim().toLowerCase()) : undefined;
}

const CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|highlight-|sourceCode\s+|brush:\s*)([\w+#.-]{1,40})/i;

/** `class="language-ruby"`, as highlighters write it. */
export const classLanguage = (name: string): string | undefined => CLASS.exec(name)?.[1].toLowerCase();
