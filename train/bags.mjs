/** Bags of terms as bytes: u16 n, then n × (u32 term, u8 count), in the order of first occurrence. */
import { Terms } from '../build/embed/builtin/terms.js';

export class Bags {
  #terms = new Terms();
  #bytes = Buffer.alloc(1 << 20);
  #at = 0;

  byte(value) {
    this.#room(1);
    this.#bytes[this.#at++] = value;
  }

  bag(text, most) {
    this.#terms.read(text);
    const counts = new Map();
    for (const term of this.#terms.list.subarray(0, this.#terms.count)) {
      const known = counts.get(term);
      if (known !== undefined) counts.set(term, known + 1);
      else if (counts.size < most) counts.set(term, 1);
    }
    this.#room(2 + counts.size * 5);
    this.#at = this.#bytes.writeUInt16LE(counts.size, this.#at);
    for (const [term, count] of counts) {
      this.#at = this.#bytes.writeUInt32LE(term, this.#at);
      this.#at = this.#bytes.writeUInt8(Math.min(count, 255), this.#at);
    }
  }

  bytes() {
    return this.#bytes.subarray(0, this.#at);
  }

  #room(bytes) {
    if (this.#at + bytes <= this.#bytes.length) return;
    const wider = Buffer.alloc(this.#bytes.length * 2);
    this.#bytes.copy(wider);
    this.#bytes = wider;
  }
}
