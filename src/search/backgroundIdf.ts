/**
 * Inverse document frequency of a term over thirty repositories, to tell what an
 * index is about: `retri` in a tenth of its chunks is more specific than `return`
 * in half of them. train/commonness.mjs counted them, in tenths:
 *
 *     41 cach header retri       each of these occurs in e^−4.1 of the text
 */
import { readPackageFile } from '../packageFile.js';

/** For a term that is in hardly any repository. */
export const MAX_IDF = 10.4;
/** The file has tenths of a unit. */
const UNITS_PER_IDF = 10;

let lines: string | undefined;

/** −ln of the share of text that has the term: 0.8 for `test`, 10.4 for an unknown term. */
export function backgroundIdf(word: string): number {
  lines ??= readLines();
  // A question has few words: a table of all ten thousand would take longer to fill than the whole ranking.
  const at = lines.indexOf(` ${word} `);
  if (at < 0) return MAX_IDF;
  const start = lines.lastIndexOf('\n', at) + 1;
  return Math.min(MAX_IDF, Number.parseInt(lines.slice(start, at), 10) / UNITS_PER_IDF);
}

/** Every word between two spaces. */
const readLines = (): string =>
  readPackageFile('model/commonness.txt').toString('latin1').trimEnd().replaceAll('\n', ' \n').concat(' ');
