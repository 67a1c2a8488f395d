/**
 * Makes tree-sitter's runtime count how often it asks for memory: the one measure
 * of its work that can be had, and that is the same on every machine. The counter
 * is written into the module before it is compiled:
 *
 *     globals  … ┆ a number, 0
 *     exports  … ┆ that number, by a name
 *     malloc   locals ┆ number = number + 1 ┆ what it did before
 */

/** What the counter is exported as. */
export const ALLOCATIONS = 'froe_allocations';

// Sections, kinds of imports and exports, types and instructions, as WebAssembly numbers them.
const SECTION = { imports: 2, globals: 6, exports: 7, code: 10 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const I32 = 0x7f;
const MUTABLE = 1;
const END = 0x0b;
const [GLOBAL_GET, GLOBAL_SET, I32_CONST, I32_ADD] = [0x23, 0x24, 0x41, 0x6a];
const HEADER_BYTES = 8;

/** A module with the counter in it. */
export function countAllocations(module: Uint8Array): Uint8Array {
  const sections = sectionsOf(module);
  const bodyOf = (id: number): Reader => new Reader(sections.find((one) => one.id === id)?.body ?? Uint8Array.of(0));
  const imported = importsOf(bodyOf(SECTION.imports));
  // What comes from outside has the first numbers.
  const counter = numberBytes(imported.globals + bodyOf(SECTION.globals).number());
  const malloc = functionNamed('malloc', bodyOf(SECTION.exports)) - imported.functions;
  const count = [GLOBAL_GET, ...counter, I32_CONST, 1, I32_ADD, GLOBAL_SET, ...counter];
  const changed: Readonly<Record<number, (section: Reader) => Uint8Array>> = {
    [SECTION.globals]: (list) => oneMore(list, [I32, MUTABLE, I32_CONST, 0, END]),
    [SECTION.exports]: (list) => oneMore(list, [...sized(Buffer.from(ALLOCATIONS)), KIND.global, ...counter]),
    [SECTION.code]: (list) => beginning(list, malloc, count),
  };
  const written = sections.flatMap(({ id, body }) => [
    Uint8Array.of(id),
    sized(changed[id]?.(new Reader(body)) ?? body),
  ]);
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...written]);
}

interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

function sectionsOf(module: Uint8Array): readonly Section[] {
  const reader = new Reader(module);
  reader.take(HEADER_BYTES);
  const sections: Section[] = [];
  while (!reader.isDone) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return sections;
}

function importsOf(list: Reader): { readonly functions: number; readonly globals: number } {
  const kinds = Array.from({ length: list.number() }, () => {
    list.take(list.number()); // whose it is
    list.take(list.number()); // and what
    const kind = list.byte();
    skipType(list, kind);
    return kind;
  });
  const count = (wanted: number): number => kinds.filter((kind) => kind === wanted).length;
  return { functions: count(KIND.function), globals: count(KIND.global) };
}

function skipType(reader: Reader, kind: number): void {
  if (kind === KIND.function) reader.number();
  else if (kind === KIND.global) reader.take(2);
  else {
    if (kind === KIND.table) reader.byte();
    const hasMost = (reader.byte() & 1) === 1;
    for (const _ of hasMost ? ['least', 'most'] : ['least']) reader.number();
  }
}

function functionNamed(wanted: string, list: Reader): number {
  for (let left = list.number(); left > 0; left--) {
    const name = Buffer.from(list.take(list.number())).toString();
    const kind = list.byte();
    const index = list.number();
    if (name === wanted && kind === KIND.function) return index;
  }
  throw new Error(`The runtime of tree-sitter exports no ${wanted}`);
}

const oneMore = (list: Reader, item: readonly number[]): Uint8Array =>
  Buffer.concat([Uint8Array.from(numberBytes(list.number() + 1)), list.rest(), Uint8Array.from(item)]);

/** All functions; one of them does something else first. */
function beginning(list: Reader, which: number, first: readonly number[]): Uint8Array {
  list.number();
  for (let before = which; before > 0; before--) list.take(list.number());
  const before = list.taken();
  const code = new Reader(list.take(list.number()));
  for (let locals = code.number(); locals > 0; locals--) {
    code.number(); // so many
    code.byte(); // of that type
  }
  return Buffer.concat([
    before,
    sized(Buffer.concat([code.taken(), Uint8Array.from(first), code.rest()])),
    list.rest(),
  ]);
}

/** Seven bits a byte, the least first; the eighth says that more follow. */
const numberBytes = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
const sized = (bytes: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.from(numberBytes(bytes.length)), bytes]);

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** As `numberBytes` writes it. */
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

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }
}
