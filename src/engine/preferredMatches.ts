/**
 * Of several things that an address names, those that a person means by it: the class and not its
 * constructor, the exact name and not a part of one.
 */
import { isClass, isFunction } from '../graph/place.js';
import { dottedName } from '../text/dottedName.js';
import type { Unit } from '../types.js';
import type { ResolvedAddress } from './address.js';

export function preferredMatches(all: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  const matches = withoutKeys(withoutReopened(withoutConstructors(all)));
  const exact = matches.filter(({ loosely }) => !loosely);
  return exact.length > 0 ? exact : matches;
}

/** A constructor with the name of its class, in it or, in C++, in another file (`Pool::Pool`): the name means the class. */
function withoutConstructors(matches: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  const classes = new Set(matches.flatMap(({ unit }) => (unit && isClass(unit) ? [unit.id] : [])));
  const isConstructor = ({ name, parentId }: Unit): boolean => {
    const [own, owner] = dottedName(name).split('.').reverse();
    return classes.has(parentId) || (own === owner && classes.size > 0);
  };
  return matches.filter(({ unit }) => !unit || !isFunction(unit) || !isConstructor(unit));
}

/** What adds to a class in its own file, an `impl` of Rust or an extension: `Writer` means the class, `Writer@2` that. */
function withoutReopened(matches: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  const ids = new Set(matches.map(({ unit }) => unit?.id));
  const isAddition = ({ id }: Unit): boolean => ids.has(id.replace(/@\d+$/, '')) && /@\d+$/.test(id);
  return matches.filter(({ unit }) => !unit || !isClass(unit) || !isAddition(unit));
}

/** A key of a configuration file with the name of a class: `Story` means the class. */
function withoutKeys(matches: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  const others = matches.filter(({ unit }) => unit?.kind !== 'key');
  return others.length > 0 ? others : matches;
}
