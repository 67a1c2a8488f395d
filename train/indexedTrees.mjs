/** The trees of LISTS (withhold.mjs) that have an index and are not done yet: those named in `only`, or all. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export function indexedTrees(lists, only, isDone) {
  const all = readdirSync(lists)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -6));
  return (only.length > 0 ? only : all).filter((name) => existsSync(join(lists, `${name}.db`)) && !isDone(name));
}
