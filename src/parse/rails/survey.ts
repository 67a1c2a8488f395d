/** Computes the context of each file from the facts of all files of an application. */

import type { RubyCall } from '../ruby/call.js';
import { literalNames, resolveConstant } from '../ruby/literal.js';
import type { Association, ClassFacts, IncludedModule, RailsFacts } from './facts.js';
import type { ActionFilter } from './filters.js';
import { tableNames, underscore } from './inflect.js';
import { type RailsRoutes, readRoutes } from './routes.js';
import type { LocatedTable } from './tables.js';

/** A concern that a unit includes. Its text is only included for models, which inline it. */
export interface Concern extends Pick<IncludedModule, 'version' | 'methods'> {
  readonly name: string;
  readonly path: string;
  readonly brings?: Omit<IncludedModule, 'version' | 'methods'> & { readonly associations?: readonly Association[] };
}

/** What other files say about a unit. */
export interface UnitContext {
  readonly name: string;
  readonly kind: string;
  readonly table?: LocatedTable;
  readonly concerns?: readonly Concern[];
  /** Associations that lead here: `Order belongs_to :user`. */
  readonly ends?: readonly string[];
  /** Filters of ancestors, concerns and its own, in the order of their declaration. */
  readonly filters?: readonly ActionFilter[];
  /** By action. */
  readonly routes?: Readonly<Record<string, readonly string[]>>;
  readonly dependents: number;
  /** Units by their names here: a constant, or the name of an association. */
  readonly known: Readonly<Record<string, string>>;
}

export interface RailsContext {
  readonly units: readonly UnitContext[];
}

interface LocatedClass extends ClassFacts {
  readonly path: string;
}

const RECORD_BASES: ReadonlySet<string> = new Set(['ApplicationRecord', 'ActiveRecord::Base']);
const MAX_DEPTH = 16;

export function surveyRails(facts: ReadonlyMap<string, RailsFacts>): (path: string) => RailsContext | undefined {
  const survey = new Survey(facts);
  return (path) => {
    const units = (facts.get(path)?.classes ?? []).flatMap((rubyClass) => survey.contextOf({ ...rubyClass, path }));
    return units.length === 0 ? undefined : { units };
  };
}

class Survey {
  readonly #classes = new Map<string, LocatedClass>();
  readonly #tables = new Map<string, LocatedTable>();
  /** By controller and action. */
  readonly #routes = new Map<string, Record<string, readonly string[]>>();
  /** The last parts of all names: most constants are not defined here, and need no lookup. */
  readonly #lastNames = new Set<string>();
  /** What each class refers to, and what refers to it. */
  readonly #references = new Map<string, Readonly<Record<string, string>>>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #ends = new Map<string, string[]>();
  /** Folders that contain a folder `app`: a `lib` next to it belongs to the application. */
  readonly #apps = new Set<string>();

