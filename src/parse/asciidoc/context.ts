/** State shared by the readers of AsciiDoc, block attributes and delimiters. */
import { Closers, type DocumentLines } from '../document/lines.js';
import type { ReadContext } from '../document/read.js';

export interface AsciiDocContext extends ReadContext {
  /** Lines that delimit blocks, by their text. */
  readonly closers: Closers;
  /** Default language of code, from the attribute `source-language`. */
  language: string | undefined;
  /** Attributes above the next block, and the line after them. */
  pendingAttributes: { readonly next: number; readonly attributes: BlockAttributes };
}

export const noAttributes: AsciiDocContext['pendingAttributes'] = { next: -1, attributes: {} };

/** The attributes of the block at `line`. */
export function attributesAt({ pendingAttributes, lines }: AsciiDocContext, line: number): BlockAttributes {
  return pendingAttributes.next >= 0 && lines.skipBlank(pendingAttributes.next, line) === line
    ? pendingAttributes.attributes
    : {};
}

/** Every line that may close a block. */
export function findClosers(lines: DocumentLines): Closers {
  const closers = new Closers();
  for (let line = 0; line < lines.count; line++) {
    const delimiter = delimiterOf(lines, line);
    if (delimiter?.closes) closers.add(delimiter.close, line);
  }
  return closers;
}

/**
 * The attribute list in brackets above a block.
 *
 *     [source,ruby]            style source, language ruby
 *     [#oak.wide%header,cols="1,2*"]   id oak, option header, three columns
 *     [[oak]]                  id oak
 */

export interface BlockAttributes {
  readonly style?: string;
  readonly language?: string;
  readonly id?: string;
  /** How many columns a table has. */
  readonly columns?: number;
  readonly header?: boolean;
}

const BLOCK_ANCHOR = /^\[\[([^\][,]{1,200})(?:,[^\][]{0,400})?\]\]$/;
const LIST = /^\[(?=[^\]\s]|\])([^[\]]{0,2000}(?:\[[^[\]]{0,200}\][^[\]]{0,2000}){0,8})\]$/;
const PARTS = /"[^"]{0,1000}"|'[^']{0,1000}'|[^,"']+|["',]/g;
const NAMED = /^([\w-]{1,60})\s*=\s*["']?(.*?)["']?$/;
const SHORTHAND = /([#.%])([^#.%]{1,200})/g;
const MAX_COLUMNS = 1000;

/** The attributes on a line, if it is an attribute list. */
export function attributesOf(line: string): BlockAttributes | undefined {
  if (!line.startsWith('[') || !line.endsWith(']')) return undefined;
  const anchor = BLOCK_ANCHOR.exec(line);
  if (anchor) return { id: anchor[1] };
  const list = LIST.exec(line);
  return list ? readAttributes(splitList(list[1])) : undefined;
}

/** Splits at commas outside quotes. */
function splitList(list: string): string[] {
  const parts = [''];
  for (const [part] of list.matchAll(PARTS))
    if (part === ',') parts.push('');
    else parts[parts.length - 1] += part;
  return parts.map((part) => part.trim());
}

function readAttributes(parts: readonly string[]): BlockAttributes {
  const attributes: { -readonly [K in keyof BlockAttributes]: BlockAttributes[K] } = {};
  parts.forEach((part, i) => {
    const match = NAMED.exec(part);
    if (match) setNamed(attributes, match[1], match[2]);
    else if (i === 0) {
      const style = unquoted(part).split(/[#.%]/, 1)[0];
      if (style !== '') attributes.style = style;
      for (const [, marker, word] of part.matchAll(SHORTHAND)) {
        if (marker === '#') attributes.id = word;
        else if (marker === '%' && word === 'header') attributes.header = true;
      }
    } else if (i === 1 && part !== '') attributes.language = unquoted(part);
  });
  return attributes;
}

function setNamed(
  attributes: { -readonly [K in keyof BlockAttributes]: BlockAttributes[K] },
  name: string,
  value: string,
): void {
  if (name === 'id') attributes.id = value;
  else if (name === 'language') attributes.language = value;
  else if (name === 'cols') attributes.columns = columnsOf(value);
  else if (name === 'options' || name === 'opts') attributes.header ||= value.split(/\s*,\s*/).includes('header');
}

/** `1,2` are two columns, `3*` are three, `2*,1` too. */
function columnsOf(value: string): number {
  let columns = 0;
  for (const part of value.split(/[,;]/)) columns += Number(/^\s*(\d{1,3})\*/.exec(part)?.[1] ?? 1);
  return Math.min(columns, MAX_COLUMNS);
}

const unquoted = (part: string): string => part.replace(/^(["'])(.*)\1$/, '$2');

/**
 * Lines that open and close blocks: four or more of one character, without indentation.
 *
 *     ----  code        ....  as it is      ++++  passed through     ////  comment
 *     ====  example     ****  sidebar       ____  quotation          --    open
 *     |===  table       ```   code, with its language after it
 */
type DelimitedKind = 'code' | 'literal' | 'pass' | 'comment' | 'example' | 'sidebar' | 'quote' | 'open' | 'table';

export interface BlockDelimiter {
  readonly kind: DelimitedKind;
  /** The text of the line that closes it. */
  readonly close: string;
  /** This line can close a block, too. */
  readonly closes: boolean;
  /** The language after the backticks of a fence. */
  readonly language?: string;
}

const runKinds: ReadonlyMap<number, DelimitedKind> = new Map([
  [0x2d, 'code'],
  [0x2e, 'literal'],
  [0x2b, 'pass'],
  [0x2f, 'comment'],
  [0x3d, 'example'],
  [0x2a, 'sidebar'],
  [0x5f, 'quote'],
]);

const TABLE_DELIMITER = /^[|,:!]={3,}$/;
const FENCE_DELIMITER = /^(`{3,})\s*([\w+#.-]{0,60})[^`]*$/;

export function delimiterOf(lines: DocumentLines, line: number): BlockDelimiter | undefined {
  if (lines.isBlank(line) || lines.first(line) !== lines.start(line)) return undefined;
  const unit = lines.unit(line);
  const length = lines.stop(line) - lines.start(line);
  const kind = runKinds.get(unit);
  if (kind) {
    if (unit === 0x2d && length === 2 && lines.isRun(line, unit, 2)) return { kind: 'open', close: '--', closes: true };
    return lines.isRun(line, unit, 4) ? { kind, close: lines.trimmed(line), closes: true } : undefined;
  }
  if (unit === 0x60) {
    const fence = FENCE_DELIMITER.exec(lines.trimmed(line));
    if (!fence) return undefined;
    const [wholeLine, close, language] = fence;
    return { kind: 'code', close, closes: wholeLine === close, ...(language === '' ? {} : { language }) };
  }
  const isTable = unit === 0x7c || unit === 0x2c || unit === 0x3a || unit === 0x21;
  if (!isTable || !TABLE_DELIMITER.test(lines.trimmed(line))) return undefined;
  return { kind: 'table', close: lines.trimmed(line), closes: true };
}
