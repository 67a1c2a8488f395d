/**
 * The classes of a source's variables, as far as it declares them. A call on a local variable is
 * stored as one on its class, or on what a function returns. Fields and results are stored, too,
 * because other files use them (resolver.ts).
 *
 *     void run(Gson gson) { gson.toJson(x); }     calls Gson.toJson
 *     const log = makeLog(); log.warn();          calls makeLog.warn, local log
 *     class Client { Gson gson; }                 reads Gson, local gson
 *     Client open() { … }                         reads Client, local ()
 */
import type { DeclaredName } from '../parse/code/declaredNames.js';
import type { Mention } from '../parse/code/mentions.js';
import { lastName } from '../text/lastName.js';
import type { Unit } from '../types.js';
import { isCommon } from './commonMethods.js';
import { isClass, isFunction } from './place.js';

/** The local name of what a function returns. */
export const RESULT = '()';

/** A field of a class, a variable of a file or the result of a function, with the unit that has it. */
export interface DeclaredMember {
  readonly from: string;
  readonly name: string;
  readonly type: string;
  readonly at: number;
}

/** `local`: the variable, if its class is only what a function may return. */
interface CallTarget {
  readonly target: string;
  readonly local?: string;
}

/** The variable of a call on a call. */
const UNNAMED = '?';

/** So many variables may be made by calls on each other. */
const MAX_VARIABLES = 4;

export class DeclaredTypes {
  readonly members: readonly DeclaredMember[];
  readonly #units: ReadonlyMap<string, Unit>;
  readonly #docId: string;
  /** Variables of functions and of the file, by their unit and name, in their order. */
  readonly #variables = new Map<string, DeclaredName[]>();

  /** `declarations` in their order; `unitAt` is asked for ascending offsets. */
  constructor(
    docId: string,
    units: readonly Unit[],
    declarations: readonly DeclaredName[],
    unitAt: (at: number) => string,
  ) {
    this.#docId = docId;
    this.#units = new Map(units.map((unit) => [unit.id, unit]));
    const members = new Map<string, DeclaredMember>();
    for (const declaration of declarations) {
      const { kind, name, at } = declaration;
      const unit = unitAt(at);
      const from = this.#ownerOf(declaration, unit);
      const type = declaration.type ?? this.#calleeOf(declaration, unit);
      const local = kind === 'function' ? RESULT : name;
      if (from !== undefined && type !== undefined && !members.has(`${from} ${local}`))
        members.set(`${from} ${local}`, { from, name: local, type, at });
      if (kind === 'variable' && !this.#isClass(unit)) this.#addVariable(`${unit} ${name}`, declaration);
    }
    this.members = [...members.values()];
  }

  /** What a call in this unit is on. */
  targetOf({ target, key, chain, at }: Mention, from: string): CallTarget {
    if (chain === undefined || isCommon(key)) return this.#onVariable(target, at, from);
    return { target: this.#onChain(chain, at, from), local: UNNAMED };
  }

  /** `client.send`, where `client` is a variable of a Client, is `Client.send`. */
  #onVariable(target: string, at: number, from: string): CallTarget {
    const [name, ...rest] = target.split('.');
    const variable = rest.length > 0 ? this.#variable(name, at, from) : undefined;
    if (!variable) return { target };
    if (variable.type !== undefined) return { target: [variable.type, ...rest].join('.') };
    const callee = rest.length === 1 ? this.#calleeOf(variable, from) : undefined;
    return callee === undefined ? { target } : { target: `${callee}.${rest[0]}`, local: name };
  }

  /** The same for a chain of calls: `client.open.read` of `client.open(path).read()`. */
  #onChain(chain: string, at: number, from: string): string {
    const [name, ...rest] = chain.split('.');
    const variable = this.#variable(name, at, from);
    return [(variable && (variable.type ?? this.#calleeOf(variable, from))) ?? name, ...rest].join('.');
  }

  /** What a variable is made by, itself on a class: of `file` in `file = client.open(path)`, `Client.open`. */
  #calleeOf({ calls, at }: DeclaredName, from: string, depth = 0): string | undefined {
    if (calls === undefined || depth > MAX_VARIABLES) return undefined;
    const [name, ...rest] = calls.split('.');
    const variable = rest.length > 0 ? this.#variable(name, at - 1, from, false) : undefined;
    if (!variable) return calls;
    const start = variable.type ?? this.#calleeOf(variable, from, depth + 1);
    return start && [start, ...rest].join('.');
  }

  #addVariable(key: string, declaration: DeclaredName): void {
    const same = this.#variables.get(key);
    if (same) same.push(declaration);
    else this.#variables.set(key, [declaration]);
  }

  /** The unit that has it as a member; undefined for a local variable. */
  #ownerOf({ kind, name }: DeclaredName, unit: string): string | undefined {
    const found = this.#units.get(unit);
    if (kind === 'function')
      return found && isFunction(found) && lastName(found.name) === lastName(name) ? unit : undefined;
    if (kind === 'variable') return unit === this.#docId || this.#isClass(unit) ? unit : undefined;
    for (let enclosing = found; enclosing; enclosing = this.#units.get(enclosing.parentId))
      if (isClass(enclosing)) return enclosing.id;
    return undefined;
  }

  #variable(name: string, at: number, from: string, mayFollow = true): DeclaredName | undefined {
    for (let id: string | undefined = from; id !== undefined; id = this.#units.get(id)?.parentId) {
      const declarations = this.#variables.get(`${id} ${name}`);
      // A variable of the file may be declared below the function that uses it.
      const ofFile = mayFollow && id === this.#docId ? declarations?.[0] : undefined;
      const found = declarations?.findLast((declaration) => declaration.at <= at) ?? ofFile;
      if (found) return found;
    }
    return undefined;
  }

  #isClass(id: string): boolean {
    const unit = this.#units.get(id);
    return unit !== undefined && isClass(unit);
  }
}
