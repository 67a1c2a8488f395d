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

const RECORD: ReadonlySet<string> = new Set(['ApplicationRecord', 'ActiveRecord::Base']);
const MAX_DEPTH = 16;

export function surveyRails(facts: ReadonlyMap<string, RailsFacts>): (path: string) => RailsContext | undefined {
  const survey = new Survey(facts);
  return (path) => {
    const units = (facts.get(path)?.classes ?? []).flatMap((one) => survey.contextOf({ ...one, path }));
    return units.length === 0 ? undefined : { units };
  };
}

class Survey {
  readonly #classes = new Map<string, LocatedClass>();
  readonly #tables = new Map<string, LocatedTable>();
  /** By controller and action. */
  readonly #routes = new Map<string, Record<string, readonly string[]>>();
  /** The last parts of all names: most constants are not defined here, and need no lookup. */
  readonly #last = new Set<string>();
  /** What each class refers to, and what refers to it. */
  readonly #known = new Map<string, Readonly<Record<string, string>>>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #ends = new Map<string, string[]>();
  /** Folders that contain a folder `app`: a `lib` next to it belongs to the application. */
  readonly #apps = new Set<string>();

  constructor(facts: ReadonlyMap<string, RailsFacts>) {
    for (const [path, { classes = [], tables = [] }] of facts) {
      for (const table of tables) this.#tables.set(table.name, { ...table, file: path });
      if (/(?:^|\/)app\//.test(path)) this.#apps.add(rootOf(path, 'app'));
      for (const one of classes) this.#learn({ ...one, path });
    }
    for (const [target, requests] of routesOf(facts)) {
      const [controller, action] = target.split('#');
      const actions = this.#routes.get(controller) ?? {};
      this.#routes.set(controller, actions);
      actions[action] = requests;
    }
    for (const one of this.#classes.values()) this.#relate(one);
  }

  /** A class may be reopened in many files; its main file is the one with its name. */
  #learn(one: LocatedClass): void {
    const known = this.#classes.get(one.name);
    this.#last.add(lastOf(one.name));
    if (!known || one.path.endsWith(`/${underscore(one.name)}.rb`)) this.#classes.set(one.name, one);
  }

  #relate(one: LocatedClass): void {
    const known: Record<string, string> = {};
    for (const name of one.uses) {
      const full = this.#resolve(name, one.name);
      if (full !== undefined && full !== one.name) known[name] = full;
    }
    for (const { name, target, macro } of one.associations ?? []) {
      const full = target === undefined ? undefined : this.#resolve(target, one.name);
      if (full === undefined) continue;
      if (full !== one.name) known[`:${name}`] = full;
      if (one.kind !== 'concern' && full !== one.name) push(this.#ends, full, `${one.name} ${macro} :${name}`);
    }
    this.#known.set(one.name, known);
    for (const full of new Set(Object.values(known))) {
      const names = this.#dependents.get(full) ?? new Set();
      this.#dependents.set(full, names.add(one.name));
    }
  }

  contextOf(one: LocatedClass): UnitContext[] {
    const kind = this.#kindOf(one);
    if (kind === undefined) return [];
    const table = kind === 'model' ? this.#tableOf(one) : undefined;
    const concerns = this.#concernsOf(one, kind === 'model');
    const ends = kind === 'model' ? [...(this.#ends.get(one.name) ?? [])].sort() : [];
    const controls = kind === 'controller';
    const filters = controls ? this.#filtersOf(one) : [];
    const routes = controls ? this.#routesTo(one.name) : {};
    return [
      {
        name: one.name,
        kind,
        ...(table ? { table } : {}),
        ...(concerns.length > 0 ? { concerns } : {}),
        ...(ends.length > 0 ? { ends } : {}),
        ...(filters.length > 0 ? { filters } : {}),
        ...(Object.keys(routes).length > 0 ? { routes } : {}),
        dependents: this.#dependents.get(one.name)?.size ?? 0,
        known: this.#known.get(one.name) ?? {},
      },
    ];
  }

  #resolve(name: string, inside: string): string | undefined {
    if (!this.#last.has(lastOf(name))) return undefined;
    return resolveConstant(name, inside, (full) => this.#classes.has(full));
  }

  /** The class and its superclasses inside the application, the nearest first. */
  #ancestors(one: LocatedClass): LocatedClass[] {
    const chain: LocatedClass[] = [];
    for (let at: LocatedClass | undefined = one; at && !chain.includes(at) && chain.length < MAX_DEPTH; ) {
      chain.push(at);
      const full: string | undefined =
        at.superclass === undefined ? undefined : this.#resolve(at.superclass, outerOf(at.name));
      at = full === undefined ? undefined : this.#classes.get(full);
    }
    return chain;
  }

  /**
   * The folder of models has other classes, too: a model is one that descends from a record. Its superclass may not be
   * a constant (`class Order < Shop.base_class`): then a table or associations show it.
   */
  #kindOf(one: LocatedClass): string | undefined {
    if (one.kind === 'framework' && this.#apps.has(rootOf(one.path, 'lib'))) return 'lib';
    if (one.kind !== 'model') return one.kind;
    return RECORD.has(one.name) || this.#ancestors(one).some(isRecord) ? 'model' : 'poro';
  }

  #tableOf(one: LocatedClass): LocatedTable | undefined {
    for (const ancestor of this.#ancestors(one)) {
      if (ancestor.abstract) return undefined;
      const names = ancestor.table === undefined ? tableNames(ancestor.name) : [ancestor.table];
      const found = names.map((name) => this.#tables.get(name)).find((table) => table !== undefined);
      if (found) return found;
    }
    return undefined;
  }

  /** Concerns of the application, with those that they include, each once. */
  #concernsOf(one: LocatedClass, inlined: boolean, seen: Set<string> = new Set()): Concern[] {
    return one.includes.flatMap((name) => {
      const full = this.#resolve(name, one.name);
      const concern = full === undefined ? undefined : this.#classes.get(full);
      if (!concern?.brings || seen.has(concern.name) || seen.size > MAX_DEPTH) return [];
      seen.add(concern.name);
      const { path, associations, brings } = concern;
      const { version, methods, ...rest } = brings;
      const own = { name: concern.name, path, version, methods };
      return [
        inlined ? { ...own, brings: { ...rest, ...(associations ? { associations } : {}) } } : own,
        ...this.#concernsOf(concern, inlined, seen),
      ];
    });
  }

  #filtersOf(one: LocatedClass): ActionFilter[] {
    const passing = new Set<string>();
    const filters = this.#ancestors(one)
      .reverse()
      .flatMap((ancestor) => {
        for (const name of ancestor.passing ?? []) passing.add(name);
        return [...this.#filtersIncluded(ancestor, new Set(), passing), ...(ancestor.filters ?? [])];
      });
    return filters.map((filter) => (passing.has(filter.name) ? { ...filter, passes: true } : filter));
  }

  #filtersIncluded(one: LocatedClass, seen: Set<string>, passing: Set<string>): ActionFilter[] {
    return one.includes.flatMap((name) => {
      const full = this.#resolve(name, one.name);
      const concern = full === undefined ? undefined : this.#classes.get(full);
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
  table !== undefined || associations !== undefined || RECORD.has(superclass.replace(/^::/, ''));

/** The path before the folder: `engines/shop/` of `engines/shop/app/models/cart.rb`. */
const rootOf = (path: string, folder: string): string => path.slice(0, Math.max(0, `/${path}`.indexOf(`/${folder}/`)));
const lastOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
const outerOf = (name: string): string => name.split('::').slice(0, -1).join('::');

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Files below config/routes are included in the main one by `draw`. */
function routesOf(facts: ReadonlyMap<string, RailsFacts>): RailsRoutes {
  const files = new Map<string, readonly RubyCall[]>();
  const mains: (readonly RubyCall[])[] = [];
  for (const [path, { routes }] of facts) {
    if (!routes) continue;
    const [, name] = /config\/routes\/(.+)\.rb$/.exec(path) ?? [];
    if (name === undefined) mains.push(routes);
    else files.set(name, routes);
  }
  const drawn = new Set([...mains, ...files.values()].flatMap(drawnIn));
  for (const [name, calls] of files) if (!drawn.has(name)) mains.push(calls);
  const all = new Map<string, readonly string[]>();
  for (const calls of mains)
    for (const [target, requests] of readRoutes(calls, files))
      all.set(target, [...new Set([...(all.get(target) ?? []), ...requests])]);
  return all;
}

const drawnIn = (calls: readonly RubyCall[]): string[] =>
  calls.flatMap(({ name, args, block = [] }) => [...(name === 'draw' ? literalNames(args[0]) : []), ...drawnIn(block)]);
