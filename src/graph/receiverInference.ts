/**
 * `client.send(message)`, where `client` is a variable: a method of that name is
 * looked for in classes that are called like the variable, else in those that the
 * same unit speaks of. Each time it must be the only one, or it is none.
 */

import { folderOf } from '../text/folders.js';
import { lastName } from '../text/lastName.js';
import type { Reference, Verb } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { fullNameOf, ownerOf } from './fullName.js';
import { classNameOf, isCommon, isDistinctive, mayStandFor, namesMatch } from './likely.js';
import { isTest, pickDefinition } from './pickDefinition.js';
import { type GraphPlace, idOf, isClass, isFunction, placeOf } from './place.js';

/** By which of the rules below it was guessed. */
export type InferenceRule = 'spoken alike' | 'called alike' | 'only one spoken';

export interface ResolvedPlace extends GraphPlace {
  readonly verb: Verb;
  /** Nobody says so; it is likely. */
  readonly inferredBy?: InferenceRule;
}

/** The classes that a unit makes, takes or names, by its id; filled as they are asked for. */
export type MentionedClasses = Map<string, readonly GraphPlace[]>;

/** What resolving knows, and guessing asks. */
export interface InferenceLookup {
  readonly member: (of: GraphPlace, name: string, facts: SourceFacts) => Promise<GraphPlace | undefined>;
  readonly said: (reference: Reference, facts: SourceFacts) => Promise<GraphPlace | undefined>;
}

export class ReceiverInference {
  readonly #codebase: Codebase;
  readonly #spoken: MentionedClasses;
  readonly #known: InferenceLookup;

  constructor(codebase: Codebase, spoken: MentionedClasses, known: InferenceLookup) {
    this.#codebase = codebase;
    this.#spoken = spoken;
    this.#known = known;
  }

  async at(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | undefined> {
    const { key, target, from, verb } = reference;
    if (verb !== 'calls' || !target.includes('.')) return undefined;
    const receiver = target.split('.').at(-2) ?? '';
    // `std::io::Error::from`: no variable, but a class that nobody here defines.
    if (/^\p{Lu}/u.test(receiver) && !facts.syntax.capitalFields) return undefined;
    const methods = (await this.#codebase.definitions(key)).filter(
      (known) => known.modules === facts.modules && !isClass(known) && ownerOf(known.full) !== '',
    );
    if (methods.length === 0) return undefined;
    const classes = await this.#spokenOf(from, facts);
    const alike = classes.filter(({ unit }) => unit && namesMatch(receiver, unit.name));
    const spoken = await this.#onlyMember(alike, key, facts);
    if (spoken || isCommon(key)) return guess(spoken, verb, 'spoken alike');
    const like = methods.filter(({ full }) => namesMatch(receiver, ownerOf(full)));
    if (like.length > 0) {
      const chosen = pickDefinition(await this.#seenFrom(facts, like), facts.row.path);
      const is = chosen && !(await this.#isAnother(chosen, receiver, facts));
      return is ? guess(placeOf(chosen), verb, 'called alike') : undefined;
    }
    if (receiver === '?' && !isDistinctive(key)) return undefined;
    const own = fullNameOf(facts.units.get(from)?.parentId ?? '', facts.row);
    const likely = classes.filter(
      ({ unit }) =>
        unit && (receiver === '?' || mayStandFor(receiver, unit.name) || fullNameOf(unit.id, facts.row) === own),
    );
    return guess(await this.#onlyMember(likely, key, facts), verb, 'only one spoken');
  }

  /** `user` is a User where there is such a class, and no DeletedUser; but a function that makes users may make it. */
  async #isAnother(
    { full, docId, parentId }: NamedDefinition,
    receiver: string,
    { modules }: SourceFacts,
  ): Promise<boolean> {
    const name = classNameOf(receiver);
    const owner = (await this.#codebase.facts(docId))?.units.get(parentId);
    if (lastName(ownerOf(full)) === name || (owner && isFunction(owner))) return false;
    return (await this.#codebase.definitions(name)).some((one) => isClass(one) && one.modules === modules);
  }

  /** Not what another file keeps inside of a function, nor what is made up for the tests of another folder. */
  async #seenFrom({ row }: SourceFacts, methods: readonly NamedDefinition[]): Promise<NamedDefinition[]> {
    const seen: NamedDefinition[] = [];
    for (const known of methods) {
      const near = folderOf(known.row.path) === folderOf(row.path) && isTest(row.path);
      if (known.docId !== row.docId && ((isTest(known.row.path) && !near) || (await this.#isInside(known)))) continue;
      seen.push(known);
    }
    return seen;
  }

  /** Does its class stand in a function? */
  async #isInside({ docId, parentId }: NamedDefinition): Promise<boolean> {
    const units = (await this.#codebase.facts(docId))?.units;
    const owner = units?.get(parentId);
    for (let unit = owner && units?.get(owner.parentId); unit; unit = units?.get(unit.parentId))
      if (isFunction(unit)) return true;
    return false;
  }

  /** What classes have of this name, if only one of them has it. */
  async #onlyMember(classes: readonly GraphPlace[], name: string, facts: SourceFacts): Promise<GraphPlace | undefined> {
    const found = new Map<string, GraphPlace>();
    for (const place of classes) {
      const member = await this.#known.member(place, name, facts);
      if (member) found.set(idOf(member), member);
    }
    return found.size === 1 ? [...found.values()][0] : undefined;
  }

  async #spokenOf(from: string, facts: SourceFacts): Promise<readonly GraphPlace[]> {
    const known = this.#spoken.get(from);
    if (known) return known;
    const classes = new Map<string, GraphPlace>();
    for (const reference of facts.byUnit.get(from) ?? []) {
      const place = reference.verb === 'imports' ? undefined : await this.#known.said(reference, facts);
      if (place?.unit && isClass(place.unit)) classes.set(idOf(place), place);
    }
    const spoken = [...classes.values()];
    this.#spoken.set(from, spoken);
    return spoken;
  }
}

const guess = (place: GraphPlace | undefined, verb: Verb, guessed: InferenceRule): ResolvedPlace | undefined =>
  place && { ...place, verb, inferredBy: guessed };
