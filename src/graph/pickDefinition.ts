/**
 * One of several definitions of the same name, or none: an edge that is wrong is
 * worse than one that is missing. Each rule decides only if it leaves exactly one.
 */
import type { NamedDefinition } from './codebase.js';

export function pickDefinition(candidates: readonly NamedDefinition[], from: string): NamedDefinition | undefined {
  if (candidates.length < 2) return candidates[0];
  const [first] = candidates;
  if (isOne(candidates)) return first;
  for (const rule of rules) {
    const left = candidates.filter((known) => rule(known, from));
    if (isOne(left)) return left[0];
  }
  return undefined;
}

/** Overloads, and a class that is opened twice, are one. */
const isOne = ([first, ...rest]: readonly NamedDefinition[]): boolean =>
  first !== undefined && rest.every(({ docId, full }) => docId === first.docId && full === first.full);

export const isTest = (path: string): boolean =>
  /(^|[/_.-])(tests?|specs?|__tests__|fixtures?|examples?)([/_.-]|$)/i.test(path);

const rules: readonly ((known: NamedDefinition, from: string) => boolean)[] = [
  // A header announces what another file defines.
  ({ row: { path }, modules }) => !modules?.announces?.(path),
  // `user_profile.rb`, `UserProfile.java`: the file that is called like it, as autoloaders have it.
  ({ row: { path }, name }) => bare(path.replace(/^.*\/|\.\w+$/g, '')) === bare(name),
  // What is shipped does not lean on tests.
  ({ row: { path } }, from) => isTest(from) || !isTest(path),
];

const bare = (name: string): string =>
  (name.split(/[.:]+/).at(-1) ?? name).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
