/**
 * Infers the class of a receiver: for `client.send(message)`, where `client` is a
 * variable, the method is searched in classes named like the variable, else in the
 * classes that the same unit mentions. It must be the only match, or there is none.
 */
import { isTestPath } from '../text/fileKinds.js';
import { folderOf } from '../text/folders.js';
import { lastName } from '../text/lastName.js';
import type { Reference, Verb } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { isCommon, normalised } from './commonMethods.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, type GraphPlace, idOf, isClass, isFunction, ownerOf, placeOf } from './place.js';

/** The target of a reference is known, and is not in this tree. */
export const OUTSIDE_TREE = 'outside';
/** So says a declared type. */
export const DECLARED_OUTSIDE = 'declared outside';
export type Outside = typeof OUTSIDE_TREE | typeof DECLARED_OUTSIDE;
export const isOutside = (found: object | Outside | undefined): found is Outside => typeof found === 'string';

/** The rule that inferred it. */
export type InferenceRule = 'spoken alike' | 'called alike' | 'only one spoken';

export interface ResolvedPlace extends GraphPlace {
  readonly verb: Verb;
  /** Set if it was inferred, not stated. */
  readonly inferredBy?: InferenceRule;
  /** The unit whose field, or whose result, is declared and led to it. */
  readonly declaredBy?: string;
}

/** The classes that a unit creates, takes or names, by its id; filled lazily. */
export type MentionedClasses = Map<string, readonly GraphPlace[]>;

/** What inference needs of the resolver. */
export interface InferenceLookup {
  readonly member: (of: GraphPlace, name: string, facts: SourceFacts) => Promise<GraphPlace | undefined>;
  readonly stated: (reference: Reference, facts: SourceFacts) => Promise<GraphPlace | undefined>;
}

export class ReceiverInference {
  readonly #codebase: Codebase;
  readonly #mentioned: MentionedClasses;
  readonly #lookup: InferenceLookup;

  constructor(codebase: Codebase, mentioned: MentionedClasses, lookup: InferenceLookup) {
    this.#codebase = codebase;
    this.#mentioned = mentioned;
    this.#lookup = lookup;
  }

