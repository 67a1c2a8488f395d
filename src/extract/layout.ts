/**
 * Writes a text and records the spans of its parts:
 *
 *     const start = layout.at;
 *     layout.write('Hello\r\n');           // "Hello\n"
 *     parts.push(layout.part('paragraph', start));
 *
 * Line breaks become `\n`, because those of an encoding (CRLF in mail) are not
 * the author's. Lone surrogates become U+FFFD, which has the same length.
 */
import type { Node } from '../types.js';

export class Layout {
  readonly #pieces: string[] = [];
  #at = 0;
  /** The last two characters. */
  #last = '';

  /** Where the next character goes. */
  get at(): number {
    return this.#at;
  }

  write(text: string): void {
    let normalized = text.replace(/\r\n?/g, '\n');
    // At the very start it would be taken for a byte order mark.
    if (this.#at === 0) normalized = normalized.replace(/^\ufeff+/, '');
    if (normalized === '') return;
    this.#pieces.push(normalized);
    this.#at += normalized.length;
    this.#last = normalized.length > 1 ? normalized.slice(-2) : this.#last.slice(-1) + normalized;
  }

  /** The text as lines of its own: it ends with a line break. */
  line(text: string): void {
    this.write(text);
    if (this.#at > 0 && !this.#last.endsWith('\n')) this.write('\n');
  }

  /** A blank line, unless there is one already; none at the very start. */
  gap(): void {
    if (this.#at > 0 && this.#last !== '\n\n') this.write(this.#last.endsWith('\n') ? '\n' : '\n\n');
  }

  /** The text since `start` as a node; undefined if it is empty. */
  part(kind: string, start: number, fields: Partial<Omit<Node, 'kind' | 'start' | 'end'>> = {}): Node | undefined {
    if (this.#at === start) return undefined;
    return { kind, start, end: this.#at, children: [], grain: 'prose', ...fields };
  }

  text(): string {
    return this.#pieces.join('').toWellFormed();
  }
}

/** Removes undefined entries. */
export const present = <T>(items: readonly (T | undefined)[]): T[] => items.filter((item) => item !== undefined);
