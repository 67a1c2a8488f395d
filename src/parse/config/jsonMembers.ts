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
  readonly #opened = [0, 0];
  #closedRoot: JsonContainer | undefined;
  #phase: Phase = 'between';
  /** An element of the current container is open in the outline. */
  #element = false;
  #end = 0;
  #lead = -1;
  #lineStart = 0;
  /** Nothing but white space since the line's start. */
  #blank = true;
  /** Nothing but white space and comments since the last token, all on its line. */
  #trailing = false;

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
    this.#blank = true;
    if (!this.#trailing) return;
    this.#trailing = false;
    this.#end = start;
    this.#lead = -1;
  }

  comment(start: number): void {
    if (this.#lead < 0) this.#lead = this.#blank ? this.#lineStart : start;
    this.#blank = false;
  }

  scalar(start: number, end: number): void {
    if (this.#phase === 'value') this.#phase = 'done';
    else if (this.#stack.at(-1) === OBJECT) {
      this.#begin('key', start, end);
      this.#phase = 'key';
    } else {
      this.#begin('item', start, 0);
      this.#phase = 'done';
    }
    this.#token(end);
  }

  colon(end: number): void {
    if (this.#phase === 'key') this.#phase = 'value';
    this.#token(end);
  }

  comma(end: number): void {
    if (this.#closedRoot !== undefined && !this.#rootItems && this.atRoot) this.#push(this.#closedRoot);
    this.#phase = 'between';
    this.#token(end);
  }

  enter(container: JsonContainer, start: number): void {
    if (this.atRoot) this.roots++;
    if (this.#phase !== 'value') this.#begin('item', start, 0);
    this.#push(container);
    this.#token(start + 1);
  }

  /** Top-level members without braces: an implied object. */
  enterImplied(start: number): void {
    this.#begin('item', start, 0);
    this.#push(OBJECT);
  }

  leave(container: JsonContainer, end: number): void {
    if (this.#opened[container] > 0) {
      while (this.#pop() !== container);
      if (this.atRoot) this.#closedRoot = container;
    }
    this.#token(end);
  }

  /** Closes everything and resets for another text. */
  finish(): void {
    while (!this.atRoot) this.#pop();
    if (this.#element) this.#outline.close(this.#end);
    this.#element = false;
    this.#phase = 'between';
    this.#closedRoot = undefined;
    this.#trailing = false;
    this.#lead = -1;
  }

  #begin(kind: ConfigNodeKind, start: number, nameEnd: number): void {
    if (this.atRoot && !this.#rootItems) return;
    if (this.#element) this.#outline.close(this.#end);
    const from = this.#lead >= 0 ? this.#lead : this.#blank ? this.#lineStart : start;
    this.#outline.open(kind, from, start, nameEnd);
    this.#element = true;
  }

  #token(end: number): void {
    this.#end = end;
    this.#lead = -1;
    this.#blank = false;
    this.#trailing = true;
  }

  #push(container: JsonContainer): void {
    this.#stack.push(container);
    this.#opened[container]++;
    this.#element = false;
    this.#phase = 'between';
    this.#closedRoot = undefined;
  }

  #pop(): JsonContainer | undefined {
    if (this.#element) this.#outline.close(this.#end);
    const container = this.#stack.pop();
    if (container !== undefined) this.#opened[container]--;
    this.#element = !this.atRoot || this.#rootItems;
    this.#phase = 'done';
    return container;
  }
}
