/**
 * The words of the built-in model as the reader needs them: vectors of length 1, and
 * their projections to its width. Each is computed when a text first has the word, and
 * is kept: the next question has most of the same words.
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import type { MatrixMemory } from '../../wasm/matrixMemory.js';

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
    const added = new Set(rows.filter((row) => this.#isKnown[row] === 0));
    this.#memory.unit(
      dimensions,
      Array.from(added, (row) => ({ values: this.#model.row(row - 1), at: this.vectorAt(row) })),
    );
    const by = { at: weights, stride: this.#width };
    for (const row of added) {
      this.#isKnown[row] = 1;
      const out = { at: this.projectionAt(row), stride: this.#width };
      const vector = { at: this.vectorAt(row), stride: dimensions };
      this.#memory.multiply(vector, 1, dimensions, by, this.#width, bias, out);
    }
  }

  vectorAt(row: number): number {
    return this.#vectors + row * this.#model.dimensions;
  }

  projectionAt(row: number): number {
    return this.#projections + row * this.#width;
  }
}
