/**
 * Builds the tree of a JSON text from its tokens. Objects and arrays are not
 * nodes; their members and items are.
 *
 *     {
 *       // the port        ┐ lead: comments go with the member below
 *       "port": 80, // dev ┘ end: through the comma, a comment on the same line,
 *       "tags": ["a","b"]        and the line break where nothing else follows
 *     }           └──┘ an item, not alone on its line, ends after its comma
 *
 * Error recovery: after a missing comma the next element begins, a closing
 * bracket closes everything up to its opening one, a closing bracket without an
 * opening one is text, and a comma reopens a root that was closed too early.
 */
import type { ConfigNodeKind, Outline } from './outline.js';

export const ARRAY = 0;
export const OBJECT = 1;
export type JsonContainer = typeof ARRAY | typeof OBJECT;

/** Position within the current element. Array elements have no key. */
type Phase = 'between' | 'key' | 'value' | 'done';

export class JsonMembers {
  /** Number of objects and arrays at the top level. */
  roots = 0;
  readonly #outline: Outline;
  /** Roots are nodes, too. */
  readonly #rootItems: boolean;
  readonly #stack: JsonContainer[] = [];
  /** Open containers by kind: a closing bracket without one is text. */
  readonly #openCounts = [0, 0];
  #closedRoot: JsonContainer | undefined;
  #phase: Phase = 'between';
  /** An element of the current container is open in the outline. */
  #inElement = false;
  #end = 0;
  #leadStart = -1;
  #lineStart = 0;
  /** Nothing but white space since the line's start. */
  #isLineBlank = true;
  /** Nothing but white space and comments since the last token, all on its line. */
  #isTrailing = false;

  constructor(outline: Outline, rootItems: boolean) {
    this.#outline = outline;
    this.#rootItems = rootItems;
  }

  get atRoot(): boolean {
    return this.#stack.length === 0;
  }

  /** A line begins. */
  line(start: number): void {
    this.#lineStart = start;
    this.#isLineBlank = true;
    if (!this.#isTrailing) return;
    this.#isTrailing = false;
    this.#end = start;
    this.#leadStart = -1;
  }

  comment(start: number): void {
    if (this.#leadStart < 0) this.#leadStart = this.#isLineBlank ? this.#lineStart : start;
    this.#isLineBlank = false;
  }

  scalar(start: number, end: number): void {
    if (this.#phase === 'value') this.#phase = 'done';
    else if (this.#stack.at(-1) === OBJECT) {
      this.#openElement('key', start, end);
      this.#phase = 'key';
    } else {
      this.#openElement('item', start, 0);
      this.#phase = 'done';
    }
    this.#endToken(end);
  }

  colon(end: number): void {
    if (this.#phase === 'key') this.#phase = 'value';
    this.#endToken(end);
  }

  comma(end: number): void {
    if (this.#closedRoot !== undefined && !this.#rootItems && this.atRoot) this.#push(this.#closedRoot);
    this.#phase = 'between';
    this.#endToken(end);
  }

  enter(container: JsonContainer, start: number): void {
    if (this.atRoot) this.roots++;
    if (this.#phase !== 'value') this.#openElement('item', start, 0);
    this.#push(container);
    this.#endToken(start + 1);
  }

  /** Top-level members without braces: an implied object. */
  enterImplied(start: number): void {
    this.#openElement('item', start, 0);
    this.#push(OBJECT);
  }

  leave(container: JsonContainer, end: number): void {
    if (this.#openCounts[container] > 0) {
      while (this.#pop() !== container);
      if (this.atRoot) this.#closedRoot = container;
    }
    this.#endToken(end);
  }

  /** Closes everything and resets for another text. */
  finish(): void {
    while (!this.atRoot) this.#pop();
    if (this.#inElement) this.#outline.close(this.#end);
    this.#inElement = false;
    this.#phase = 'between';
    this.#closedRoot = undefined;
    this.#isTrailing = false;
    this.#leadStart = -1;
  }

  #openElement(kind: ConfigNodeKind, start: number, nameEnd: number): void {
    if (this.atRoot && !this.#rootItems) return;
    if (this.#inElement) this.#outline.close(this.#end);
    const from = this.#leadStart >= 0 ? this.#leadStart : this.#isLineBlank ? this.#lineStart : start;
    this.#outline.open(kind, from, start, nameEnd);
    this.#inElement = true;
  }

  #endToken(end: number): void {
    this.#end = end;
    this.#leadStart = -1;
    this.#isLineBlank = false;
    this.#isTrailing = true;
  }

  #push(container: JsonContainer): void {
    this.#stack.push(container);
    this.#openCounts[container]++;
    this.#inElement = false;
    this.#phase = 'between';
    this.#closedRoot = undefined;
  }

  #pop(): JsonContainer | undefined {
    if (this.#inElement) this.#outline.close(this.#end);
    const container = this.#stack.pop();
    if (container !== undefined) this.#openCounts[container]--;
    this.#inElement = !this.atRoot || this.#rootItems;
    this.#phase = 'done';
    return container;
  }
}
