/**
 * Metadata at the very start of a file: YAML between two lines of `---`, TOML
 * between two of `+++`.
 *
 *     ---                          ---
 *     title: Wood                  Wood
 *     ---                          ---
 *     metadata                     a rule, and a heading with its underline
 *
 * YAML accepts nearly any text. Only a mapping is metadata, or a text that fails to
 * parse but begins with a key; a single word between two rules is not.
 */
import { parseToml, parseYaml } from '../../text/data.js';
import type { Span } from '../../types.js';
import { isBlankFrom, MarkdownLine } from './line.js';

export interface FrontMatter extends Span {
  readonly format: 'yaml' | 'toml';
  /** Its data; undefined if it cannot be parsed. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The text between the two lines. */
  readonly text: string;
}

/** Longer ones are kept as text: they are generated. */
const MAX_PARSED_CHARS = 1 << 15;

const formats = { '---': 'yaml', '+++': 'toml' } as const;

/** Closing lines, by the opening mark: the mark alone, at the start of a line. */
const closings = {
  '---': /(?<=[\r\n])---[ \t]*(?=[\r\n]|$)/g,
  '+++': /(?<=[\r\n])\+\+\+[ \t]*(?=[\r\n]|$)/g,
} as const;

/** `from`: after a byte order mark. */
export function frontMatterOf(text: string, from: number): FrontMatter | undefined {
  const mark = text.slice(from, from + 3);
  if (mark !== '---' && mark !== '+++') return undefined;
  const openingLine = new MarkdownLine(text, from);
  openingLine.read();
  if (!isBlankFrom(text, from + 3, openingLine.stop)) return undefined;
  const closingPattern = closings[mark];
  closingPattern.lastIndex = openingLine.next;
  const closingMatch = closingPattern.exec(text);
  if (!closingMatch) return undefined;
  const closingLine = new MarkdownLine(text, closingMatch.index);
  closingLine.read();
  const content = text.slice(openingLine.next, closingMatch.index);
  const data = content.length <= MAX_PARSED_CHARS ? parseData(content, formats[mark]) : undefined;
  if (data === null || (data === undefined && !beginsWithKey(content))) return undefined;
  return { start: from, end: closingLine.next, format: formats[mark], data, text: content };
}

/** Below comments and blank lines. */
const beginsWithKey = (text: string): boolean => /^(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*["']?[\w-][^\r\n:=]*[:=]/.test(text);

/**
 * Most front matter is a key and a few words on every line, which needs no YAML library: that takes longer than the
 * rest of the page. Anything else is parsed by the library.
 *
 *     id: install               { id: 'install',
 *     title: "Install it"         title: 'Install it',
 *     sidebar_position: 2         sidebar_position: 2 }
 */
const plainLine =
  /^([A-Za-z][\w-]{0,60}): (?:([1-9]\d{0,8})|([A-Za-z/](?:[\w ,.'!?&/()+=$%@;<>*-]*[\w.!?/)])?)|"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;
/** Words with a meaning in YAML. */
const reserved = /^(?:null|true|false)$/i;

/** A mapping of plain lines; undefined if any line is something else. */
function parsePlainLines(text: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {};
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const match = plainLine.exec(text.slice(at, end));
    if (!match) return undefined;
    const [, key, digits, word, double, single] = match;
    if (Object.hasOwn(data, key) || reserved.test(key) || (word !== undefined && reserved.test(word))) return undefined;
    data[key] = digits === undefined ? (word ?? double ?? single) : Number(digits);
    at = end + 1;
  }
  return text === '' ? undefined : data;
}

/** A mapping; null for another value, undefined if it cannot be parsed. */
function parseData(text: string, format: FrontMatter['format']): Record<string, unknown> | null | undefined {
  const plainData = format === 'yaml' ? parsePlainLines(text) : undefined;
  if (plainData) return plainData;
  try {
    const value: unknown = format === 'yaml' ? parseYaml(text) : parseToml(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    // Dates become strings; a cyclic value throws, and stays text.
    return JSON.parse(JSON.stringify(value)) as Record<string, unknown>; // an object before, so one after
  } catch {
    return undefined;
  }
}