  async at(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | typeof OUTSIDE_TREE | undefined> {
    const { key, target, from, verb } = reference;
    if (verb !== 'calls' || !target.includes('.')) return undefined;
    const receiver = target.split('.').at(-2) ?? '';
    // `std::io::Error::from`: no variable, but a class.
    if (/^\p{Lu}/u.test(receiver) && !facts.syntax.capitalFields) return OUTSIDE_TREE;
    const methods = (await this.#codebase.definitions(key)).filter(
      (method) => method.modules === facts.modules && !isClass(method) && ownerOf(method.full) !== '',
    );
    if (methods.length === 0) return undefined;
    const classes = await this.#mentionedClasses(from, facts);
    const matchingClasses = classes.filter(({ unit }) => unit && namesMatch(receiver, unit.name));
    const mentionedMember = await this.#onlyMember(matchingClasses, key, facts);
    if (mentionedMember || isCommon(key)) return inferred(mentionedMember, verb, 'spoken alike');
    const matchingMethods = methods.filter(({ full }) => namesMatch(receiver, ownerOf(full)));
    if (matchingMethods.length > 0) {
      const chosen = pickDefinition(await this.#visibleFrom(facts, matchingMethods), facts.row.path);
      const isPlausible = chosen && !(await this.#namesOtherClass(chosen, receiver, facts));
      return isPlausible ? inferred(placeOf(chosen), verb, 'called alike') : undefined;
    }
    if (receiver === '?' && !isDistinctive(key)) return undefined;
    const ownClass = fullNameOf(facts.units.get(from)?.parentId ?? '', facts.row);
    const candidates = classes.filter(
      ({ unit }) =>
        unit && (receiver === '?' || mayStandFor(receiver, unit.name) || fullNameOf(unit.id, facts.row) === ownClass),
    );
    return inferred(await this.#onlyMember(candidates, key, facts), verb, 'only one spoken');
  }

  /** Of an object that a function returns, named like the interface: `createLogger.warn` of a Logger. */
  async ofReturnedObject(
    { key, verb }: Reference,
    facts: SourceFacts,
    { unit, declaredBy = '' }: ResolvedPlace,
  ): Promise<ResolvedPlace | undefined> {
    const type = unit?.name ?? '';
    // `this.logger = { warn() { … } }`: a field that is an object of its own.
    const { named, units } = (await this.#codebase.facts(declaredBy.split('#', 1)[0])) ?? {};
    if (named?.get(key)?.some(({ parentId }) => units?.get(parentId)?.parentId === declaredBy)) return undefined;
    const methods: NamedDefinition[] = [];
    for (const method of await this.#codebase.definitions(key)) {
      if (method.modules !== facts.modules || !namesMatch(type, ownerOf(method.full))) continue;
      const owner = (await this.#codebase.facts(method.docId))?.units.get(method.parentId);
      if (owner && isFunction(owner)) methods.push(method);
    }
    const chosen = pickDefinition(await this.#visibleFrom(facts, methods), facts.row.path);
    return inferred(placeOf(chosen), verb, 'called alike');
  }

  /** If there is a class User, `user` is no DeletedUser; but a function that creates users may return it. */
  async #namesOtherClass(
    { full, docId, parentId }: NamedDefinition,
    receiver: string,
    { modules, row }: SourceFacts,
  ): Promise<boolean> {
    const name = classNameOf(receiver);
    const owner = (await this.#codebase.facts(docId))?.units.get(parentId);
    if (lastName(ownerOf(full)) === name || (owner && isFunction(owner))) return false;
    return (await this.#codebase.definitionsFor(name, row)).some(
      (definition) => isClass(definition) && definition.modules === modules,
    );
  }

  /** Without classes inside functions of other files, and without those of tests in other folders. */
  async #visibleFrom({ row }: SourceFacts, methods: readonly NamedDefinition[]): Promise<NamedDefinition[]> {
    const visible: NamedDefinition[] = [];
    for (const method of methods) {
      if (!this.#codebase.roots.reaches(row, method.row)) continue;
      const isSameTestFolder = folderOf(method.row.path) === folderOf(row.path) && isTestPath(row.path);
      if (
        method.docId !== row.docId &&
        ((isTestPath(method.row.path) && !isSameTestFolder) || (await this.#isInsideFunction(method)))
      )
        continue;
      visible.push(method);
    }
    return visible;
  }

  /** Is its class inside a function? */
  async #isInsideFunction({ docId, parentId }: NamedDefinition): Promise<boolean> {
    const units = (await this.#codebase.facts(docId))?.units;
    const owner = units?.get(parentId);
    for (let unit = owner && units?.get(owner.parentId); unit; unit = units?.get(unit.parentId))
      if (isFunction(unit)) return true;
    return false;
  }

  /** The member of this name, if only one of the classes has it. */
  async #onlyMember(classes: readonly GraphPlace[], name: string, facts: SourceFacts): Promise<GraphPlace | undefined> {
    const members = new Map<string, GraphPlace>();
    for (const place of classes) {
      const member = await this.#lookup.member(place, name, facts);
      if (member) members.set(idOf(member), member);
    }
    return members.size === 1 ? [...members.values()][0] : undefined;
  }

  async #mentionedClasses(from: string, facts: SourceFacts): Promise<readonly GraphPlace[]> {
    const cached = this.#mentioned.get(from);
    if (cached) return cached;
    const classes = new Map<string, GraphPlace>();
    for (const reference of facts.byUnit.get(from) ?? []) {
      const place = reference.verb === 'imports' ? undefined : await this.#lookup.stated(reference, facts);
      if (place?.unit && isClass(place.unit)) classes.set(idOf(place), place);
    }
    const mentioned = [...classes.values()];
    this.#mentioned.set(from, mentioned);
    return mentioned;
  }
}

const inferred = (place: GraphPlace | undefined, verb: Verb, rule: InferenceRule): ResolvedPlace | undefined =>
  place && { ...place, verb, inferredBy: rule };

/** `builder.build()`, `self.walk_builder.build()` and the class `WalkBuilder`. */
export function namesMatch(variable: string, owner: string): boolean {
  const [name, type] = [normalised(variable), normalised(owner.slice(owner.lastIndexOf('.') + 1))];
  return name.length > 2 && !ERROR_NAMES.has(name) && (type.endsWith(name) || name.endsWith(type));
}

/** `line_item`, `lineItem` → `LineItem` */
export const classNameOf = (variable: string): string =>
  variable.replace(/(?:^|_)+(\p{Ll})/gu, (_, letter: string) => letter.toUpperCase());

/** Names of any error. */
const ERROR_NAMES: ReadonlySet<string> = new Set(['err', 'error', 'exception']);

/** `c` may be a Context or a RouteConfig, but no Engine; a longer name may be anything. */
export function mayStandFor(variable: string, type: string): boolean {
  const name = normalised(variable);
  if (name.length > 2) return true;
  const words = type.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.toLowerCase().startsWith(name[0] ?? ' '));
}

/** `send_message` and `parseHeader` are specific enough without a known receiver. */
export const isDistinctive = (method: string): boolean => /[a-z0-9][A-Z]|._./.test(method) || method.length > 9;
