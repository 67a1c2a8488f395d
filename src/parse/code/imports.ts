/**
 * Which of a file's imports a piece of it speaks of. The words of a piece are
 * looked up one by one, and only those that begin like a name: the cost is one
 * step a character, however many imports there are.
 */

/** Words that say how something is imported, in one language or another. */
const KEYWORDS = new Set(
  'import from as use using require require_relative include include_once require_once export type typeof static open alias only except exposing hiding qualified pub crate self super const let var local library package namespace function in with'.split(
    ' ',
  ),
);

/**
 * The names an import brings into a file. What stands in quotes counts only
 * where nothing stands outside them.
 *
 *     import { readFile as rf } from 'node:fs'   → readFile, rf
 *     import "net/http"                          → http
 */
export function importedNames(statement: string): string[] {
  const outside = words(statement.replace(QUOTED, ' ')).filter((word) => !KEYWORDS.has(word));
  if (outside.length > 0) return outside;
  const paths = statement.match(QUOTED) ?? [];
  return paths.flatMap((path) => words(path.replace(/\.\w+(['"`>])$/, '$1')).slice(-1));
}

const QUOTED = /(['"`])(?:(?!\1).)*\1|<[^<>]*>/g;

const words = (text: string): string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

export class Imports {
  readonly statements: readonly string[];
  /** A name, and its place in the tally. */
  readonly #places = new Map<string, number>();
  /** The places of each statement's names. */
  readonly #names: readonly (readonly number[])[];
  /** Units that a name begins with. */
  readonly #initials = new Uint8Array(128);

  constructor(statements: readonly string[]) {
    this.statements = statements;
    this.#names = statements.map((statement) => importedNames(statement).map((name) => this.#place(name)));
  }

  /** Those that a text speaks of. `held` are the imports in it: that alone is no use of them. */
  usedIn(content: string, held: readonly string[]): string[] {
    const tally = new Int32Array(this.#places.size);
    this.#count(content, tally, 1);
    for (const text of held) this.#count(text, tally, -1);
    return this.statements.filter((_, i) => this.#names[i].some((place) => tally[place] > 0));
  }

  #place(name: string): number {
    const place = this.#places.get(name) ?? this.#places.size;
    this.#places.set(name, place);
    this.#initials[name.charCodeAt(0) & 127] = 1;
    return place;
  }

  #count(text: string, tally: Int32Array, by: number): void {
    for (let i = 0; i < text.length; ) {
      const first = text.charCodeAt(i);
      let end = i + 1;
      if (isWord(first)) {
        while (isWord(text.charCodeAt(end))) end++;
        const place = this.#initials[first & 127] === 1 ? this.#places.get(text.slice(i, end)) : undefined;
        if (place !== undefined) tally[place] += by;
      }
      i = end;
    }
  }
}

/** Letters, digits, `_` and `$`. Beyond ASCII everything counts as a letter; past the end of a text nothing does. */
const isWord = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 57) ||
  unit === 95 ||
  unit === 36 ||
  unit > 127;
