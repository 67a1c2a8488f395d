/**
 * A file of weights of the reader or the bi-encoder (formats: docs/model.md), read part by part into the memory of
 * the matrix products.
 */
import { existsSync, readFileSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { littleEndianFloats } from '../text/littleEndian.js';
import type { MatrixMemory } from '../wasm/matrixMemory.js';
import { checkedModelFile, damagedModel } from './builtin/model.js';

const MAGIC_BYTES = 8;

export class WeightFile {
  readonly #content: Uint8Array;
  readonly #view: DataView;
  readonly #memory: MatrixMemory;
  #at = MAGIC_BYTES;

  constructor(file: Uint8Array, magic: string, memory: MatrixMemory) {
    const { view, content } = checkedModelFile(file, magic);
    this.#content = content;
    this.#view = view;
    this.#memory = memory;
  }

  /** So many 4-byte numbers. */
  sizes(count: number): readonly number[] {
    const from = this.#advance(4 * count);
    return Array.from({ length: count }, (_, i) => this.#view.getUint32(from + 4 * i, true));
  }

  floats(count: number): Float32Array {
    return littleEndianFloats(this.#content, this.#advance(4 * count), count);
  }

  /** Copies so many floats into the memory, and returns their offset. */
  put(count: number): number {
    const at = this.#memory.allocate(count);
    this.#memory.numbers.set(this.floats(count), at);
    return at;
  }

  bytes(count: number): Uint8Array {
    const from = this.#advance(count);
    return this.#content.subarray(from, from + count);
  }

  /** Skips so many bytes and returns where they begin. */
  #advance(count: number): number {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#content.length) throw damagedModel('its length is wrong');
    return from;
  }
}

/** What is made of a file of weights; false if the package lacks it or it is damaged: then what it is for is left out. */
export function fromWeights<T>(path: string, make: (file: Uint8Array) => T): T | false {
  const file = packageFile(path);
  if (!existsSync(file)) return false;
  try {
    return make(readFileSync(file));
  } catch (error) {
    if (error instanceof FroeError) return false;
    throw error;
  }
}
