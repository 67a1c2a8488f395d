/**
 * Soft term matching (MaxSim): how much of a query a text has in whatever words, "pick"
 * where the code has `select`. For each term of the query the cosine of the nearest
 * term of the text, by the vectors of the built-in model (docs/model.md), as a
 * weighted mean:
 *
 *     pick   0.2 · select 0.7                  the nearest is 0.7 near
 *     file   1.0 · path 0.5                    the nearest is the word itself
 *     (0.7 · weight of pick + 1.0 · weight of file) / both weights
 *
 * A vector of the whole text tells its topic; this tells whether each term is matched.
 * It needs no vectors of the index, so it is the same for every embedder.
 *
 * All texts are compared at once: the distinct terms of all texts with those of the
 * query in WebAssembly; then each text takes its maximum from that table.
 */
import type { BuiltinModel } from '../embed/builtin/model.js';
import { builtinModel } from '../embed/builtin.js';
import { FroeError } from '../errors.js';
import { quantisedBytes } from '../store/vectors/quantise.js';
import { QuantisedTable } from '../store/vectors/quantisedTable.js';

/** The first dimensions are nearly as accurate, in a quarter of the time. */
const DIMENSIONS = 64;

/** One value per text; 0 to 1. */
export function maxSim(question: string, texts: readonly string[]): readonly number[] {
  termVectors ??= loadTerms();
  if (!termVectors) return texts.map(() => 0);
  const { model, table } = termVectors;
  const queryRows = model.rowsOf(question);
  const textRows = texts.map((text) => model.rowsOf(text));
  // Each distinct row once; texts then refer to them by position.
  const columnOf = new Int32Array(model.rows).fill(-1);
  const distinctRows: number[] = [];
  for (const rowsOfText of [queryRows, ...textRows])
    for (const row of rowsOfText) if (columnOf[row] < 0) columnOf[row] = distinctRows.push(row) - 1;
  for (const rowsOfText of textRows)
    for (let i = 0; i < rowsOfText.length; i++) rowsOfText[i] = columnOf[rowsOfText[i]];
  const rows = Uint32Array.from(distinctRows);
  termVectors.quantise(rows);
  const sums = texts.map(() => 0);
  let totalWeight = 0;
  for (const row of queryRows) {
    const similarities = table.products(new Float32Array(model.row(row, DIMENSIONS)), rows);
    // The product of a term with itself is its squared length.
    const weight = Math.max(0, model.weightOf(row));
    const scale = weight / (similarities[columnOf[row]] || 1);
    totalWeight += weight;
    for (let i = 0; i < textRows.length; i++) {
      const columns = textRows[i];
      let best = 0;
      for (let at = 0; at < columns.length; at++)
        if (similarities[columns[at]] > best) best = similarities[columns[at]];
      sums[i] += scale * best;
    }
  }
  return sums.map((sum) => sum / (totalWeight || 1));
}

/** The rows of the model, each of length 1, as far as texts have had them: a question needs few of them. */
class TermVectors {
  readonly model: BuiltinModel;
  readonly table = new QuantisedTable();
  readonly #isQuantised: Uint8Array;

  constructor(model: BuiltinModel) {
    this.model = model;
    this.table.fill(new Uint8Array(model.rows * quantisedBytes(DIMENSIONS)), DIMENSIONS);
    this.#isQuantised = new Uint8Array(model.rows);
  }

  quantise(rows: Uint32Array): void {
    const added = rows.filter((row) => this.#isQuantised[row] === 0);
    for (const row of added) this.#isQuantised[row] = 1;
    this.table.quantise(added, (row) => this.model.row(row, DIMENSIONS));
  }
}

let termVectors: TermVectors | undefined;

/** Without the weights of the model all values are 0, and froe searches by keywords. */
function loadTerms(): TermVectors | undefined {
  try {
    return new TermVectors(builtinModel());
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}
