/**
 * The vocabulary of one query and its chunks: each distinct word gets a number, and a
 * text is a list of these. A word that the built-in model does not know uses the vector
 * of its stem; one without either still has a number of its own, so that it can match
 * exactly.
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { Terms } from '../../embed/builtin/terms.js';
import type { Chunk } from '../../schema.js';
import { commentsIn } from '../../text/commentsIn.js';

/** The part of a chunk that a word is in. */
export const readerFields = ['path', 'name', 'above', 'text', 'comment'] as const;
type Field = (typeof readerFields)[number];

/** A word of a chunk is number · FIELDS + field. */
export const FIELDS = 8;
const numberOf = { path: 0, name: 1, above: 2, text: 3, comment: 4 } as const satisfies Record<Field, number>;

/** Mask of the kind of a term; a stem has kind 1 (terms.ts). */
const KIND = 3;

/** Characters of a text that are read: more words than the network takes. */
const MAX_TEXT_CHARS = 6000;
const STRETCH = 800;

export class Vocabulary {
  /** By word: its row (or its stem's) in the model's table + 1, 0 for none; and the row of the word itself. */
  readonly row: number[] = [];
  readonly wordRow: number[] = [];
  /** By word: an id shared by words of the same stem. */
  readonly stem: number[] = [];
  readonly #model: BuiltinModel;
  readonly #ids = new Map<number, number>();
  readonly #terms = new Terms();

  constructor(model: BuiltinModel) {
    this.#model = model;
  }

  /** The distinct words of a query. */
  question(text: string, most: number): readonly number[] {
    const found: number[] = [];
    this.#read(text, 'path', Number.POSITIVE_INFINITY, found);
    return [...new Set(found.map((one) => Math.floor(one / FIELDS)))].slice(0, most);
  }

  /** The first words of a chunk: path, name, breadcrumb and text. */
  chunk({ filePath, name, breadcrumb, context = '', content }: Chunk, most: number): readonly number[] {
    const found: number[] = [];
    this.#read(filePath, 'path', most, found);
    this.#read(name, 'name', most, found);
    this.#read(breadcrumb, 'above', most, found);
    const text = `${context}${content}`.slice(0, MAX_TEXT_CHARS);
    let at = 0;
    for (const { 0: comment, index } of commentsIn(text, filePath)) {
      if (found.length >= most) break;
      this.#read(text.slice(at, index), 'text', most, found);
      this.#read(comment, 'comment', most, found);
      at = index + comment.length;
    }
    if (found.length < most) this.#read(text.slice(at), 'text', most, found);
    return found;
  }

  #read(text: string, field: Field, most: number, into: number[]): void {
    // Some lines at a time: few texts are read to their end.
    for (let at = 0; at < text.length && into.length < most; ) {
      const line = text.indexOf('\n', at + STRETCH);
      const end = line < 0 ? text.length : line;
      this.#readStretch(text.slice(at, end), field, most, into);
      at = end;
    }
  }

  #readStretch(text: string, field: Field, most: number, into: number[]): void {
    const terms = this.#terms;
    terms.read(text);
    const { list, count } = terms;
    for (let i = 0; i < count && into.length < most; i++) {
      if ((list[i] & KIND) !== 0) continue;
      const stem = i + 1 < count && (list[i + 1] & KIND) !== 0 ? list[i + 1] : list[i];
      into.push(this.#idOf(list[i], stem) * FIELDS + numberOf[field]);
    }
  }

  #idOf(word: number, stem: number): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.row.length;
    this.#ids.set(word, id);
    const row = this.#model.rowOf(word) + 1;
    this.row.push(row > 0 ? row : this.#model.rowOf(stem) + 1);
    this.wordRow.push(row);
    this.stem.push(stem);
    return id;
  }
}
