/**
 * JSON as editors have it: with comments, and commas at the end. An entry is put
 * into the text itself, so that comments, order and indentation of the rest stay:
 *
 *     {                                  {
 *       // mine                            // mine
 *       "mcpServers": {                    "mcpServers": {
 *         "other": { … }          →          "other": { … },
 *       }                                    "froe": { … }
 *     }                                    }
 *                                        }
 *
 * The result is read again: were anything else different, it would not be used.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Form } from './form.js';
import { type Members, membersAt, plainJson } from './jsonc.js';

export const json: Form = {
  draw: ([group, name], entry) => `${JSON.stringify({ [group]: { [name]: entry } }, undefined, 2)}\n`,
  put(text, path, entry) {
    if (text.trim() === '') return json.draw(path, entry);
    const [group, name] = path;
    const before = plainJson(text);
    if (!isObject(before)) return undefined;
    const servers = before[group] ?? {};
    if (!isObject(servers)) return undefined;
    if (Object.hasOwn(servers, name)) return text;
    const inside = Object.hasOwn(before, group) ? [group] : [];
    const object = membersAt(text, inside);
    const after =
      object &&
      (inside.length === 1 ? insert(text, object, name, entry, 1) : insert(text, object, group, { [name]: entry }, 0));
    const wanted = { ...before, [group]: { ...servers, [name]: entry } };
    return after !== undefined && isDeepStrictEqual(plainJson(after), wanted) ? after : undefined;
  },
};

/** Behind the last member, or into an object that has none. */
function insert(text: string, { last, end }: Members, key: string, value: object, depth: number): string {
  const indent = indentOf(text);
  const inner = indent.repeat(depth + 1);
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value, undefined, indent).replaceAll('\n', `\n${inner}`)}`;
  if (!last) {
    const open = text.slice(0, end).trimEnd().length; // after the brace, or after a comment inside
    return splice(text, open, end, `\n${inner}${member}\n${indent.repeat(depth)}`);
  }
  return last.comma === undefined
    ? splice(text, last.valueEnd, last.valueEnd, `,\n${inner}${member}`)
    : splice(text, last.comma, last.comma, `\n${inner}${member},`);
}

const splice = (text: string, start: number, end: number, middle: string): string =>
  text.slice(0, start) + middle + text.slice(end);

const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
