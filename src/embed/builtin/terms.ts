/**
 * Text → terms: what the built-in model has vectors for. The same code reads the texts of
 * training and of use; docs/model.md specifies it.
 *
 *     parseHTTPHeaders   words   parse http headers
 *                        stems   heade                  the first five letters of six or more
 *
 * A term is a number, never a string: 30 bits of hash, and two bits for its kind. So
 * nothing is allocated per word, and a vocabulary is a table of numbers. Collisions among
 * 15,000 terms are rare.
 *
 * Engines support different versions of Unicode, and the same text must have the same
 * terms in all of them: letters.ts lists what is a letter.
 */
import { growMemory, type WasmMemory, wasmKernel, wasmMemory } from '../../wasm/wasmKernel.js';
import { foldedText, isLetter, isUnspaced } from './letters.js';

/** A term's kind. */
const [WORD, STEM] = [0, 1];

/** Longer names and longer numbers are data. */
const MAX_NAME_CHARS = 64;
const MAX_NUMBER_CHARS = 4;
/** A longer word has a stem, of this many letters. */
export const STEM_LETTERS = 5;

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Classes of ASCII. */
const [OTHER, LOWER, UPPER, DIGIT, JOINT] = [0, 1, 2, 3, 4];
const classes = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  if (unit >= 48 && unit <= 57) return DIGIT;
  return unit === 95 ? JOINT : OTHER;
});

/** When a word ends between two units, by their classes; of capitals the last begins the next word: `HTTPServer`. */
const [NEVER, ALWAYS, BEFORE_LOWER] = [0, 1, 2];
const ends = new Uint8Array(64);
for (const before of [LOWER, UPPER, DIGIT])
  for (const kind of [OTHER, LOWER, UPPER, DIGIT, JOINT]) {
    const goesOn = before === kind ? (kind === UPPER ? BEFORE_LOWER : NEVER) : ALWAYS;
    ends[(before << 3) | kind] = before === UPPER && kind === LOWER ? NEVER : goesOn;
  }

const utf8 = new TextEncoder();
/** Separators that are not ASCII: › … – → ✓. A text with no other such character is read like ASCII. */
const SEPARATORS = /[\x80-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2000-\u2bff]/g;

/** Reads one text at a time; its terms are valid until the next call. */
export class Terms {
  /** Only the first `count` belong to the text. */
  list: Uint32Array = new Uint32Array();
  count = 0;
  #own = new Uint32Array(4096);

  read(text: string): void {
    readAscii ??= asciiTerms();
    const terms = readAscii(text) ?? readAscii(text.replace(SEPARATORS, ' '));
    if (terms) [this.list, this.count] = [terms, terms.length];
    else this.#unicode(text);
  }

  /** A text with any letters. */
  #unicode(text: string): void {
    [this.list, this.count] = [this.#own, 0];
    const { length } = text;
    for (let at = 0; at < length; ) {
      const unit = text.charCodeAt(at);
      if (unit < 128 ? classes[unit] === OTHER : !isLetter(unit)) {
        at++;
        continue;
      }
      const start = at;
      let ascii = true;
      for (; at < length; at++) {
        const next = text.charCodeAt(at);
        if (next < 128) {
          if (classes[next] === OTHER) break;
        } else if (isLetter(next)) ascii = false;
        else break;
      }
      if (!ascii) this.#foreign(text.slice(start, at));
      else if (at - start <= MAX_NAME_CHARS) this.#name(text, start, at);
    }
  }

  /** An ASCII name, part by part: `getHTTPUser_2` is get, http, user, 2. */
  #name(text: string, start: number, end: number): void {
    let word = SEED;
    let stem = 0;
    let length = 0;
    let before = JOINT;
    for (let at = start; at <= end; at++) {
      const unit = at < end ? text.charCodeAt(at) : 95;
      const kind = classes[unit];
      if (
        length > 0 &&
        (kind === before ? kind === UPPER && this.#isLower(text, at + 1, end) : !(before === UPPER && kind === LOWER))
      ) {
        if (before !== DIGIT || length <= MAX_NUMBER_CHARS) {
          this.#word(word, before !== DIGIT && length > STEM_LETTERS ? stem : 0);
        }
        word = SEED;
        length = 0;
      }
      before = kind;
      if (kind === JOINT) continue;
      const letter = kind === UPPER ? unit + 32 : unit;
      word = Math.imul(word ^ letter, PRIME);
      if (++length === STEM_LETTERS) stem = word;
    }
  }

