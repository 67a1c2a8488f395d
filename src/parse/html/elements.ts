/** Classes of elements. Data only; all other elements are inline. */
import type { Node } from '../../types.js';
import { ASIDE_WEIGHT, MIN_WEIGHTED_CHARS } from '../document/block.js';
import { isBlankText } from './tiles.js';
import type { HtmlTag } from './tokens.js';

export interface ContainerElement {
  readonly kind: string;
  /** Weight in search. */
  readonly weight?: number;
  /** Headings inside are not headings of the document. */
  readonly ignoresHeadings?: boolean;
  /** Applies only outside of content elements. */
  readonly pageOnly?: boolean;
}

/** Elements that become nodes with children. */
export const containerElements: ReadonlyMap<string, ContainerElement> = new Map<string, ContainerElement>([
  ['ul', { kind: 'list' }],
  ['ol', { kind: 'list' }],
  ['dl', { kind: 'list' }],
  ['menu', { kind: 'list' }],
  ['table', { kind: 'table' }],
  ['figure', { kind: 'figure' }],
  ['blockquote', { kind: 'quote', ignoresHeadings: true }],
  ['nav', { kind: 'nav', weight: ASIDE_WEIGHT, ignoresHeadings: true }],
  ['aside', { kind: 'aside', weight: ASIDE_WEIGHT, ignoresHeadings: true }],
  ['footer', { kind: 'footer', weight: ASIDE_WEIGHT, ignoresHeadings: true, pageOnly: true }],
  // Headings count here: a header with a heading inside is dissolved.
  ['header', { kind: 'header', weight: ASIDE_WEIGHT, pageOnly: true }],
  ['head', { kind: 'head', weight: ASIDE_WEIGHT, ignoresHeadings: true }],
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

const scriptLanguages: ReadonlyMap<string, string> = new Map([
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
  return name === 'script' ? scriptLanguages.get((lang || type).trim().toLowerCase()) : undefined;
}

const LANGUAGE_CLASS =
  /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|highlight-|sourceCode\s+|brush:\s*)([\w+#.-]{1,40})/i;

/** `class="language-ruby"`, as highlighters write it. */
export const classLanguage = (name: string): string | undefined => LANGUAGE_CLASS.exec(name)?.[1].toLowerCase();

/**
 * An element whose contents are not parsed as blocks: `pre`, scripts, styles,
 * templates and SVG.
 *
 *     <pre><code class="language-python">x = 1</code></pre>
 *                                        └───┘ inner, if it contains no tags and entities
 */
export class OpaqueElement {
  readonly #text: string;
  readonly #tag: HtmlTag;
  /** Number of open elements of its name. */
  #depth = 1;
  #language: string | undefined;
  /** Start of its text: after a `<code>` directly inside, if there is one. */
  #contentStart: number;
  /** It contains tags or entities, so its source is not its text. */
  #hasMarkup = false;

  constructor(text: string, tag: HtmlTag) {
    this.#text = text;
    this.#tag = tag;
    this.#contentStart = tag.end;
    this.#language = scriptLanguage(tag.name, tag.attributes) ?? classLanguage(tag.attributes.class ?? '');
  }

  get start(): number {
    return this.#tag.start;
  }

  /** Icons and external scripts belong to the text around them. */
  isWorthANode(closeStart: number): boolean {
    const { name, start, end } = this.#tag;
    if (name === 'svg') return closeStart - start >= MIN_WEIGHTED_CHARS;
    return name !== 'script' || !isBlankText(this.#text.slice(end, closeStart));
  }

  open({ name, start, end, attributes }: HtmlTag): void {
    if (name === this.#tag.name) this.#depth++;
    const isFirst = this.#contentStart === this.#tag.end && !this.#hasMarkup;
    if (name === 'code' && isFirst && isBlankText(this.#text.slice(this.#contentStart, start))) {
      this.#contentStart = end;
      this.#language ??= classLanguage(attributes.class ?? '');
    } else this.#hasMarkup = true;
  }

  text(start: number, end: number): void {
    this.#hasMarkup ||= this.#text.slice(start, end).includes('&');
  }

  /** True when this closes the element itself. */
  close(name: string): boolean {
    return name === this.#tag.name && --this.#depth === 0;
  }

  /** Fields of its node, if its closing tag begins at `closeStart`. */
  nodeFields(closeStart: number): Pick<Node, 'kind' | 'grain' | 'inner' | 'meta'> & { readonly weight?: number } {
    const { name } = this.#tag;
    const isCode = name === 'pre';
    const language = this.#language;
    const isSource = isCode ? !this.#hasMarkup : name === 'script' || name === 'style';
    const hasCode = this.#contentStart !== this.#tag.end;
    const end = isCode && hasCode ? this.#text.lastIndexOf('</', closeStart - 1) : closeStart;
    const hasContent = end > this.#contentStart && !isBlankText(this.#text.slice(this.#contentStart, end));
    return {
      kind: isCode ? 'code' : name,
      grain: 'lines',
      ...(isCode ? {} : { weight: 0 }),
      ...(language && isSource && hasContent ? { inner: { language, start: this.#contentStart, end } } : {}),
      ...(language ? { meta: { language } } : {}),
    };
  }
}