  constructor(facts: ReadonlyMap<string, RailsFacts>) {
    for (const [path, { classes = [], tables = [] }] of facts) {
      for (const table of tables) this.#tables.set(table.name, { ...table, file: path });
      if (/(?:^|\/)app\//.test(path)) this.#apps.add(rootOf(path, 'app'));
      for (const rubyClass of classes) this.#register({ ...rubyClass, path });
    }
    for (const [target, requests] of routesOf(facts)) {
      const [controller, action] = target.split('#');
      const actions = this.#routes.get(controller) ?? {};
      this.#routes.set(controller, actions);
      actions[action] = requests;
    }
    for (const rubyClass of this.#classes.values()) this.#addReferences(rubyClass);
  }

  /** A class may be reopened in many files; its main file is the one with its name. */
  #register(rubyClass: LocatedClass): void {
    const registered = this.#classes.get(rubyClass.name);
    this.#lastNames.add(lastOf(rubyClass.name));
    if (!registered || rubyClass.path.endsWith(`/${underscore(rubyClass.name)}.rb`))
      this.#classes.set(rubyClass.name, rubyClass);
  }

  #addReferences(rubyClass: LocatedClass): void {
    const references: Record<string, string> = {};
    for (const name of rubyClass.uses) {
      const fullName = this.#resolve(name, rubyClass.name);
      if (fullName !== undefined && fullName !== rubyClass.name) references[name] = fullName;
    }
    for (const { name, target, macro } of rubyClass.associations ?? []) {
      const fullName = target === undefined ? undefined : this.#resolve(target, rubyClass.name);
      if (fullName === undefined) continue;
      if (fullName !== rubyClass.name) references[`:${name}`] = fullName;
      if (rubyClass.kind !== 'concern' && fullName !== rubyClass.name)
        pushTo(this.#ends, fullName, `${rubyClass.name} ${macro} :${name}`);
    }
    this.#references.set(rubyClass.name, references);
    for (const fullName of new Set(Object.values(references))) {
      const names = this.#dependents.get(fullName) ?? new Set();
      this.#dependents.set(fullName, names.add(rubyClass.name));
    }
  }

  contextOf(rubyClass: LocatedClass): UnitContext[] {
    const kind = this.#kindOf(rubyClass);
    if (kind === undefined) return [];
    const table = kind === 'model' ? this.#tableOf(rubyClass) : undefined;
    const concerns = this.#concernsOf(rubyClass, kind === 'model');
    const ends = kind === 'model' ? [...(this.#ends.get(rubyClass.name) ?? [])].sort() : [];
    const isController = kind === 'controller';
    const filters = isController ? this.#filtersOf(rubyClass) : [];
    const routes = isController ? this.#routesTo(rubyClass.name) : {};
    return [
      {
        name: rubyClass.name,
        kind,
        ...(table ? { table } : {}),
        ...(concerns.length > 0 ? { concerns } : {}),
        ...(ends.length > 0 ? { ends } : {}),
        ...(filters.length > 0 ? { filters } : {}),
        ...(Object.keys(routes).length > 0 ? { routes } : {}),
        dependents: this.#dependents.get(rubyClass.name)?.size ?? 0,
        known: this.#references.get(rubyClass.name) ?? {},
      },
    ];
  }

  #resolve(name: string, scope: string): string | undefined {
    if (!this.#lastNames.has(lastOf(name))) return undefined;
    return resolveConstant(name, scope, (fullName) => this.#classes.has(fullName));
  }

  /** The class and its superclasses inside the application, the nearest first. */
  #ancestors(rubyClass: LocatedClass): LocatedClass[] {
    const chain: LocatedClass[] = [];
    for (let at: LocatedClass | undefined = rubyClass; at && !chain.includes(at) && chain.length < MAX_DEPTH; ) {
      chain.push(at);
      const fullName: string | undefined =
        at.superclass === undefined ? undefined : this.#resolve(at.superclass, outerOf(at.name));
      at = fullName === undefined ? undefined : this.#classes.get(fullName);
    }
    return chain;
  }

  /**
   * The folder of models has other classes, too: a model is one that descends from a record. Its superclass may not be
   * a constant (`class Order < Shop.base_class`): then a table or associations show it.
   */
  #kindOf(rubyClass: LocatedClass): string | undefined {
    if (rubyClass.kind === 'framework' && this.#apps.has(rootOf(rubyClass.path, 'lib'))) return 'lib';
    if (rubyClass.kind !== 'model') return rubyClass.kind;
    return RECORD_BASES.has(rubyClass.name) || this.#ancestors(rubyClass).some(isRecord) ? 'model' : 'poro';
  }

  #tableOf(rubyClass: LocatedClass): LocatedTable | undefined {
    for (const ancestor of this.#ancestors(rubyClass)) {
      if (ancestor.abstract) return undefined;
      const names = ancestor.table === undefined ? tableNames(ancestor.name) : [ancestor.table];
      const found = names.map((name) => this.#tables.get(name)).find((table) => table !== undefined);
      if (found) return found;
    }
    return undefined;
  }

  /** Concerns of the application, with those that they include, each once. */
  #concernsOf(rubyClass: LocatedClass, isInlined: boolean, seen: Set<string> = new Set()): Concern[] {
    return rubyClass.includes.flatMap((name) => {
      const fullName = this.#resolve(name, rubyClass.name);
      const concern = fullName === undefined ? undefined : this.#classes.get(fullName);
      if (!concern?.brings || seen.has(concern.name) || seen.size > MAX_DEPTH) return [];
      seen.add(concern.name);
      const { path, associations, brings } = concern;
      const { version, methods, ...moduleFields } = brings;
      const concernFields = { name: concern.name, path, version, methods };
      return [
        isInlined
          ? { ...concernFields, brings: { ...moduleFields, ...(associations ? { associations } : {}) } }
          : concernFields,
        ...this.#concernsOf(concern, isInlined, seen),
      ];
    });
  }

  #filtersOf(rubyClass: LocatedClass): ActionFilter[] {
    const passing = new Set<string>();
    const filters = this.#ancestors(rubyClass)
      .reverse()
      .flatMap((ancestor) => {
        for (const name of ancestor.passing ?? []) passing.add(name);
        return [...this.#filtersIncluded(ancestor, new Set(), passing), ...(ancestor.filters ?? [])];
      });
    return filters.map((filter) => (passing.has(filter.name) ? { ...filter, passes: true } : filter));
  }

  #filtersIncluded(rubyClass: LocatedClass, seen: Set<string>, passing: Set<string>): ActionFilter[] {
    return rubyClass.includes.flatMap((name) => {
      const fullName = this.#resolve(name, rubyClass.name);
      const concern = fullName === undefined ? undefined : this.#classes.get(fullName);
      if (!concern || seen.has(concern.name)) return [];
      seen.add(concern.name);
      for (const method of concern.passing ?? []) passing.add(method);
      return [...this.#filtersIncluded(concern, seen, passing), ...(concern.filters ?? [])];
    });
  }

  #routesTo(name: string): Readonly<Record<string, readonly string[]>> {
    return this.#routes.get(underscore(name).replace(/_controller$/, '')) ?? {};
  }
}

const isRecord = ({ table, associations, superclass = '' }: ClassFacts): boolean =>
  table !== undefined || associations !== undefined || RECORD_BASES.has(superclass.replace(/^::/, ''));

/** The path before the folder: `engines/shop/` of `engines/shop/app/models/cart.rb`. */
const rootOf = (path: string, folder: string): string => path.slice(0, Math.max(0, `/${path}`.indexOf(`/${folder}/`)));
const lastOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
const outerOf = (name: string): string => name.split('::').slice(0, -1).join('::');

function pushTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Files below config/routes are included in the main one by `draw`. */
function routesOf(facts: ReadonlyMap<string, RailsFacts>): RailsRoutes {
  const files = new Map<string, readonly RubyCall[]>();
  const mainFiles: (readonly RubyCall[])[] = [];
  for (const [path, { routes }] of facts) {
    if (!routes) continue;
    const [, name] = /config\/routes\/(.+)\.rb$/.exec(path) ?? [];
    if (name === undefined) mainFiles.push(routes);
    else files.set(name, routes);
  }
  const drawnNames = new Set([...mainFiles, ...files.values()].flatMap(drawnIn));
  for (const [name, calls] of files) if (!drawnNames.has(name)) mainFiles.push(calls);
  const requestsByTarget = new Map<string, readonly string[]>();
  for (const calls of mainFiles)
    for (const [target, requests] of readRoutes(calls, files))
      requestsByTarget.set(target, [...new Set([...(requestsByTarget.get(target) ?? []), ...requests])]);
  return requestsByTarget;
}

const drawnIn = (calls: readonly RubyCall[]): string[] =>
  calls.flatMap(({ name, args, block = [] }) => [...(name === 'draw' ? literalNames(args[0]) : []), ...drawnIn(block)]);
