/**
 * Makes tree-sitter's runtime count its work, and stop at a limit: a measure that is
 * the same on every machine, and that no input can avoid. Every function call and
 * every loop iteration is one unit. `npm run grammars` writes the counter into the
 * module:
 *
 *     globals   … ┆ left, a number
 *     exports   … ┆ that number, by a name
 *     function  locals ┆ left = left - 1 ┆ left < 0: trap ┆ what it did before
 *     loop      type ┆ left = left - 1 ┆ what it did before
 *
 * Only functions check the limit: a loop without calls ends by itself.
 * src/parse/code/runtime.ts sets the counter and reads it.
 */

/** The name of the exported counter. */
const WORK_LEFT = 'froe_work_left';

// Sections, kinds of imports, types and instructions, as WebAssembly numbers them.
const SECTION = { imports: 2, globals: 6, exports: 7, code: 10 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const I32 = 0x7f;
const MUTABLE = 1;
const NO_RESULT = 0x40;
const [UNREACHABLE, LOOP, IF, END] = [0x00, 0x03, 0x04, 0x0b];
const [GLOBAL_GET, GLOBAL_SET, I32_CONST, I32_LT_S, I32_SUB] = [0x23, 0x24, 0x41, 0x48, 0x6b];
const HEADER_BYTES = 8;

/** The initial value of the counter: 2^31 - 1, its largest. */
const UNBOUNDED_BYTES = [0xff, 0xff, 0xff, 0xff, 0x07];

const [BR_TABLE, SELECT_OF, F32_CONST, F64_CONST, LONG] = [0x0e, 0x1c, 0x43, 0x44, 0xfc];
/** The number of operands of an instruction. */
const NUMBERS = counted({
  1: [
    ...[0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10], // block, loop, if, br, br_if, call
    ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26], // of locals, globals, tables
    ...[0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2], // memory.size, memory.grow, i32.const, i64.const, ref.null, ref.func
  ],
  2: [0x11, ...Array.from({ length: 0x3f - 0x28 }, (_, i) => 0x28 + i)], // call_indirect; load and store
});
/** The same for those with the prefix `LONG`: conversions, then bulk memory operations. */
const LONG_NUMBERS = counted({ 1: [9, 11, 13, 15, 16, 17], 2: [8, 10, 12, 14] });

/** A module with the counter in it. */
export function meterWork(module) {
  const sections = sectionsOf(module);
  const bodyOf = (id) => new Reader(sections.find((one) => one.id === id)?.body ?? Uint8Array.of(0));
  // Imported globals have the first indexes.
  const left = numberBytes(globalsImported(bodyOf(SECTION.imports)) + bodyOf(SECTION.globals).number());
  const count = Uint8Array.from([GLOBAL_GET, ...left, I32_CONST, 1, I32_SUB, GLOBAL_SET, ...left]);
  const trap = Uint8Array.from([GLOBAL_GET, ...left, I32_CONST, 0, I32_LT_S, IF, NO_RESULT, UNREACHABLE, END]);
  const changed = {
    [SECTION.globals]: (list) => oneMore(list, [I32, MUTABLE, I32_CONST, ...UNBOUNDED_BYTES, END]),
    [SECTION.exports]: (list) => oneMore(list, [...sized(Buffer.from(WORK_LEFT)), KIND.global, ...left]),
    [SECTION.code]: (list) => metered(list, count, Buffer.concat([count, trap])),
  };
  const written = sections.flatMap(({ id, body }) => [
    Uint8Array.of(id),
    sized(changed[id]?.(new Reader(body)) ?? body),
  ]);
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...written]);
}

function sectionsOf(module) {
  const reader = new Reader(module);
  reader.take(HEADER_BYTES);
  const sections = [];
  while (!reader.isDone) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return sections;
}

function globalsImported(list) {
  const kinds = Array.from({ length: list.number() }, () => {
    list.take(list.number()); // the module
    list.take(list.number()); // and the name
    const kind = list.byte();
    skipType(list, kind);
    return kind;
  });
  return kinds.filter((kind) => kind === KIND.global).length;
}

function skipType(reader, kind) {
  if (kind === KIND.function) reader.number();
  else if (kind === KIND.global) reader.take(2);
  else {
    if (kind === KIND.table) reader.byte();
    const hasMost = (reader.byte() & 1) === 1;
    for (const _ of hasMost ? ['least', 'most'] : ['least']) reader.number();
  }
}

const oneMore = (list, item) =>
  Buffer.concat([Uint8Array.from(numberBytes(list.number() + 1)), list.rest(), Uint8Array.from(item)]);

/** All functions, each with `first` at its beginning, and with `round` at that of every loop. */
function metered(list, round, first) {
  const parts = [];
  let functions = list.number();
  parts.push(Uint8Array.from(numberBytes(functions)));
  for (; functions > 0; functions--) {
    const code = new Reader(list.take(list.number()));
    for (let locals = code.number(); locals > 0; locals--) {
      code.number(); // so many
      code.byte(); // of that type
    }
    const body = [code.taken(), first];
    while (!code.isDone) if (code.instruction() === LOOP) body.push(code.taken(), round);
    body.push(code.taken());
    parts.push(sized(Buffer.concat(body)));
  }
  return Buffer.concat(parts);
}

/** Seven bits a byte, the least first; the eighth says that more follow. */
const numberBytes = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)]);
const sized = (bytes) => Buffer.concat([Uint8Array.from(numberBytes(bytes.length)), bytes]);

function counted(codes) {
  const counts = new Uint8Array(256);
  for (const [count, list] of Object.entries(codes)) for (const code of list) counts[code] = Number(count);
  return counts;
}

/** Reads the binary format of WebAssembly, as far as it takes to find the instructions of a function. */
class Reader {
  #bytes;
  #at = 0;
  #takenTo = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isDone() {
    return this.#at >= this.#bytes.length;
  }

  byte() {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** Seven bits a byte, the least first; the eighth says that more follow. */
  number() {
    let value = 0;
    for (let place = 1; ; place *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
  }

  take(length) {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** What was read since the last time. */
  taken() {
    const from = this.#takenTo;
    this.#takenTo = this.#at;
    return this.#bytes.subarray(from, this.#at);
  }

  rest() {
    return this.take(this.#bytes.length - this.#at);
  }

  /** The opcode; its operands are skipped. */
  instruction() {
    const code = this.byte();
    if (code === BR_TABLE) this.#skip(this.number() + 1);
    else if (code === SELECT_OF) this.#skip(this.number());
    else if (code === F32_CONST) this.#at += 4;
    else if (code === F64_CONST) this.#at += 8;
    else if (code === LONG) this.#skip(LONG_NUMBERS[this.number()] ?? 0);
    else this.#skip(NUMBERS[code]);
    return code;
  }

  #skip(numbers) {
    for (let left = numbers; left > 0; left--) while (this.byte() >= 0x80);
  }
}
