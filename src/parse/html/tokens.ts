/**
 * HTML as a row of tags, texts and comments with their exact places. The tokens
 * are htmlparser2's, which reads what browsers read; here they get their ends,
 * and the few attributes that we ask for.
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
  /** A tag that has no end: `<br>`, `<svg/>`. */
  close(name: string, start: number, end: number): void;
  text(start: number, end: number): void;
  /** Comments, declarations, instructions: what no reader sees. */
  hidden(start: number, end: number): void;
}

const attributeNames: ReadonlySet<string> = new Set(['id', 'name', 'class', 'type', 'lang']);
const none: Readonly<Record<string, string>> = {};

export function tokenizeHtml(text: string, events: HtmlEvents): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, new TokenCallbacks(text, events));
  tokenizer.write(text);
  tokenizer.end();
}

class TokenCallbacks implements TokenizerCallbacks {
  readonly #text: string;
  readonly #events: HtmlEvents;
  /** Where the last token ended, and the next one begins. */
  #end = 0;
  #name = '';
  #attribute = '';
  #attributes = none;

  constructor(text: string, events: HtmlEvents) {
    this.#text = text;
    this.#events = events;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#text.slice(start, end).toLowerCase();
    this.#attributes = none;
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
      this.#attributes === none ? { [this.#attribute]: value } : { ...this.#attributes, [this.#attribute]: value };
  }

  onopentagend(end: number): void {
    const start = this.#end;
    this.#end = this.#after(end);
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
    this.#end = this.#after(end);
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

  /** What is left of a tag that the text breaks off in. */
  onend(): void {
    if (this.#end < this.#text.length) this.#events.text(this.#end, this.#text.length);
  }

  onattribentity(): void {}
  onattribend(): void {}
  ontextentity(): void {}

  /** After the sign that ends a token; a token at the end of the text may lack it. */
  #after(end: number): number {
    return Math.max(this.#end, Math.min(end + 1, this.#text.length));
  }
}

/** Text as a reader sees it: entities are characters, white space is one blank. */
export const decodeText = (text: string): string =>
  (text.includes('&') ? decodeEntities(text) : text).replace(/\s+/g, ' ').trim();

/** `R&amp;D &ndash; 1` → `R&D – 1` */
function decodeEntities(text: string): string {
  let out = '';
  const nothing = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => {
        out += text.slice(start, end);
      },
      ontextentity: (codepoint) => {
        out += String.fromCodePoint(codepoint);
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return out;
}
