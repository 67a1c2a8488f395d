/**
 * One text, three units: UTF-16 code units, bytes, lines.
 *
 *     text   a  é  😀   \r\n  z
 *     char   0  1  2 3  4 5   6      a code unit each
 *     byte   0  1  3    7 8   9      as in the file
 *     line   1                2      1-based; LF, CRLF and CR end one
 *
 * Bytes are counted from checkpoints a stride apart, so a lookup reads a few hundred code
 * units at most, and none if the file is plain ASCII.
 */
import { checkArgument } from '../checkArgument.js';

const STRIDE = 256;

/** Byte widths that differ from UTF-8's own: where malformed bytes became U+FFFD. */
export interface Irregular {
  /** Positions of those U+FFFD, ascending, in UTF-16 code units. */
  readonly chars: readonly number[];
  /** How many bytes each replaces. */
  readonly widths: readonly number[];
}

export type Width = 'utf-8' | 'utf-16';

export class Offsets {
  readonly byteLength: number;
  readonly #text: string;
  readonly #width: Width;
  readonly #irregular: Map<number, number>;
  readonly #plain: boolean;
  readonly #lineStarts: Uint32Array;
  #checkpoints: Uint32Array | undefined;

  constructor(text: string, byteLength: number, width: Width = 'utf-8', irregular?: Irregular) {
    checkArgument('Offsets: text', 'text', text);
    checkArgument('Offsets: byteLength', 'whole', byteLength);
    this.#text = text;
    this.byteLength = byteLength;
    this.#width = width;
    this.#irregular = new Map(irregular?.chars.map((char, i) => [char, irregular.widths[i]]));
    this.#plain = width === 'utf-8' && byteLength === text.length && this.#irregular.size === 0;
    this.#lineStarts = findLineStarts(text);
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** Byte offset of a code unit. Between the halves of a surrogate pair: the start of the pair. */
  byteAt(char: number): number {
    if (this.#plain) return char;
    if (this.#width === 'utf-16') return Math.min(char * 2, this.byteLength);
    const checkpoints = this.#byteCheckpoints();
    const block = Math.floor(char / STRIDE);
    return this.#walk(block * STRIDE, char, checkpoints[block]);
  }

  /** Code unit at a byte offset; inside a character, its start. */
  charAt(byte: number): number {
    if (this.#plain) return byte;
    if (this.#width === 'utf-16') return byte >= this.byteLength ? this.#text.length : byte >> 1;
    const checkpoints = this.#byteCheckpoints();
    let low = 0;
    let high = checkpoints.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (checkpoints[middle] <= byte) low = middle;
      else high = middle - 1;
    }
    let char = low * STRIDE;
    let at = checkpoints[low];
    while (char < this.#text.length) {
      const next = at + this.#byteWidth(char);
      if (next > byte) break;
      at = next;
      char++;
    }
    // Stopping on the low half of a pair means the byte is inside it.
    return isLow(this.#text, char) && char > 0 && isHigh(this.#text, char - 1) ? char - 1 : char;
  }

  /** 1-based line of a code unit. */
  lineAt(char: number): number {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= char) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** First code unit of a 1-based line; past the last line, the text's length. */
  lineStart(line: number): number {
    return line > this.#lineStarts.length ? this.#text.length : this.#lineStarts[line - 1];
  }

  /** Byte offset at every stride, counted natively where the bytes are plain UTF-8. */
  #byteCheckpoints(): Uint32Array {
    if (this.#checkpoints) return this.#checkpoints;
    const blocks = Math.floor(this.#text.length / STRIDE) + 1;
    const checkpoints = new Uint32Array(blocks);
    for (let block = 1; block < blocks; block++) {
      checkpoints[block] = this.#walk((block - 1) * STRIDE, block * STRIDE, checkpoints[block - 1]);
    }
    this.#checkpoints = checkpoints;
    return checkpoints;
  }

  #walk(from: number, to: number, byte: number): number {
    if (this.#irregular.size === 0 && to > from) {
      // Each half of a pair alone would count three bytes; here the low half has all four and the high half none.
      const torn = (isHigh(this.#text, to - 1) ? -3 : 0) + (isLow(this.#text, from) ? 1 : 0);
      return byte + Buffer.byteLength(this.#text.slice(from, to)) + torn;
    }
    for (let char = from; char < to; char++) byte += this.#byteWidth(char);
    return byte;
  }

  /** A pair's four bytes are counted on its low half, so that its middle has the offset of its start. */
  #byteWidth(char: number): number {
    const unit = this.#text.charCodeAt(char);
    if (unit < 0x80) return 1;
    if (unit < 0x800) return 2;
    if (unit >= 0xd800 && unit <= 0xdfff) return unit < 0xdc00 ? 0 : 4;
    if (unit === 0xfffd && this.#irregular.size > 0) return this.#irregular.get(char) ?? 3;
    return 3;
  }
}

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** True if a cut would split a surrogate pair. */
export const insidePair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && isLow(text, at) && isHigh(text, at - 1);

function findLineStarts(text: string): Uint32Array {
  const onlyLf = text.indexOf('\r') < 0;
  let starts = new Uint32Array(Math.max(16, text.length >> 5));
  let count = 1;
  for (let at = nextLine(text, 0, onlyLf); at >= 0; at = nextLine(text, at, onlyLf)) {
    if (count === starts.length) {
      const grown = new Uint32Array(starts.length * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = at;
  }
  // A text that ends with a line break has no further line after it.
  if (count > 1 && starts[count - 1] === text.length) count--;
  return starts.slice(0, count);
}

/** Start of the line after the one that contains `from`, or -1. */
export function nextLine(text: string, from: number, onlyLf: boolean): number {
  if (onlyLf) {
    const lf = text.indexOf('\n', from);
    return lf < 0 ? -1 : lf + 1;
  }
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return at + 1;
    if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  }
  return -1;
}
