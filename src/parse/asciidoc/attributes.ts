/**
 * The list in brackets above a block.
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

/** What a line says, when it is such a list. */
export function attributesOf(line: string): BlockAttributes | undefined {
  if (!line.startsWith('[') || !line.endsWith(']')) return undefined;
  const anchor = BLOCK_ANCHOR.exec(line);
  if (anchor) return { id: anchor[1] };
  const list = LIST.exec(line);
  return list ? readAttributes(split(list[1])) : undefined;
}

/** At commas outside quotes. */
function split(list: string): string[] {
  const parts = [''];
  for (const [part] of list.matchAll(PARTS))
    if (part === ',') parts.push('');
    else parts[parts.length - 1] += part;
  return parts.map((part) => part.trim());
}

function readAttributes(parts: readonly string[]): BlockAttributes {
  const found: { -readonly [K in keyof BlockAttributes]: BlockAttributes[K] } = {};
  parts.forEach((part, i) => {
    const named = NAMED.exec(part);
    if (named) readNamed(found, named[1], named[2]);
    else if (i === 0) {
      const style = unquoted(part).split(/[#.%]/, 1)[0];
      if (style !== '') found.style = style;
      for (const [, sign, word] of part.matchAll(SHORTHAND)) {
        if (sign === '#') found.id = word;
        else if (sign === '%' && word === 'header') found.header = true;
      }
    } else if (i === 1 && part !== '') found.language = unquoted(part);
  });
  return found;
}

function readNamed(
  found: { -readonly [K in keyof BlockAttributes]: BlockAttributes[K] },
  name: string,
  value: string,
): void {
  if (name === 'id') found.id = value;
  else if (name === 'language') found.language = value;
  else if (name === 'cols') found.columns = columnsOf(value);
  else if (name === 'options' || name === 'opts') found.header ||= value.split(/\s*,\s*/).includes('header');
}

/** `1,2` are two columns, `3*` are three, `2*,1` too. */
function columnsOf(value: string): number {
  let columns = 0;
  for (const part of value.split(/[,;]/)) columns += Number(/^\s*(\d{1,3})\*/.exec(part)?.[1] ?? 1);
  return Math.min(columns, MAX_COLUMNS);
}

const unquoted = (part: string): string => part.replace(/^(["'])(.*)\1$/, '$2');
