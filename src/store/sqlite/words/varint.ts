/**
 * Variable-length integers: seven bits per byte, the lowest first, the high bit set if
 * more follow. 5 → 05, 300 → ac 02.
 */
const CONTINUATION_BIT = 0x80;
/** Up to here, bit operators work. */
const BITS = 0x7fffffff;

export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 to 2^53 − 1. */
  number(value: number): void {
    let rest = value;
    if (this.#length + 8 > this.#bytes.length) this.#grow(8);
    for (; rest > BITS; rest = Math.floor(rest / CONTINUATION_BIT))
      this.#bytes[this.#length++] = (rest % CONTINUATION_BIT) | CONTINUATION_BIT;
    for (; rest >= CONTINUATION_BIT; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | CONTINUATION_BIT;
    this.#bytes[this.#length++] = rest;
  }

  bytes(value: Uint8Array): void {
    if (this.#length + value.length > this.#bytes.length) this.#grow(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** The bytes written since the last call, as a copy. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(room: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + room));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  number(): number {
    let byte = this.#bytes[this.at++];
    if (byte < CONTINUATION_BIT) return byte;
    let value = byte & 0x7f;
    for (let scale = CONTINUATION_BIT; byte >= CONTINUATION_BIT; scale *= CONTINUATION_BIT) {
      byte = this.#bytes[this.at++];
      value += (byte & 0x7f) * scale;
    }
    return value;
  }
}
