/**
 * A file of weights that the package contains (formats: docs/model.md), read part by part. It begins with its type and
 * ends with the checksum of everything before; numbers are little-endian.
 */
import { crc32 } from 'node:zlib';
import { FroeError } from '../errors.js';
import { littleEndianFloats, littleEndianWords } from '../text/littleEndian.js';

const CHECKSUM_BYTES = 4;

export class ModelFile {
  /** Without the checksum. */
  readonly #content: Uint8Array;
  #at: number;

  constructor(file: Uint8Array, magic: string) {
    if (file.length < magic.length + CHECKSUM_BYTES) throw damagedModel('it is cut short');
    if (Buffer.from(file.subarray(0, magic.length)).toString('latin1') !== magic)
      throw damagedModel('it is no such file');
    const content = file.subarray(0, file.length - CHECKSUM_BYTES);
    const checksum = new DataView(file.buffer, file.byteOffset + content.length).getUint32(0, true);
    if (crc32(content) !== checksum) throw damagedModel('its checksum is another');
    this.#content = content;
    this.#at = magic.length;
  }

  /** So many unsigned integers of 4 bytes. */
  integers(count: number): Uint32Array {
    return littleEndianWords(this.#content, this.#advance(4 * count), count);
  }

  floats(count: number): Float32Array {
    return littleEndianFloats(this.#content, this.#advance(4 * count), count);
  }

  /** A view of the file, as are `signedBytes`. */
  bytes(count: number): Uint8Array {
    const from = this.#advance(count);
    return this.#content.subarray(from, from + count);
  }

  signedBytes(count: number): Int8Array {
    const { buffer, byteOffset } = this.bytes(count);
    return new Int8Array(buffer, byteOffset, count);
  }

  /** Every part has been read. */
  end(): void {
    if (this.#at !== this.#content.length) throw damagedModel('its length is wrong');
  }

  /** Skips so many bytes and returns where they begin. */
  #advance(count: number): number {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#content.length) throw damagedModel('its length is wrong');
    return from;
  }
}

const damagedModel = (why: string): FroeError =>
  new FroeError('bad-model', `The built-in model is damaged: ${why}`, REINSTALL_HINT);

export const REINSTALL_HINT = "Reinstall froe, or use the embedder 'none' to search by keywords.";
