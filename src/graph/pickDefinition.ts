/**
 * Picks one of several definitions of the same name, or none: a wrong edge is worse
 * than a missing one. A rule decides only if it leaves exactly one; if all have the
 * same full name, the nearest is as good as any other.
 */
import { isTestPath } from '../text/fileKinds.js';
import type { NamedDefinition } from './codebase.js';

export function pickDefinition(all: readonly NamedDefinition[], from: string): NamedDefinition | undefined {
  // In a workspace: the own root before all others.
  const inOwnRoot = all.filter(({ row: { metadata } }) => from.startsWith(`${metadata.root}/`));
  const candidates = inOwnRoot.length > 0 ? inOwnRoot : all;
  if (candidates.length < 2) return candidates[0];
  const [first] = candidates;
  if (isOne(candidates)) return first;
  for (const rule of rules) {
    const remaining = candidates.filter((definition) => rule(definition, from));
    if (isOne(remaining)) return remaining[0];
  }
  return candidates.every(({ full, modules }) => modules?.namespaces && full === first.full)
    ? nearest(candidates, from)
    : undefined;
}

/**
 * Of one thing that is there for each platform: `commonMain/…/Buffer.kt` and `jvmMain/…/Buffer.kt`. From
 * another package, the one for the same platform; of several as near, the one for all.
 */
function nearest(candidates: readonly NamedDefinition[], from: string): NamedDefinition | undefined {
  const folders = from.split('/');
  const nearness = ({ row: { path } }: NamedDefinition): number => {
    const others = path.split('/');
    const at = folders.findIndex((folder, i) => folder !== others[i]);
    const alike = others.filter((folder) => folders.includes(folder)).length;
    return (at < 0 ? folders.length : at) * 100 + alike * 2 + Number(/(^|\/)common/.test(path));
  };
  return candidates.reduce((best, one) => (nearness(one) > nearness(best) ? one : best));
}

/** Overloads and reopened classes count as one. */
const isOne = ([first, ...rest]: readonly NamedDefinition[]): boolean =>
  first !== undefined && rest.every(({ docId, full }) => docId === first.docId && full === first.full);

const rules: readonly ((definition: NamedDefinition, from: string) => boolean)[] = [
  // A header declares what another file defines.
  ({ row: { path }, modules }) => !modules?.declaresOnly?.(path),
  // `user_profile.rb`, `UserProfile.java`: the file with the same name, as in autoloading.
  ({ isNamedLikeFile }) => isNamedLikeFile,
  // Shipped code does not depend on tests.
  ({ isTest }, from) => !isTest || isTestPath(from),
];
