/**
 * An element whose contents are not parsed as blocks: `pre`, scripts, styles,
 * templates and SVG.
 *
 *     <pre><code class="language-python">x = 1</code></pre>
 *                                        └───┘ inner, if it contains no tags and entities
 */
import type { Node } from '../../types.js';
import { MIN_WEIGHTED_LENGTH } from '../document/block.js';
import { classLanguage, scriptLanguage } from './elements.js';
import { isBlankText } from './tiles.js';
import type { HtmlTag } from './tokens.js';

export class OpaqueElement {
  readonly #text: string;
  readonly #tag: HtmlTag;
  /** Number of open elements of its name. */
  #depth = 1;
  #language: string | undefined;
  /** Start of its text: after a `<code>` directly inside, if there is one. */
  #inside: number;
  /** It contains tags or entities, so its source is not its text. */
  #isMarked = false;

  constructor(text: string, tag: HtmlTag) {
    this.#text = text;
    this.#tag = tag;
    this.#inside = tag.end;
    this.#language = scriptLanguage(tag.name, tag.attributes) ?? classLanguage(tag.attributes.class ?? '');
  }

  get start(): number {
    return this.#tag.start;
  }

  /** Icons and external scripts belong to the text around them. */
  isWorthANode(close: number): boolean {
    const { name, start, end } = this.#tag;
    if (name === 'svg') return close - start >= MIN_WEIGHTED_LENGTH;
    return name !== 'script' || !isBlankText(this.#text.slice(end, close));
  }

  open({ name, start, end, attributes }: HtmlTag): void {
    if (name === this.#tag.name) this.#depth++;
    const isFirst = this.#inside === this.#tag.end && !this.#isMarked;
    if (name === 'code' && isFirst && isBlankText(this.#text.slice(this.#inside, start))) {
      this.#inside = end;
      this.#language ??= classLanguage(attributes.class ?? '');
    } else this.#isMarked = true;
  }

  text(start: number, end: number): void {
    this.#isMarked ||= this.#text.slice(start, end).includes('&');
  }

  /** True when this closes the element itself. */
  close(name: string): boolean {
    return name === this.#tag.name && --this.#depth === 0;
  }

  /** Fields of its node, if its closing tag begins at `close`. */
  nodeFields(close: number): Pick<Node, 'kind' | 'grain' | 'inner' | 'meta'> & { readonly weight?: number } {
    const { name } = this.#tag;
    const isCode = name === 'pre';
    const language = this.#language;
    const isSource = isCode ? !this.#isMarked : name === 'script' || name === 'style';
    const hasCode = this.#inside !== this.#tag.end;
    const end = isCode && hasCode ? this.#text.lastIndexOf('</', close - 1) : close;
    const holds = end > this.#inside && !isBlankText(this.#text.slice(this.#inside, end));
    return {
      kind: isCode ? 'code' : name,
      grain: 'lines',
      ...(isCode ? {} : { weight: 0 }),
      ...(language && isSource && holds ? { inner: { language, start: this.#inside, end } } : {}),
      ...(language ? { meta: { language } } : {}),
    };
  }
}
