/** Inserts an entry into a client's configuration file, JSON or TOML, without changing the rest. */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { parse, stringify } from 'smol-toml';

/** Inserts an entry into a configuration that may have been edited by hand. */
export interface ConfigFormat {
  /** Only the entry, as a person would add it. */
  render(path: EntryPath, entry: object): string;
  /**
   * The text with the entry, everything else unchanged. An existing entry is not changed:
   * it may have been edited on purpose. Undefined if the entry cannot be inserted safely.
   */
  insert(text: string, path: EntryPath, entry: object): string | undefined;
}

/** Keys that lead to an entry: `mcpServers`, `froe`. */
export type EntryPath = readonly [group: string, name: string];

/**
 * JSON as editors accept it: with comments and trailing commas. An entry is inserted into
 * the text itself, so that comments, order and indentation of the rest stay:
 *
 *     {                                  {
 *       // mine                            // mine
 *       "mcpServers": {                    "mcpServers": {
 *         "other": { … }          →          "other": { … },
 *       }                                    "froe": { … }
 *     }                                    }
 *                                        }
 *
 * The result is parsed again: if anything else differs, it is not used.
 *
 * jsonc-parser parses it and returns positions. Its own `modify` is not used: it
 * reformats the whole line it inserts into, which may be the whole file.
 */
const BOM = '\uFEFF';

export const jsonFormat: ConfigFormat = {
  render: ([group, name], entry) => `${JSON.stringify({ [group]: { [name]: entry } }, undefined, 2)}\n`,
  insert(text, path, entry) {
    if (text.trim() === '') return jsonFormat.render(path, entry);
    if (!text.startsWith(BOM)) return insertEntry(text, path, entry);
    const after = insertEntry(text.slice(BOM.length), path, entry);
    return after && BOM + after;
  },
};

function insertEntry(text: string, [group, name]: EntryPath, entry: object): string | undefined {
  const before = plainJson(text);
  if (!isObject(before)) return undefined;
  const servers = Object.hasOwn(before, group) ? before[group] : {};
  if (!isObject(servers)) return undefined;
  if (Object.hasOwn(servers, name)) return text;
  const inside = Object.hasOwn(before, group) ? [group] : [];
  const root = parseTree(text, [], SETTINGS);
  const object = root && findNodeAtLocation(root, inside);
  if (object?.type !== 'object') return undefined; // the key occurs twice
  const after =
    inside.length === 1
      ? insertMember(text, object, name, entry, 1)
      : insertMember(text, object, group, { [name]: entry }, 0);
  const expected = { ...before, [group]: { ...servers, [name]: entry } };
  return JSON.stringify(plainJson(after)) === JSON.stringify(expected) ? after : undefined;
}

const SETTINGS = { allowTrailingComma: true };

/** The value; undefined if it is not valid even with comments. */
export function plainJson(text: string): unknown {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, SETTINGS);
    // Not parse(): in its objects, a key __proto__ would set the prototype.
    return root && errors.length === 0 ? getNodeValue(root) : undefined;
  } catch {
    return undefined; // nested too deeply for the stack
  }
}

/** After the last member, or into an empty object. An existing trailing comma stays after the inserted entry. */
function insertMember(
  text: string,
  { offset, length, children = [] }: Node,
  key: string,
  value: object,
  depth: number,
): string {
  const indent = indentOf(text);
  const newline = `${text.includes('\r\n') ? '\r\n' : '\n'}${indent.repeat(depth)}`;
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value, undefined, indent).replaceAll('\n', newline + indent)}`;
  const last = children.at(-1);
  if (last) {
    const end = last.offset + last.length;
    return `${text.slice(0, end)},${newline}${indent}${member}${text.slice(end)}`;
  }
  const end = offset + length - 1;
  return `${text.slice(0, end).trimEnd()}${newline}${indent}${member}${newline}${text.slice(end)}`;
}

const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * TOML: a separate table at the end. The result is parsed again: if anything else
 * differs, it is not used.
 */
export const tomlFormat: ConfigFormat = {
  render: ([group, name], entry) => `[${group}.${name}]\n${stringify(entry)}`,
  insert(text, [group, name], entry) {
    try {
      const before = parse(text);
      const servers = before[group];
      const known = typeof servers === 'object' ? servers : {};
      if (Object.hasOwn(known, name)) return text;
      const table = tomlFormat.render([group, name], entry);
      const after = text.trim() === '' ? table : `${text.trimEnd()}\n\n${table}`;
      const expected = { ...before, [group]: { ...known, [name]: entry } };
      return stringify(parse(after)) === stringify(expected) ? after : undefined;
    } catch {
      return undefined; // not TOML, or the servers are in a form that cannot be extended
    }
  },
};
