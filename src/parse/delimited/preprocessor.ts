/**
 * Preprocessor lines. Each is a statement of its own, whose brackets do not count,
 * and each branch of a condition starts from the same depth, or the brackets of
 * both would count:
 *
 *     #ifdef DEBUG
 *     void f(int level) {
 *     #else
 *     void f(void) {
 *     #endif
 *     }                     closes both
 */

import type { Directives } from '../../languages/language.js';
import { type Cursor, readLineEnd } from './cursor.js';
import { ENDS_STATEMENT, IMPORT, skipBlanks } from './lines.js';

export class Preprocessor {
  readonly #directives: Directives;
  /** Depths at the open conditions. */
  readonly #depths: number[] = [];
  /** The line before is a directive. */
  #lastDirectiveLine = -1;

  constructor(directives: Directives) {
    this.#directives = directives;
  }

  /** A directive, or a continuation line of one. */
  isDirective(cursor: Cursor, isContinued: boolean): boolean {
    return (
      (isContinued && this.#lastDirectiveLine === cursor.line - 1) ||
      cursor.text.startsWith(this.#directives.start, cursor.at)
    );
  }

  read(cursor: Cursor): number {
    const { text, at, stop, line } = cursor;
    this.#lastDirectiveLine = line;
    const from = skipBlanks(text, at + 1, stop);
    this.#branch(cursor, text.slice(from, cursor.wordEnd(from)));
    cursor.at = stop;
    readLineEnd(cursor, at, 0);
    return cursor.startsWithWord(cursor.lexicon.language.imports ?? [], at) ? ENDS_STATEMENT | IMPORT : ENDS_STATEMENT;
  }

  #branch({ nesting, line, text, at }: Cursor, word: string): void {
    const { start, branches } = this.#directives;
    if (!text.startsWith(start, at) || !Object.hasOwn(branches, word)) return;
    const depth = this.#depths.at(-1);
    if (branches[word] === 'enter') this.#depths.push(nesting.depth);
    else if (branches[word] === 'leave') this.#depths.pop();
    else if (depth !== undefined) nesting.restore(depth, line);
  }
}
