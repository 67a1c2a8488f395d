/**
 * How much of a query a text has in other words. It needs no vectors of the index, so it is
 * the same for every embedder. Two sources know which words are alike:
 *
 * MaxSim, the built-in model: "pick" where the code has `select`. For each term of the query
 * the cosine of the nearest term of the text (docs/model.md), as a weighted mean:
 *
 *     pick   0.2 · select 0.7                  the nearest is 0.7 near
 *     file   1.0 · path 0.5                    the nearest is the word itself
 *     (0.7 · weight of pick + 1.0 · weight of file) / both weights
 *
 * A vector of the whole text tells its topic; this tells whether each term is matched.
 *
 * Synonyms, the thesaurus: for each term of the query the value of the best other word for it
 * that the text has (querySynonyms.ts).
 *
 * The terms of a text are read once, in WebAssembly, and all texts are compared at once: their
 * distinct terms with those of the query; then each text takes its maximum from that table.
 */
import type { BuiltinModel } from '../embed/builtin/model.js';
import { STEM_LETTERS, stemTerm, Terms } from '../embed/builtin/terms.js';
import { builtinModel } from '../embed/builtin.js';
import { FroeError } from '../errors.js';
import { quantisedBytes } from '../store/vectors/quantise.js';
import { QuantisedTable } from '../store/vectors/quantisedTable.js';
import type { Synonym } from './querySynonyms.js';

/** The first dimensions are nearly as accurate, in a quarter of the time. */
const DIMENSIONS = 64;

export interface SimilarTerms {
  /** 0 to 1. */
  readonly maxSim: number;
  /** By term of the query; 0 where the text has no other word for it. */
  readonly synonyms: readonly number[];
}

interface Asked {
  readonly text: string;
  /** By term. */
  readonly synonyms: readonly (readonly Synonym[])[];
}

/** One for each text. */
export function similarTerms(query: Asked, texts: readonly string[]): readonly SimilarTerms[] {
  termVectors ??= loadTerms();
  if (!termVectors) return texts.map(() => ({ maxSim: 0, synonyms: query.synonyms.map(() => 0) }));
  const { model } = termVectors;
  const rowsOfTexts = texts.map((text) => model.rowsOf(text));
  const synonyms = synonymsIn(rowsOfTexts, query.synonyms, model);
  return maxSims(rowsOfTexts, query.text, termVectors).map((maxSim, i) => ({ maxSim, synonyms: synonyms[i] }));
}

/** The synonyms alone. */
export function synonymsOfTexts({ synonyms }: Pick<Asked, 'synonyms'>, texts: readonly string[]): Synonyms {
  termVectors ??= loadTerms();
  if (!termVectors) return texts.map(() => synonyms.map(() => 0));
  const { model } = termVectors;
  return synonymsIn(
    texts.map((text) => model.rowsOf(text)),
    synonyms,
    model,
  );
}

/** By text, then by term of the query. */
type Synonyms = readonly (readonly number[])[];

function synonymsIn(rowsOfTexts: readonly Uint32Array[], synonyms: Asked['synonyms'], model: BuiltinModel): Synonyms {
  const byRow = new Map<number, (readonly [term: number, value: number])[]>();
  for (const [term, others] of synonyms.entries())
    for (const { word, value } of others)
      for (const row of rowsOfWord(word, model)) byRow.set(row, [...(byRow.get(row) ?? []), [term, value]]);
  return rowsOfTexts.map((rows) => {
    const best = synonyms.map(() => 0);
    for (const row of rows) for (const [term, value] of byRow.get(row) ?? []) best[term] = Math.max(best[term], value);
    return best;
  });
}

const terms = new Terms();

/** The rows of a word and of its stem; one of five letters is the stem of longer ones: `limit`, limits. */
function rowsOfWord(word: string, model: BuiltinModel): readonly number[] {
  const rows = [...model.rowsOf(word)];
  if (word.length !== STEM_LETTERS) return rows;
  terms.read(word);
  const stem = model.rowOf(stemTerm(terms.list[0]));
  return stem < 0 ? rows : [...rows, stem];
}

/** Renumbers the rows of the texts. */
function maxSims(rowsOfTexts: readonly Uint32Array[], question: string, vectors: TermVectors): readonly number[] {
  const { model, table } = vectors;
  const queryRows = model.rowsOf(question);
  // Each distinct row once; texts then refer to them by position.
  const columnOf = new Int32Array(model.rows).fill(-1);
  const distinctRows: number[] = [];
  for (const rowsOfText of [queryRows, ...rowsOfTexts])
    for (const row of rowsOfText) if (columnOf[row] < 0) columnOf[row] = distinctRows.push(row) - 1;
  for (const rowsOfText of rowsOfTexts)
    for (let i = 0; i < rowsOfText.length; i++) rowsOfText[i] = columnOf[rowsOfText[i]];
  const rows = Uint32Array.from(distinctRows);
  vectors.quantise(rows);
  const sums = rowsOfTexts.map(() => 0);
  let totalWeight = 0;
  for (const row of queryRows) {
    const similarities = table.products(new Float32Array(model.row(row, DIMENSIONS)), rows);
    // The product of a term with itself is its squared length.
    const weight = Math.max(0, model.weightOf(row));
    const scale = weight / (similarities[columnOf[row]] || 1);
    totalWeight += weight;
    for (let i = 0; i < rowsOfTexts.length; i++) {
      const columns = rowsOfTexts[i];
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
