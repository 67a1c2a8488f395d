/**
 * How common a word is in code bases of all kinds, to tell what one of them is
 * about: `retri` in a tenth of its chunks says more of it than `return` in half
 * of them. train/commonness.mjs counted it:
 *
 *     41 cach header retri       e^−4.1 of thirty repositories' text have each of these
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../packageFile.js';

/** Of a word that hardly any of them has. */
const RARE = 10.4;
/** The file has tenths. */
const TENTHS = 10;

let known: ReadonlyMap<string, number> | undefined;

/** −ln of the share of text that has the word, elsewhere: 0.8 for `test`, 10.4 for what nobody says. */
export function backgroundIdf(word: string): number {
  known ??= read();
  return Math.min(RARE, known.get(word) ?? RARE);
}

function read(): ReadonlyMap<string, number> {
  const lines = readFileSync(packageFile('model/commonness.txt'), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [value, ...words] = line.split(' ');
      return words.map((word) => [word, Number(value) / TENTHS] as const);
    }),
  );
}
