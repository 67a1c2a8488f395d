import type { Reference, Unit } from '../types.js';
import type { SourceFacts } from './codebase.js';

/** The units that a reference stands in, from the inside out. */
export function scopesOf({ from, verb }: Reference, { units }: SourceFacts): Unit[] {
  const scopes: Unit[] = [];
  const own = units.get(from);
  const outside = (verb === 'inherits' || verb === 'includes') && own; // what a class is made of is said outside of it
  for (let unit = outside ? units.get(own.parentId) : own; unit; unit = units.get(unit.parentId)) scopes.push(unit);
  return scopes;
}
