/**
 * The open brackets and blocks at one point of the text, outermost first. It is
 * tolerant: a closer without a near opener is ignored, and one that matches an outer
 * opener closes everything in between.
 */
import type { Token } from './token.js';

/** Kinds of entries: the rank of a bracket pair, 0 the strongest, or one of these. */
const WORD_BLOCK = 100;
/** A word that opens a function. */
const FUNCTION_BLOCK = 101;
const CODE_IN_STRING = 102;

/** How many levels a closer looks for its opener. Limited, so that the time is linear. */
const MAX_LOOKBACK = 32;

export class Nesting {
  readonly #kinds: number[] = [];
  readonly #lines: number[] = [];
  readonly #strings: Token[] = [];
  #lowestDepth = 0;

  get depth(): number {
    return this.#kinds.length;
  }

  open(pair: number, line: number): void {
    this.#kinds.push(pair);
    this.#lines.push(line);
  }

  openWord(line: number, isFunction: boolean): void {
    this.open(isFunction ? FUNCTION_BLOCK : WORD_BLOCK, line);
  }

  /** Code inside a string; the string continues where its bracket closes. */
  openCode(string: Token, line: number): void {
    this.open(CODE_IN_STRING, line);
    this.#strings.push(string);
  }

  /** Closes a bracket. Returns the string that continues after it, if any. */
  close(pair: number): Token | undefined {
    const kinds = this.#kinds;
    const lookbackEnd = Math.max(0, kinds.length - MAX_LOOKBACK);
    for (let i = kinds.length - 1; i >= lookbackEnd; i--) {
      if (kinds[i] === pair) {
        this.#truncate(i);
        return undefined;
      }
      if (kinds[i] === CODE_IN_STRING) {
        const string = this.#strings[this.#strings.length - 1];
        if (string.pair !== pair) return undefined;
        this.#truncate(i);
        return string;
      }
      if (kinds[i] < pair) return undefined;
    }
    return undefined;
  }

  /**
   * Closes a block that a word opened. A closer at the start of its line prefers the
   * block whose opening line has the same indentation, which corrects the count
   * after a word that opened nothing:
   *
   *     class Square
   *       def area = side ** 2    counted as open, but complete
   *     end                       closes `Square`, and `area` with it
   */
  closeWord(line: number, startsLine: boolean, indent: Int32Array): boolean {
    const kinds = this.#kinds;
    const lookbackEnd = Math.max(0, kinds.length - MAX_LOOKBACK);
    if (startsLine) {
      for (let i = kinds.length - 1; i >= lookbackEnd; i--) {
        if (isWordBlock(kinds[i]) && indent[this.#lines[i]] === indent[line]) return this.#truncate(i);
      }
    }
    for (let i = kinds.length - 1; i >= lookbackEnd; i--) {
      if (isWordBlock(kinds[i])) return this.#truncate(i);
      // `list[end]`: inside brackets of the same line the word is not a closer.
      if (kinds[i] === CODE_IN_STRING || this.#lines[i] === line) return false;
    }
    return false;
  }

  get inWordBlock(): boolean {
    return isWordBlock(this.#kinds[this.#kinds.length - 1]);
  }

  /**
   * A function starts on this line. If the innermost block is a function with the
   * same indentation, that one was complete on its line: nested functions are
   * indented.
   */
  startFunction(line: number, indent: Int32Array): void {
    const last = this.#kinds.length - 1;
    if (this.#kinds[last] === FUNCTION_BLOCK && indent[this.#lines[last]] === indent[line]) this.#truncate(last);
  }

  /** Whether the block at this depth is more than a parenthesis: the strongest pair, or words. */
  isBody(depth: number): boolean {
    const kind = this.#kinds[depth];
    return kind === 0 || isWordBlock(kind);
  }

  /** The line on which the outermost entry was opened. */
  get outermostLine(): number {
    return this.#lines[0];
  }

  /** Code inside a one-line string ends with its line. */
  endLine(): void {
    const last = this.#kinds.length - 1;
    if (this.#kinds[last] === CODE_IN_STRING && !this.#strings[this.#strings.length - 1].multiline)
      this.#truncate(last);
  }

  /** Back to a depth it had before; what was closed since counts as a body. */
  restore(depth: number, line: number): void {
    this.#truncate(depth);
    while (this.#kinds.length < depth) this.open(0, line);
  }

  /** The least depth since the last call. */
  takeLowest(): number {
    const lowest = this.#lowestDepth;
    this.#lowestDepth = this.#kinds.length;
    return lowest;
  }

  #truncate(depth: number): true {
    if (depth < this.#lowestDepth) this.#lowestDepth = depth;
    while (this.#kinds.length > depth) {
      this.#lines.pop();
      if (this.#kinds.pop() === CODE_IN_STRING) this.#strings.pop();
    }
    return true;
  }
}

const isWordBlock = (kind: number): boolean => kind === WORD_BLOCK || kind === FUNCTION_BLOCK;
