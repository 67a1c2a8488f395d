/**
 * What a question says, in other words: "pick" where the code says `select`. For
 * each word of the question the nearest word of a text, by the vectors of the
 * built-in model (docs/model.md), and all of them together by how much each counts:
 *
 *     pick   0.2 · select 0.7                  the nearest is 0.7 near
 *     file   1.0 · path 0.5                    the nearest is the word itself
 *     (0.7 · weight of pick + 1.0 · weight of file) / both weights
 *
 * A vector of the whole text says what it is about; this says whether each word is
 * answered. It asks the words alone, so it is the same whoever made the vectors.
 *
 * All texts are asked at once: the words that any of them has are compared with those of
 * the question in WebAssembly, and each text is then looked up word by word.
 */
import type { BuiltinModel } from '../embed/builtin/model.js';
import { builtinModel } from '../embed/builtin.js';
import { FroeError } from '../errors.js';
import { quantise, quantisedBytes } from '../store/vectors/quantise.js';
import { QuantisedTable } from '../store/vectors/quantisedTable.js';

/** The first dimensions say nearly as much, in a quarter of the time. */
const DIMENSIONS = 64;

/** Of each text how much of the question it means; 0 to 1. */
export function maxSim(question: string, texts: readonly string[]): readonly number[] {
  words ??= loaded();
  if (!words) return texts.map(() => 0);
  const { known, table } = words;
  const asked = known.rowsOf(question);
  const read = texts.map((text) => known.rowsOf(text));
  // Each row that anybody has, once; a text then has places among them, instead of rows.
  const placeOf = new Int32Array(known.rows).fill(-1);
  const different: number[] = [];
  for (const some of [asked, ...read])
    for (const row of some) if (placeOf[row] < 0) placeOf[row] = different.push(row) - 1;
  for (const some of read) for (let i = 0; i < some.length; i++) some[i] = placeOf[some[i]];
  const rows = Uint32Array.from(different);
  const sums = texts.map(() => 0);
  let all = 0;
  for (const row of asked) {
    const near = table.products(Float32Array.from(known.row(row, DIMENSIONS)), rows);
    // With itself a word has the whole of its length.
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

interface Words {
  readonly known: BuiltinModel;
  /** All of its rows, each of length 1. */
  readonly table: QuantisedTable;
}

let words: Words | undefined;

/** Without its weights froe still searches by words, and this says nothing. */
function loaded(): Words | undefined {
  let known: BuiltinModel;
  try {
    known = builtinModel();
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
  const codes = new Uint8Array(known.rows * quantisedBytes(DIMENSIONS));
  for (let row = 0; row < known.rows; row++)
    codes.set(quantise(Float32Array.from(known.row(row, DIMENSIONS))), row * quantisedBytes(DIMENSIONS));
  const table = new QuantisedTable();
  table.fill(codes, DIMENSIONS);
  return { known, table };
}
