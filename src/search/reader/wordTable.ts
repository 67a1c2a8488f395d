/**
 * The words of the built-in model as the reader needs them: vectors of length 1, and
 * their projections to its width. Each is computed when a text first has the word, and
 * is kept: the next question has most of the same words.
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import type { MatrixMemory } from './matrix.js';

/** A row here is a row of the model + 1; row 0, all zeros, is that of an unknown word. */
export class WordTable {
  readonly #memory: MatrixMemory;
  readonly #model: BuiltinModel;
  readonly #width: number;
  /** Offsets of both tables: address space, of which only rows that are used take memory. */
  readonly #vectors: number;
  readonly #projections: number;
  readonly #isKnown: Uint8Array;

  constructor(memory: MatrixMemory, model: BuiltinModel, width: number) {
    this.#memory = memory;
    this.#model = model;
    this.#width = width;
    const rows = model.rows + 1;
    this.#vectors = memory.allocate(rows * model.dimensions);
    this.#projections = memory.allocate(rows * width);
    this.#isKnown = new Uint8Array(rows).fill(1, 0, 1);
  }

  /** `weights`: offset of the matrix that projects; `bias`: that of zeros. */
  prepare(rows: readonly number[], weights: number, bias: number): void {
    const { dimensions } = this.#model;
    const { numbers } = this.#memory;
    const by = { at: weights, stride: this.#width };
    for (const row of rows) {
      if (this.#isKnown[row] === 1) continue;
      this.#isKnown[row] = 1;
      const values = this.#model.row(row - 1);
      const at = this.vectorAt(row);
      let squares = 0;
      for (let i = 0; i < dimensions; i++) squares += values[i] * values[i];
      const scale = 1 / (Math.sqrt(squares) || 1);
      for (let i = 0; i < dimensions; i++) numbers[at + i] = values[i] * scale;
      const out = { at: this.projectionAt(row), stride: this.#width };
      this.#memory.multiply({ at, stride: dimensions }, 1, dimensions, by, this.#width, bias, out);
    }
  }

  vectorAt(row: number): number {
    return this.#vectors + row * this.#model.dimensions;
  }

  projectionAt(row: number): number {
    return this.#projections + row * this.#width;
  }
}
