/**
 * What the package has compressed, to a quarter and a third of its size: the ranker's trees, and the thesaurus, where
 * each entry stands under its terms, so that none has to be stemmed when a question is asked:
 *
 *     ahead of: before prior       →   ahead: before prior lookahead peek
 *     ahead: lookahead peek            (`of` is in every text, and no term)
 *
 * A line break stands before each entry and behind the last.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { wordsOf } from '../build/text/words.js';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const folder = new URL('../data/', import.meta.url);
mkdirSync(folder, { recursive: true });

const entries = new Map();
for (const line of read('train/thesaurus.txt').trimEnd().split('\n')) {
  const [said, words] = line.split(': ');
  const terms = wordsOf(said);
  entries.set(terms, entries.has(terms) ? `${entries.get(terms)} ${words}` : words);
}
const thesaurus = `\n${Array.from(entries, ([terms, words]) => `${terms}: ${words}\n`).join('')}`;
for (const [name, text] of Object.entries({ ranker: read('model/ranker.json'), thesaurus }))
  writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(text));
