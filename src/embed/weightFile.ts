/** A file of weights of the reader or the bi-encoder, read into the memory of the matrix products. */
import { existsSync, readFileSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import type { MatrixMemory } from '../wasm/matrixMemory.js';
import { ModelFile } from './modelFile.js';

export class WeightFile extends ModelFile {
  readonly #memory: MatrixMemory;

  constructor(file: Uint8Array, magic: string, memory: MatrixMemory) {
    super(file, magic);
    this.#memory = memory;
  }

  /** Copies so many floats into the memory, and returns their offset. */
  put(count: number): number {
    const at = this.#memory.allocate(count);
    this.#memory.numbers.set(this.floats(count), at);
    return at;
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
