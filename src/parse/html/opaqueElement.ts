/**
 * An element whose inside is not read for blocks: code, which is shown as it is
 * written, and scripts, styles, templates and drawings, which no one reads.
 *
 *     <pre><code class="language-python">x = 1</code></pre>
 *                                        └───┘ inner, while it holds no tags and no entities
 */
import type { Node } from '../../types.js';
import { MIN_WEIGHTED_LENGTH } from '../document/block.js';
import { classLanguage, scriptLanguage } from './elements.js';
import { isBlankText } from './tiles.js';
import type { HtmlTag } from './tokens.js';

export class OpaqueElement {
  readonly #text: string;
  readonly #tag: HtmlTag;
  /** How many of its name are open. */
  #depth = 1;
  #language: string | undefined;
  /** Where its text begins: after a `<code>` right inside, if there is one. */
  #inside: number;
  /** It holds tags or entities, so what is written is not what it says. */
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

  /** Icons, and scripts that stand elsewhere, go with the text around them. */
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

  /** What it is, when its closing tag begins at `close`. */
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
