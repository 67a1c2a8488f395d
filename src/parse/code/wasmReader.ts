/** Reads the binary format of WebAssembly, as far as it takes to find the instructions of a function. */

const [BR_TABLE, SELECT_OF, F32_CONST, F64_CONST, LONG] = [0x0e, 0x1c, 0x43, 0x44, 0xfc];
/** How many numbers follow an instruction. */
const NUMBERS = counted({
  1: [
    ...[0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10], // block, loop, if, br, br_if, call
    ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26], // of locals, globals, tables
    ...[0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2], // memory.size, memory.grow, i32.const, i64.const, ref.null, ref.func
  ],
  2: [0x11, ...Array.from({ length: 0x3f - 0x28 }, (_, i) => 0x28 + i)], // call_indirect; load and store
});
/** The same for those that `LONG` begins: conversions, then what works on whole stretches of memory. */
const LONG_NUMBERS = counted({ 1: [9, 11, 13, 15, 16, 17], 2: [8, 10, 12, 14] });

function counted(codes: Readonly<Record<number, readonly number[]>>): Uint8Array {
  const counts = new Uint8Array(256);
  for (const [count, list] of Object.entries(codes)) for (const code of list) counts[code] = Number(count);
  return counts;
}

export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #takenTo = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** Seven bits a byte, the least first; the eighth says that more follow. */
  number(): number {
    let value = 0;
    for (let place = 1; ; place *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
  }

  take(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** What was read since the last time. */
  taken(): Uint8Array {
    const from = this.#takenTo;
    this.#takenTo = this.#at;
    return this.#bytes.subarray(from, this.#at);
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }

  /** Which one it is; what belongs to it is skipped. */
  instruction(): number {
    const code = this.byte();
    if (code === BR_TABLE) this.#skip(this.number() + 1);
    else if (code === SELECT_OF) this.#skip(this.number());
    else if (code === F32_CONST) this.#at += 4;
    else if (code === F64_CONST) this.#at += 8;
    else if (code === LONG) this.#skip(LONG_NUMBERS[this.number()] ?? 0);
    else this.#skip(NUMBERS[code]);
    return code;
  }

  #skip(numbers: number): void {
    for (let left = numbers; left > 0; left--) while (this.byte() >= 0x80);
  }
}