  #isLower(text: string, at: number, end: number): boolean {
    return at < end && classes[text.charCodeAt(at)] === LOWER;
  }

  /** Words of other scripts; for those without spaces, pairs of letters. What is ASCII without its accents is a name. */
  #foreign(run: string): void {
    const text = foldedText(run);
    for (let at = 0; at < text.length; ) {
      const start = at;
      const unit = text.charCodeAt(at);
      if (unit < 128) {
        while (at < text.length && text.charCodeAt(at) < 128) at++;
        if (at - start <= MAX_NAME_CHARS) this.#name(text, start, at);
      } else if (isUnspaced(unit)) {
        while (at < text.length && isUnspaced(text.charCodeAt(at))) at++;
        for (let i = start; i < Math.max(start + 1, at - 1); i++) this.#word(hashOf(text, i, Math.min(i + 2, at)), 0);
      } else {
        while (at < text.length && text.charCodeAt(at) >= 128 && !isUnspaced(text.charCodeAt(at))) at++;
        if (at - start > MAX_NAME_CHARS) continue;
        const stem = at - start > STEM_LETTERS ? hashOf(text, start, start + STEM_LETTERS) : 0;
        this.#word(hashOf(text, start, at), stem);
      }
    }
  }

  #word(hash: number, stem: number): void {
    this.#add(hash, WORD);
    if (stem !== 0) this.#add(stem, STEM);
  }

  #add(hash: number, kind: number): void {
    if (this.count === this.list.length) this.#grow();
    this.list[this.count++] = termOf(hash, kind);
  }

  #grow(): void {
    const wider = new Uint32Array(this.list.length * 2);
    wider.set(this.list);
    this.#own = wider;
    this.list = wider;
  }
}

/** Memory: classes │ ends │ the text, one byte per letter │ terms. */
const [ENDS_AT, TEXT_AT] = [128, 128 + 64];

type Kernel = (...values: readonly number[]) => number;

/** The terms of a text of ASCII by WebAssembly (kernels/terms.wat); undefined for one with other letters, or without it. */
let readAscii: ((text: string) => Uint32Array | undefined) | undefined;

function asciiTerms(): NonNullable<typeof readAscii> {
  let memory: WasmMemory;
  let terms: Kernel;
  try {
    memory = wasmMemory(TEXT_AT);
    terms = wasmKernel<Kernel>('terms', memory);
  } catch {
    return () => undefined; // WebAssembly is disabled
  }
  let bytes = new Uint8Array(memory.buffer);
  bytes.set(classes);
  bytes.set(ends, ENDS_AT);
  return (text) => {
    const { length } = text;
    const out = Math.ceil((TEXT_AT + length + 1) / 4) * 4;
    growMemory(memory, out + 4 * length); // at most one term per letter
    if (bytes.buffer !== memory.buffer) bytes = new Uint8Array(memory.buffer);
    const { read } = utf8.encodeInto(text, bytes.subarray(TEXT_AT, TEXT_AT + length));
    if (read !== length) return undefined; // other letters take several bytes
    bytes[TEXT_AT + length] = 0; // ends the last name
    const end = terms(TEXT_AT, TEXT_AT + length, 0, ENDS_AT, out, MAX_NAME_CHARS, MAX_NUMBER_CHARS, STEM_LETTERS);
    return new Uint32Array(memory.buffer, out, (end - out) / 4);
  };
}

/** The stem that longer words have which begin with this word of five letters. */
export const stemTerm = (word: number): number => (word | STEM) >>> 0;

function termOf(hash: number, kind: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  return (mixed << 2) | kind;
}

function hashOf(text: string, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}
