/**
 * Proves promises 1 to 3 for one cut source, from its bytes alone: exact (bytes, code units
 * and lines name the same text), lossless (chunks without overlap, and the white space
 * between them, are the file), bounded (every chunk is counted again). It shares no
 * offsets with the code that cuts.
 */
import { checkArgument } from '../checkArgument.js';
import type { Chunk } from '../schema.js';
import type { Tokenizer } from '../text/tokens/index.js';

export interface BrokenPromise {
  readonly promise: 'exact' | 'lossless' | 'bounded';
  /** The first byte of the source where it fails. */
  readonly byte: number;
  readonly message: string;
}

export interface Proof {
  readonly chunks: number;
  readonly failures: readonly BrokenPromise[];
}

export interface CutToVerify {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  readonly tokenizer: Tokenizer;
  /** Infinity: only token counts are checked. */
  readonly maxTokens: number;
}

export function prove(given: CutToVerify): Proof {
  checkArgument('prove()', 'object', given);
  const { bytes, chunks, tokenizer, maxTokens } = given;
  checkArgument('prove(): bytes', 'bytes', bytes);
  checkArgument('prove(): chunks', 'chunks', chunks);
  checkArgument('prove(): tokenizer', 'tokenizer', tokenizer);
  if (maxTokens !== Number.POSITIVE_INFINITY) checkArgument('prove(): maxTokens', 'whole', maxTokens);
  const failures: BrokenPromise[] = [];
  const decoder = decoderFor(bytes);
  const lines = new LineCounter(bytes, decoder.unit);
  let covered = 0;
  for (const chunk of chunks) {
    const fail = (promise: BrokenPromise['promise'], byte: number, message: string): number =>
      failures.push({ promise, byte, message: `${chunk.id}: ${message}` });
    const { byteStart, byteEnd, overlapBytes } = chunk;

    const checkSize = (): void => {
      const tokens = tokenizer.count(chunk.content);
      const embedded = chunk.context === undefined ? tokens : tokenizer.count(chunk.context + chunk.content);
      if (embedded > maxTokens) fail('bounded', byteStart, `${embedded} tokens, over the limit of ${maxTokens}`);
      if (tokens !== chunk.tokenCount) fail('bounded', byteStart, `says ${chunk.tokenCount} tokens, has ${tokens}`);
    };
    if (chunk.synthetic) {
      checkSize(); // synthetic: it has a size, but no bytes of its own
      continue;
    }

    const read = decoder.decode(bytes.subarray(byteStart, byteEnd));
    if (read !== chunk.content)
      fail('exact', byteStart + firstDifference(read, chunk.content), 'content does not match the bytes');
    if (chunk.charEnd - chunk.charStart !== chunk.content.length)
      fail('exact', byteStart, 'code units do not match the content');
    const [from, to] = [lines.lineOf(byteStart), lines.lineOf(Math.max(byteStart, byteEnd - 1))];
    if (from !== chunk.startLine || to !== chunk.endLine) {
      fail('exact', byteStart, `lines ${chunk.startLine}–${chunk.endLine} should be ${from}–${to}`);
    }

    const fresh = byteStart + overlapBytes;
    if (fresh < covered) fail('lossless', fresh, 'repeats text without declaring it');
    else if (!isBlank(decoder.decode(bytes.subarray(covered, fresh))))
      fail('lossless', covered, 'text before it is in no chunk');
    covered = Math.max(covered, byteEnd);
    checkSize();
  }
  if (!isBlank(decoder.decode(bytes.subarray(covered)))) {
    failures.push({ promise: 'lossless', byte: covered, message: 'text at the end is in no chunk' });
  }
  return { chunks: chunks.length, failures };
}

interface Decoder {
  readonly unit: 1 | 2;
  decode(bytes: Uint8Array): string;
}

function decoderFor(bytes: Uint8Array): Decoder {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  const decoder = new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8', { ignoreBOM: true });
  const unit = little || big ? 2 : 1;
  // Half a unit at the end stands for itself, also behind half a pair.
  const decode = (part: Uint8Array): string => {
    const half = part.length % unit;
    return decoder.decode(part.subarray(0, part.length - half)) + '\ufffd'.repeat(half);
  };
  return { unit, decode };
}

/** Counts line breaks in the bytes, going forward only. */
class LineCounter {
  #at = 0;
  #line = 1;
  readonly #bytes: Uint8Array;
  readonly #unit: 1 | 2;
  readonly #marks: number[] = [0];

  constructor(bytes: Uint8Array, unit: 1 | 2) {
    this.#bytes = bytes;
    this.#unit = unit;
  }

  /** Line starts found so far are kept, so that an overlap can look back. */
  lineOf(byte: number): number {
    while (this.#at <= byte && this.#at < this.#bytes.length) {
      const here = this.#value(this.#at);
      this.#at += this.#unit;
      if (here === 10 || (here === 13 && this.#value(this.#at) !== 10)) {
        this.#marks.push(this.#at);
        this.#line++;
      }
    }
    let line = this.#line;
    while (line > 1 && this.#marks[line - 1] > byte) line--;
    return line;
  }

  #value(at: number): number {
    if (this.#unit === 1) return this.#bytes[at] ?? -1;
    if (at + 1 >= this.#bytes.length) return -1; // half a unit is no letter, whatever its byte says
    const [a, b] = [this.#bytes[at], this.#bytes[at + 1]];
    return this.#bytes[0] === 0xff ? a | (b << 8) : (a << 8) | b;
  }
}

const isBlank = (text: string): boolean => /^[\s\ufeff\u0085]*$/.test(text);

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return Buffer.byteLength(a.slice(0, i));
}
