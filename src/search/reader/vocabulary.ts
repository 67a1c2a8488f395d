/**
 * Words as the reader sees them: each once, with what is known of it, and a text
 * as their numbers, in order. A word that the built-in model does not know goes by
 * its stem; one whose stem it does not know either is still told from others, so that
 * it can be found in a chunk as it was asked for.
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { Terms } from '../../embed/builtin/terms.js';
import type { Chunk } from '../../schema.js';

/** Where a word of a chunk stands. */
export const fields = ['path', 'name', 'above', 'text', 'comment'] as const;
type Field = (typeof fields)[number];

/** Of a word of a chunk: its number and its field in one. */
export const FIELDS = 8;
const numberOf = { path: 0, name: 1, above: 2, text: 3, comment: 4 } as const satisfies Record<Field, number>;

/** A stem has kind 1 (terms.ts). */
const KIND = 3;

const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|html?)$/i;
const WITH_HASHES = /\.(?:py|pyi|rb|ex|exs|sh|ya?ml|toml|cfg|pl|r)$/i;
const comments = {
  hashes: /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|(?:^|\s)#[^\n]*|^=begin[\s\S]*?^=end/gm,
  slashes: /\/\*[\s\S]*?(?:\*\/|$)|(?:^|[\s;{})(,])\/\/[^\n]*|(?:^|\n)\s*#[ \t][^\n]*/g,
} as const;

/** So much of a text has more words than are read of it. */
const LONGEST = 6000;

export class Vocabulary {
  /** Of each word: its row in the model's table + 1, 0 where there is none; and the same of the word itself, not of its stem. */
  readonly row: number[] = [];
  readonly wordRow: number[] = [];
  /** Two words of one stem share this. */
  readonly stem: number[] = [];
  readonly #model: BuiltinModel;
  readonly #ids = new Map<number, number>();
  readonly #terms = new Terms();

  constructor(model: BuiltinModel) {
    this.#model = model;
  }

  /** The different words of a question. */
  question(text: string, most: number): readonly number[] {
    const found: number[] = [];
    this.#read(text, 'path', Number.POSITIVE_INFINITY, found);
    return [...new Set(found.map((one) => Math.floor(one / FIELDS)))].slice(0, most);
  }

  /** The first words of a chunk: what stands above it, and itself. */
  chunk({ filePath, name, breadcrumb, context = '', content }: Chunk, most: number): readonly number[] {
    const found: number[] = [];
    this.#read(filePath, 'path', most, found);
    this.#read(name, 'name', most, found);
    this.#read(breadcrumb, 'above', most, found);
    const text = `${context}${content}`.slice(0, LONGEST);
    let at = 0;
    if (!PROSE.test(filePath))
      for (const { 0: comment, index } of text.matchAll(comments[WITH_HASHES.test(filePath) ? 'hashes' : 'slashes'])) {
        if (found.length >= most) break;
        this.#read(text.slice(at, index), 'text', most, found);
        this.#read(comment, 'comment', most, found);
        at = index + comment.length;
      }
    if (found.length < most) this.#read(text.slice(at), 'text', most, found);
    return found;
  }

  #read(text: string, field: Field, most: number, into: number[]): void {
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
