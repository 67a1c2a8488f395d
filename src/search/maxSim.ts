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
import { quantise, quantisedBytes } from '../store/vectors/quantise.js';
import { QuantisedTable } from '../store/vectors/quantisedTable.js';

/** The first dimensions are nearly as accurate, in a quarter of the time. */
const DIMENSIONS = 64;

/** One value per text; 0 to 1. */
export function maxSim(question: string, texts: readonly string[]): readonly number[] {
  words ??= loaded();
  if (!words) return texts.map(() => 0);
  const { known, table } = words;
  const asked = known.rowsOf(question);
  const read = texts.map((text) => known.rowsOf(text));
  // Each distinct row once; texts then refer to them by position.
  const placeOf = new Int32Array(known.rows).fill(-1);
  const different: number[] = [];
  for (const some of [asked, ...read])
    for (const row of some) if (placeOf[row] < 0) placeOf[row] = different.push(row) - 1;
  for (const some of read) for (let i = 0; i < some.length; i++) some[i] = placeOf[some[i]];
  const rows = Uint32Array.from(different);
  words.quantise(rows);
  const sums = texts.map(() => 0);
  let all = 0;
  for (const row of asked) {
    const near = table.products(new Float32Array(known.row(row, DIMENSIONS)), rows);
    // The product of a term with itself is its squared length.
    const weight = Math.max(0, known.weightOf(row));
    const part = weight / (near[placeOf[row]] || 1);
    all += weight;
    for (let i = 0; i < read.length; i++) {
      const places = read[i];
      let best = 0;
      for (let at = 0; at < places.length; at++) if (near[places[at]] > best) best = near[places[at]];
      sums[i] += part * best;
    }
  }
  return sums.map((sum) => sum / (all || 1));
}

/** The rows of the model, each of length 1, as far as texts have had them: a question needs few of them. */
class Words {
  readonly known: BuiltinModel;
  readonly table = new QuantisedTable();
  readonly #isQuantised: Uint8Array;

  constructor(known: BuiltinModel) {
    this.known = known;
    this.table.fill(new Uint8Array(known.rows * quantisedBytes(DIMENSIONS)), DIMENSIONS);
    this.#isQuantised = new Uint8Array(known.rows);
  }

  quantise(rows: Uint32Array): void {
    for (const row of rows) {
      if (this.#isQuantised[row]) continue;
      this.#isQuantised[row] = 1;
      this.table.put(row, quantise(new Float32Array(this.known.row(row, DIMENSIONS))));
    }
  }
}

let words: Words | undefined;

/** Without the weights of the model all values are 0, and froe searches by keywords. */
function loaded(): Words | undefined {
  try {
    return new Words(builtinModel());
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}
