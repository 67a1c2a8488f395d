/**
 * Collects a tree while a scanner reads the text once, front to back.
 *
 *     open('key', 0)  open('item', 8)  close(20)  close(31)
 *
 *     row  start  end  depth
 *      0     0    31     1      in document order, a parent before
 *      1     8    20     2      its children
 *
 * When a short node closes, the rows of its children are dropped, so there are
 * few rows and no objects for dropped nodes.
 */
import { insidePair } from '../../text/offsets.js';
import type { Node } from '../../types.js';

/** Source text in, tree out. Nodes shorter than `minParentChars` get no children. */
export type ConfigScanner = (text: string, minParentChars: number) => Node;

const nodeKinds = ['key', 'item', 'table', 'document-part'] as const;
export type ConfigNodeKind = (typeof nodeKinds)[number];

const START = 0;
const END = 1;
const DEPTH = 2;
const KIND = 3;
const NAME_START = 4;
const NAME_END = 5;
const ROW_FIELDS = 6;

/** Default maximum depth. */
const MAX_DEPTH = 64;
/** Memory limit: further nodes are not recorded. */
const MAX_ROWS = 1 << 21;
/** Longer names are shortened. */
const MAX_NAME_CHARS = 256;

const UNRECORDED = -1;
const NO_CHILDREN: readonly Node[] = [];

export class Outline {
  readonly #text: string;
  readonly #minParentChars: number;
  readonly #maxDepth: number;
  /** The row of the open node at each depth; UNRECORDED if it was over a limit. */
  readonly #openRows: Int32Array;
  #rows = new Int32Array(64 * ROW_FIELDS);
  #count = 0;
  #depth = 0;

  constructor(text: string, minParentChars: number, maxDepth = MAX_DEPTH) {
    this.#text = text;
    this.#minParentChars = minParentChars;
    this.#maxDepth = maxDepth;
    this.#openRows = new Int32Array(maxDepth + 1);
  }

  /** The name is given as a range, and read only if the node is kept. */
  open(kind: ConfigNodeKind, start: number, nameStart = 0, nameEnd = 0): void {
    const depth = ++this.#depth;
    if (depth > this.#maxDepth) return;
    if (this.#openRows[depth - 1] === UNRECORDED || this.#count === MAX_ROWS) {
      this.#openRows[depth] = UNRECORDED;
      return;
    }
    const base = this.#count * ROW_FIELDS;
    if (base === this.#rows.length) this.#grow();
    const rows = this.#rows;
    rows[base + START] = start;
    rows[base + DEPTH] = depth;
    rows[base + KIND] = nodeKinds.indexOf(kind);
    rows[base + NAME_START] = nameStart;
    rows[base + NAME_END] = nameEnd;
    this.#openRows[depth] = this.#count++;
  }

  /** Names the node around the innermost open one. */
  nameParent(nameStart: number, nameEnd: number): void {
    const depth = this.#depth - 1;
    if (depth < 1 || depth > this.#maxDepth || this.#openRows[depth] === UNRECORDED) return;
    const base = this.#openRows[depth] * ROW_FIELDS;
    this.#rows[base + NAME_START] = nameStart;
    this.#rows[base + NAME_END] = nameEnd;
  }

  close(end: number): void {
    const depth = this.#depth--;
    if (depth > this.#maxDepth || this.#openRows[depth] === UNRECORDED) return;
    const row = this.#openRows[depth];
    const base = row * ROW_FIELDS;
    this.#rows[base + END] = end;
    if (end - this.#rows[base + START] < this.#minParentChars) this.#count = row + 1;
  }

  /** The tree; `readName` converts the source text of each name. */
  finish(readName: (rawName: string) => string): Node {
    const text = this.#text;
    const rows = this.#rows;
    const count = text.length < this.#minParentChars ? 0 : this.#count;
    const children: Node[] = [];
    const childLists = [children]; // the children of the latest node at each depth
    for (let base = 0; base < count * ROW_FIELDS; base += ROW_FIELDS) {
      const depth = rows[base + DEPTH];
      const isParent = base + ROW_FIELDS < count * ROW_FIELDS && rows[base + ROW_FIELDS + DEPTH] > depth;
      if (isParent) childLists[depth] = [];
      const kind = nodeKinds[rows[base + KIND]];
      const start = rows[base + START];
      const end = rows[base + END];
      const childList = isParent ? childLists[depth] : NO_CHILDREN;
      const nameEnd = rows[base + NAME_END];
      const name = nameEnd > 0 ? shorten(readName(text.slice(rows[base + NAME_START], nameEnd))) : '';
      childLists[depth - 1].push(
        name === ''
          ? { kind, start, end, children: childList, grain: 'lines' }
          : { kind, name, start, end, children: childList, grain: 'lines' },
      );
    }
    return { kind: 'document', start: 0, end: text.length, children, grain: 'lines' };
  }

  #grow(): void {
    const grown = new Int32Array(this.#rows.length * 2);
    grown.set(this.#rows);
    this.#rows = grown;
  }
}

function shorten(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name;
  return name.slice(0, insidePair(name, MAX_NAME_CHARS) ? MAX_NAME_CHARS - 1 : MAX_NAME_CHARS);
}

/**
 * Unquotes a key.
 *
 *     "a \"b\""  → a "b"        'it''s' → it's (YAML)       'it\'s' → it's (JSON5)
 *     plain      → plain        "a"."b" → "a"."b", because these are two keys
 */
export function unquote(rawName: string): string {
  const quote = rawName.charAt(0);
  if (rawName.length < 2 || (quote !== '"' && quote !== "'") || !rawName.endsWith(quote)) return rawName;
  const inner = rawName.slice(1, -1);
  if (quote === "'") {
    const escaped = inner.replaceAll("''", "\\'");
    if (escaped.replaceAll("\\'", '').includes("'")) return rawName;
    return escaped.replaceAll("\\'", "'");
  }
  if (!inner.includes('\\')) return inner.includes('"') ? rawName : inner;
  try {
    return String(JSON.parse(rawName));
  } catch {
    return inner; // not a JSON escape: keep the text as it is
  }
}
