/**
 * Makes tree-sitter's runtime count its work, and stop when it has done what it
 * may: a measure that is the same on every machine, and that no input gets
 * around. A function that is called and a loop that goes round are a unit each.
 * The counter is written into the module before it is compiled:
 *
 *     globals   … ┆ left, a number
 *     exports   … ┆ that number, by a name
 *     function  locals ┆ left = left - 1 ┆ left < 0: trap ┆ what it did before
 *     loop      type ┆ left = left - 1 ┆ what it did before
 *
 * A loop that calls nothing ends by itself: that it goes on to count is enough.
 */
import { Reader } from './wasmReader.js';

/** What the counter is exported as. */
export const WORK_LEFT = 'froe_work_left';

// Sections, kinds of imports, types and instructions, as WebAssembly numbers them.
const SECTION = { imports: 2, globals: 6, exports: 7, code: 10 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const I32 = 0x7f;
const MUTABLE = 1;
const NO_RESULT = 0x40;
const [UNREACHABLE, LOOP, IF, END] = [0x00, 0x03, 0x04, 0x0b];
const [GLOBAL_GET, GLOBAL_SET, I32_CONST, I32_LT_S, I32_SUB] = [0x23, 0x24, 0x41, 0x48, 0x6b];
const HEADER_BYTES = 8;

/** As much as the counter can hold: what it begins with. */
export const UNBOUNDED = 0x7fff_ffff;
const UNBOUNDED_BYTES = [0xff, 0xff, 0xff, 0xff, 0x07];

/** A module with the counter in it. */
export function meterWork(module: Uint8Array): Uint8Array {
  const sections = sectionsOf(module);
  const bodyOf = (id: number): Reader => new Reader(sections.find((one) => one.id === id)?.body ?? Uint8Array.of(0));
  // What comes from outside has the first numbers.
  const left = numberBytes(globalsImported(bodyOf(SECTION.imports)) + bodyOf(SECTION.globals).number());
  const count = Uint8Array.from([GLOBAL_GET, ...left, I32_CONST, 1, I32_SUB, GLOBAL_SET, ...left]);
  const trap = Uint8Array.from([GLOBAL_GET, ...left, I32_CONST, 0, I32_LT_S, IF, NO_RESULT, UNREACHABLE, END]);
  const changed: Readonly<Record<number, (section: Reader) => Uint8Array>> = {
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

function globalsImported(list: Reader): number {
  const kinds = Array.from({ length: list.number() }, () => {
    list.take(list.number()); // whose it is
    list.take(list.number()); // and what
    const kind = list.byte();
    skipType(list, kind);
    return kind;
  });
  return kinds.filter((kind) => kind === KIND.global).length;
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

const oneMore = (list: Reader, item: readonly number[]): Uint8Array =>
  Buffer.concat([Uint8Array.from(numberBytes(list.number() + 1)), list.rest(), Uint8Array.from(item)]);

/** All functions, each with `first` at its beginning, and with `round` at that of every loop. */
function metered(list: Reader, round: Uint8Array, first: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
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
const numberBytes = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
const sized = (bytes: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.from(numberBytes(bytes.length)), bytes]);
