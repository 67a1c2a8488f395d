/**
 * The best chunks of each question, word by word, as the reader is given them:
 *
 *     TARGET.json     of each word its row, its stem and the row of that; of each question its kind, its words,
 *                     and of each chunk its number, whether it is an answer, and the ln of its odds
 *     TARGET.words    uint32: the words of all chunks, one chunk behind the other
 *     TARGET.fields   uint8: where each stands (vocabulary.ts); 8 more where it is left out of lists whose
 *                     answers had something blanked
 *
 * Comments were blanked in the answers of some questions, headings in those of others. A reader would learn to look
 * for the hole; so in such lists no chunk has comments, and none of prose has headings.
 */
import { writeFileSync } from 'node:fs';
import { builtinModel } from '../build/embed/builtin.js';
import { parseQuery } from '../build/search/query.js';
import { FIELDS, readerFields, Vocabulary } from '../build/search/reader/vocabulary.js';

const [KEPT, WORDS, ASKED] = [40, 224, 32];
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|html?)$/i;
const LEFT_OUT = 8;

export class ReaderWords {
  #words = new Vocabulary(builtinModel());
  #chunks = new Map();
  #questions = [];

  /** `list`: the best first. */
  add({ kind, query }, list) {
    const best = list.slice(0, KEPT);
    for (const { chunk } of best)
      if (!this.#chunks.has(chunk.id))
        this.#chunks.set(chunk.id, { at: this.#chunks.size, ...seen(this.#words, chunk) });
    this.#questions.push({
      kind,
      words: this.#words.question(parseQuery(query).text, ASKED),
      chunks: best.map(({ chunk }) => this.#chunks.get(chunk.id).at),
      labels: best.map(({ label }) => label),
      odds: best.map(({ odds }) => Number(odds.toFixed(4))),
    });
  }

  write(target) {
    const read = [...this.#chunks.values()];
    writeFileSync(`${target}.words`, Buffer.from(Uint32Array.from(read.flatMap((one) => one.words)).buffer));
    writeFileSync(`${target}.fields`, Uint8Array.from(read.flatMap((one) => one.fields)));
    const { row, wordRow, stem } = this.#words;
    const lengths = read.map((one) => one.words.length);
    writeFileSync(`${target}.json`, JSON.stringify({ row, wordRow, stem, lengths, questions: this.#questions }));
  }
}

function seen(words, chunk) {
  const keys = words.chunk(chunk, WORDS);
  const found = { words: keys.map((key) => Math.floor(key / FIELDS)), fields: keys.map((key) => key % FIELDS) };
  const [comment, name, above, text] = ['comment', 'name', 'above', 'text'].map((field) => readerFields.indexOf(field));
  const prose = PROSE.test(chunk.filePath);
  // A section begins with its own heading.
  const called = found.words.filter((_, i) => found.fields[i] === name);
  const begins = found.fields.indexOf(text);
  const headed = prose && begins >= 0 && called.every((word, i) => found.words[begins + i] === word);
  const left = found.fields.map(
    (field, i) =>
      field === comment ||
      (prose && (field === name || field === above)) ||
      (headed && i >= begins && i < begins + called.length),
  );
  return { ...found, fields: found.fields.map((field, i) => (left[i] ? field + LEFT_OUT : field)) };
}
