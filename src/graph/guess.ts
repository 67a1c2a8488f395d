/**
 * `client.send(message)`, where `client` is a variable: a method of that name is
 * looked for in classes that are called like the variable, else in those that the
 * same unit speaks of. Each time it must be the only one, or it is none.
 */
import type { Reference, Verb } from '../types.js';
import { choose } from './choose.js';
import type { Codebase, Facts } from './codebase.js';
import { ownerOf } from './fullName.js';
import { isCalledLike, isCommon, isTelling } from './likely.js';
import { idOf, isClass, type Place, placeOf } from './place.js';

export interface Resolved extends Place {
  readonly verb: Verb;
}

/** The classes that a unit makes, takes or names, by its id; filled as they are asked for. */
export type Spoken = Map<string, readonly Place[]>;

/** What resolving knows, and guessing asks. */
export interface Lookup {
  readonly member: (of: Place, name: string, facts: Facts) => Promise<Place | undefined>;
  readonly said: (reference: Reference, facts: Facts) => Promise<Place | undefined>;
}

export class Guess {
  readonly #codebase: Codebase;
  readonly #spoken: Spoken;
  readonly #known: Lookup;

  constructor(codebase: Codebase, spoken: Spoken, known: Lookup) {
    this.#codebase = codebase;
    this.#spoken = spoken;
    this.#known = known;
  }

  async at(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    const { key, target, from, verb } = reference;
    if (verb !== 'calls' || !target.includes('.')) return undefined;
    const methods = (await this.#codebase.definitions(key)).filter(
      (known) => known.modules === facts.modules && !isClass(known) && ownerOf(known.full) !== '',
    );
    if (methods.length === 0) return undefined;
    const receiver = target.split('.').at(-2) ?? '';
    const classes = await this.#spokenOf(from, facts);
    const alike = classes.filter(({ unit }) => unit && isCalledLike(receiver, unit.name));
    const spoken = await this.#onlyMember(alike, key, facts);
    if (spoken || isCommon(key)) return withVerb(spoken, verb);
    const like = methods.filter(({ full }) => isCalledLike(receiver, ownerOf(full)));
    if (like.length > 0) return withVerb(placeOf(choose(like, facts.row.path)), verb);
    const only = receiver !== '?' || isTelling(key) ? await this.#onlyMember(classes, key, facts) : undefined;
    return withVerb(only, verb);
  }

  /** What classes have of this name, if only one of them has it. */
  async #onlyMember(classes: readonly Place[], name: string, facts: Facts): Promise<Place | undefined> {
    const found = new Map<string, Place>();
    for (const place of classes) {
      const member = await this.#known.member(place, name, facts);
      if (member) found.set(idOf(member), member);
    }
    return found.size === 1 ? [...found.values()][0] : undefined;
  }

  async #spokenOf(from: string, facts: Facts): Promise<readonly Place[]> {
    const known = this.#spoken.get(from);
    if (known) return known;
    const classes = new Map<string, Place>();
    for (const reference of facts.said.get(from) ?? []) {
      const place = reference.verb === 'imports' ? undefined : await this.#known.said(reference, facts);
      if (place?.unit && isClass(place.unit)) classes.set(idOf(place), place);
    }
    const spoken = [...classes.values()];
    this.#spoken.set(from, spoken);
    return spoken;
  }
}

const withVerb = (place: Place | undefined, verb: Verb): Resolved | undefined => place && { ...place, verb };
