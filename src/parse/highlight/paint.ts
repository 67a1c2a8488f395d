/**
 * A text while it is coloured: one byte per code unit, the number of a kind. Later colours overwrite earlier ones, so a
 * string is painted whole, and then the code inside it.
 *
 *     return "a ${b}"      keyword keyword … string string plain …
 */
export const highlightKinds = [
  'plain',
  'comment',
  'string',
  'number',
  'keyword',
  'type',
  'function',
  'property',
  'heading',
  'inserted',
  'deleted',
] as const;
export type HighlightKind = (typeof highlightKinds)[number];

export class Paint {
  readonly text: string;
  readonly #kinds: Uint8Array;

  constructor(text: string) {
    this.text = text;
    this.#kinds = new Uint8Array(text.length);
  }

  fill(kind: HighlightKind, start: number, end: number): void {
    this.#kinds.fill(highlightKinds.indexOf(kind), start, end);
  }

  /** Copies the colours of a part of the text. */
  paste(part: Paint, start: number): void {
    this.#kinds.set(part.#kinds, start);
  }

  /** Run-length encoded: for each run of one kind, `length * highlightKinds.length + kind`. */
  runs(): readonly number[] {
    const kinds = this.#kinds;
    const runs: number[] = [];
    for (let start = 0, at = 1; at <= kinds.length; at++) {
      if (at < kinds.length && kinds[at] === kinds[start]) continue;
      runs.push((at - start) * highlightKinds.length + kinds[start]);
      start = at;
    }
    return runs;
  }
}
