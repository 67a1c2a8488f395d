/**
 * A text that is too large for memory, in windows: the contents of the buffer are parsed,
 * cut off where the last unit begins, chunked and released; the rest begins the next
 * window.
 *
 *     ├──────────── buffer ────────────┤
 *     # Oak … # Elm … # Yew … # Ash …            Ash may go on: it waits
 *     ├── window 1: Oak, Elm, Yew ──┤├── Ash …   window 2
 *
 * Offsets are those of the whole stream, and the promises hold for it: chunks and the
 * white space between them are the stream, byte for byte. A diagnostic reports what a
 * window cannot know. A text that fits into the buffer is cut as by chunk().
 */
import { inShort } from '../checkArgument.js';
import { checkOptions } from '../config/checkOptions.js';
import { type OptionKinds, whole } from '../config/kinds.js';
import { FroeError } from '../errors.js';
import type { Cut } from '../types.js';
import { chunk } from './chunk.js';
import { type ChunkOptions, chunkKinds } from './chunkOptions.js';
import { TextWindows } from './textWindows.js';

/** Parts of a text, in order: a readable stream of Node or of the web, a generator, a list. */
export type TextStream = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface StreamOptions extends ChunkOptions {
  /** Maximum bytes of text in memory. Default 1 MiB. */
  readonly bufferSize?: number;
}

const BUFFER_SIZE = 1 << 20;
/** A window must hold more than a chunk or two. */
const SMALLEST_BUFFER = 1 << 10;

const streamKinds = { ...chunkKinds, bufferSize: whole(SMALLEST_BUFFER) } satisfies OptionKinds<StreamOptions>;

/**
 * Cuts a text that need not fit into memory, window by window; each gives chunks and gaps with offsets in the whole
 * text. Breaking out of the loop closes the stream.
 */
export function chunkStream(input: TextStream, options: StreamOptions = {}): AsyncIterable<Cut> {
  if (typeof input !== 'object' || input === null || !(Symbol.asyncIterator in input || Symbol.iterator in input))
    throw new FroeError(
      'bad-source',
      `chunkStream() expects a stream of text or bytes, not ${inShort(input)}`,
      typeof input === 'string' ? 'For a text in memory use chunk().' : 'Pass a readable stream, or any iterable.',
    );
  checkOptions('chunkStream()', options, streamKinds);
  const { bufferSize = BUFFER_SIZE, ...chunking } = options;
  return cutStream(input, chunking, bufferSize);
}

async function* cutStream(input: TextStream, options: ChunkOptions, size: number): AsyncGenerator<Cut> {
  const buffer = new ByteQueue();
  let windows: TextWindows | undefined;
  for await (const part of input) {
    for (const piece of piecesOf(part, size)) {
      buffer.add(piece);
      while (buffer.length > size) {
        windows ??= new TextWindows(buffer.head(size), options);
        if (windows.isBinary && !buffer.isText) return yield windows.binaryCut;
        yield await windows.next(buffer.head(size), false);
        buffer.drop(windows.taken);
      }
    }
  }
  buffer.end();
  const rest = buffer.head(buffer.length);
  if (windows) yield await windows.next(rest, true);
  else yield await chunk(buffer.isText ? rest.toString() : rest, options);
}

/** A long string is not encoded at once. */
function* piecesOf(part: unknown, size: number): Generator<string | Uint8Array> {
  if (part instanceof Uint8Array) return yield part;
  if (typeof part !== 'string')
    throw new FroeError('bad-source', `chunkStream() expects text or bytes from its stream, not ${inShort(part)}`);
  for (let at = 0; at < part.length; at += size) yield part.slice(at, at + size);
}

/** Bytes that have arrived and were not consumed yet. */
class ByteQueue {
  length = 0;
  /** Only strings have arrived. */
  isText = true;
  readonly #parts: Buffer[] = [];
  /** The first half of a surrogate pair, whose second half comes with the next part. */
  #half = '';

  add(part: string | Uint8Array): void {
    if (typeof part !== 'string') {
      this.isText = false;
      this.#push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
      return;
    }
    const text = this.#half + part;
    this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    this.#push(Buffer.from(this.#half === '' ? text : text.slice(0, -1)));
  }

  end(): void {
    this.#push(Buffer.from(this.#half));
    this.#half = '';
  }

  /** The first bytes, as one buffer. */
  head(length: number): Buffer {
    if (this.#parts.length > 1) this.#parts.splice(0, this.#parts.length, Buffer.concat(this.#parts));
    return this.#parts.length === 0 ? Buffer.alloc(0) : this.#parts[0].subarray(0, length);
  }

  drop(length: number): void {
    this.head(0);
    this.#parts[0] = this.#parts[0].subarray(length);
    this.length -= length;
  }

  #push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.length += bytes.length;
  }
}
