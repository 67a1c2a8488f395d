/**
 * TOML: a table of its own, put at the end. The result is read again: were
 * anything else different, it would not be used.
 */
import { parse, stringify } from 'smol-toml';
import type { ConfigFormat } from './configFormat.js';

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
      const wanted = { ...before, [group]: { ...known, [name]: entry } };
      return stringify(parse(after)) === stringify(wanted) ? after : undefined;
    } catch {
      return undefined; // it is no TOML, or has the servers in a form that cannot be added to
    }
  },
};
