/**
 * Tags, text and comments of an HTML text, with exact offsets. The tokenizer is
 * htmlparser2's, which follows the browsers; this adds the end of each token and
 * collects a few attributes.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface HtmlEvents {
  open(tag: HtmlTag): void;
  /** Also called for self-closing tags: `<svg/>`. */
  close(name: string, start: number, end: number): void;
  text(start: number, end: number): void;
  /** Comments, declarations, processing instructions. */
  hidden(start: number, end: number): void;
}

const attributeNames: ReadonlySet<string> = new Set(['id', 'name', 'class', 'type', 'lang']);
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

export function tokenizeHtml(text: string, events: HtmlEvents): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, new TokenCallbacks(text, events));
  tokenizer.write(text);
  tokenizer.end();
}

class TokenCallbacks implements TokenizerCallbacks {
  readonly #text: string;
  readonly #events: HtmlEvents;
  /** The end of the last token, where the next one begins. */
  #end = 0;
  #name = '';
  #attribute = '';
  #attributes = NO_ATTRIBUTES;

  constructor(text: string, events: HtmlEvents) {
    this.#text = text;
    this.#events = events;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#text.slice(start, end).toLowerCase();
    this.#attributes = NO_ATTRIBUTES;
  }

  onattribname(start: number, end: number): void {
    const length = end - start;
    const name = length === 2 || length === 4 || length === 5 ? this.#text.slice(start, end).toLowerCase() : '';
    this.#attribute = attributeNames.has(name) ? name : '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === '') return;
    const value = this.#text.slice(start, end);
    this.#attributes =
      this.#attributes === NO_ATTRIBUTES
        ? { [this.#attribute]: value }
        : { ...this.#attributes, [this.#attribute]: value };
  }

  onopentagend(end: number): void {
    const start = this.#end;
    this.#end = this.#tokenEnd(end);
    this.#events.open({ name: this.#name, start, end: this.#end, attributes: this.#attributes });
  }

  onselfclosingtag(end: number): void {
    const start = this.#end;
    this.onopentagend(end);
    this.#events.close(this.#name, start, this.#end);
  }

  onclosetag(start: number, nameEnd: number): void {
    const from = this.#end;
    const close = this.#text.indexOf('>', nameEnd);
    this.#end = close < 0 ? this.#text.length : close + 1;
    this.#events.close(this.#text.slice(start, nameEnd).toLowerCase(), from, this.#end);
  }

  ontext(_start: number, end: number): void {
    const from = this.#end;
    this.#end = Math.max(from, end);
    this.#events.text(from, this.#end);
  }

  oncomment(_start: number, end: number): void {
    const from = this.#end;
    this.#end = this.#tokenEnd(end);
    this.#events.hidden(from, this.#end);
  }

  ondeclaration(start: number, end: number): void {
    this.oncomment(start, end);
  }

  onprocessinginstruction(start: number, end: number): void {
    this.oncomment(start, end);
  }

  oncdata(start: number, end: number): void {
    this.oncomment(start, end);
  }

  /** The rest of an unfinished tag at the end of the text. */
  onend(): void {
    if (this.#end < this.#text.length) this.#events.text(this.#end, this.#text.length);
  }

  onattribentity(): void {}
  onattribend(): void {}
  ontextentity(): void {}

  /** After the `>` that ends a token, which may be missing at the end of the text. */
  #tokenEnd(end: number): number {
    return Math.max(this.#end, Math.min(end + 1, this.#text.length));
  }
}

/** Decodes entities and collapses white space. */
export const htmlText = (text: string): string =>
  (text.includes('&') ? decodeEntities(text) : text).replace(/\s+/g, ' ').trim();

/** `R&amp;D &ndash; 1` → `R&D – 1` */
function decodeEntities(text: string): string {
  let out = '';
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => {
        out += text.slice(start, end);
      },
      ontextentity: (codepoint) => {
        out += String.fromCodePoint(codepoint);
      },
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return out;
}
