/**
 * Inverse document frequency of a term over thirty repositories, to tell what an
 * index is about: `retri` in a tenth of its chunks is more specific than `return`
 * in half of them. train/commonness.mjs counted them, in tenths:
 *
 *     41 cach header retri       each of these occurs in e^−4.1 of the text
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../packageFile.js';

/** For a term that is in hardly any repository. */
const MAX_IDF = 10.4;
/** The file has tenths of a unit. */
const UNITS_PER_IDF = 10;

let idfByTerm: ReadonlyMap<string, number> | undefined;

/** −ln of the share of text that has the term: 0.8 for `test`, 10.4 for an unknown term. */
export function backgroundIdf(word: string): number {
  idfByTerm ??= readIdfs();
  return Math.min(MAX_IDF, idfByTerm.get(word) ?? MAX_IDF);
}

function readIdfs(): ReadonlyMap<string, number> {
  const lines = readFileSync(packageFile('model/commonness.txt'), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [value, ...words] = line.split(' ');
      return words.map((word) => [word, Number(value) / UNITS_PER_IDF] as const);
    }),
  );
}
