/** The facts of a Ruby file that other files need. Stored with the file, so they are small. */

import { sha256 } from '../../text/hash.js';
import type { PackFile, PackItem } from '../pack.js';
import type { RubyCall } from '../ruby/call.js';
import { constantsIn, literalName, literalNames, type RubyLiteral } from '../ruby/literal.js';
import { type RubyClass, readRuby } from '../ruby/readRuby.js';
import { type Declaration, declarationsIn } from './declarations.js';
import { type ActionFilter, filtersOf, passes } from './filters.js';
import { camelize, classify } from './inflect.js';
import { itemsOf, lineStart, type SectionName, sectionNames, sectionOf } from './items.js';
import { isRoutes, isSchema, kindOf } from './kinds.js';
import { readSchema, readStructure, type SchemaTable } from './tables.js';

export interface Association {
  readonly macro: string;
  readonly name: string;
  /** The class at the other end, as it would be written here. */
  readonly target?: string;
}

/** What a module adds to a class that includes it. */
export interface IncludedModule {
  readonly text: string;
  /** Where its text begins in its file, 1-based. */
  readonly line: number;
  /** A hash of its text; units that include it state which version they describe. */
  readonly version: string;
  readonly methods: readonly string[];
  /** What it declares for classes that include it, by section. */
  readonly sections: Readonly<Partial<Record<SectionName, readonly PackItem[]>>>;
}

export interface ClassFacts {
  readonly name: string;
  readonly kind?: string;
  readonly superclass?: string;
  readonly includes: readonly string[];
  /** Constants, as written. */
  readonly uses: readonly string[];
  readonly table?: string;
  readonly abstract?: true;
  readonly associations?: readonly Association[];
  readonly filters?: readonly ActionFilter[];
  /** Methods that do not end a request, for kinds whose methods may be filters. */
  readonly passing?: readonly string[];
  readonly brings?: IncludedModule;
}

export interface RailsFacts {
  readonly classes?: readonly ClassFacts[];
  readonly tables?: readonly SchemaTable[];
  /** The calls of a file of routes: one such file may be drawn into another. */
  readonly routes?: readonly RubyCall[];
}

const TARGETED_MACROS: ReadonlySet<string> = new Set(['belongs_to', 'has_many', 'has_one', 'has_and_belongs_to_many']);

export async function railsFacts({ path, text }: PackFile): Promise<RailsFacts | undefined> {
  if (path.endsWith('.sql')) return { tables: readStructure(text) };
  const file = await readRuby(text);
  if (!file) return undefined;
  if (isSchema(path)) return { tables: readSchema(file.calls, text) };
  if (isRoutes(path)) return { routes: file.calls };
  const classes = file.classes.flatMap((rubyClass) => {
    const kind = rubyClass.holder ? undefined : kindOf(path, rubyClass);
    return kind === undefined ? [] : [classFacts(rubyClass, kind, text)];
  });
  return classes.length === 0 ? undefined : { classes };
}

/** Kinds whose methods are run by filters. */
const FILTER_KINDS: ReadonlySet<string> = new Set(['controller', 'concern']);

function classFacts(rubyClass: RubyClass, kind: string, text: string): ClassFacts {
  const { name, superclass, module, methods } = rubyClass;
  const declarations = declarationsIn(rubyClass);
  const firstCall = (macro: string): RubyCall | undefined => declarations.find((call) => call.name === macro);
  const table = firstCall('table_name=')?.args[0];
  const moduleFields = module && kind === 'concern' ? { brings: includedModule(rubyClass, declarations, text) } : {};
  const associations = associationsOf(declarations);
  const filters = filtersOf(declarations);
  const passing = FILTER_KINDS.has(kind) ? methods.filter(({ start, end }) => passes(text.slice(start, end))) : [];
  return {
    name,
    kind,
    ...(superclass === undefined ? {} : { superclass }),
    includes: declarations
      .filter((call) => call.name === 'include' || call.name === 'prepend')
      .flatMap(({ args }) => args.flatMap(constantNames)),
    uses: constantsIn(text.slice(rubyClass.start, rubyClass.end)).filter((constantName) => constantName !== name),
    ...(typeof table === 'string' ? { table } : {}),
    ...(firstCall('abstract_class=') || firstCall('primary_abstract_class') ? { abstract: true as const } : {}),
    ...(associations.length > 0 ? { associations } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(passing.length > 0 ? { passing: passing.map((method) => method.name) } : {}),
    ...moduleFields,
  };
}

const constantNames = (value: RubyLiteral): string[] => {
  const name = literalName(value);
  return name !== undefined && /^(::)?[A-Z][\w:]*$/.test(name) ? [name] : [];
};

export function associationsOf(calls: readonly RubyCall[]): Association[] {
  return calls.flatMap(({ name: macro, args, options }) => {
    const [name] = literalNames(args[0]);
    if (name === undefined || sectionOf(macro) !== 'associations' || macro === 'accepts_nested_attributes_for')
      return [];
    if (!TARGETED_MACROS.has(macro) || options.polymorphic === true) return [{ macro, name }];
    const source = typeof options.source === 'string' ? options.source : name;
    const isPlural = macro === 'has_many' || macro === 'has_and_belongs_to_many';
    const target =
      literalName(options.class_name) ?? (isPlural || source !== name ? classify(source) : camelize(source));
    return [{ macro, name, target }];
  });
}

function includedModule(
  { start, end, methods }: RubyClass,
  declarations: readonly Declaration[],
  text: string,
): IncludedModule {
  const from = lineStart(text, start);
  const moduleText = text.slice(from, end);
  return {
    text: moduleText,
    line: text.slice(0, from).split('\n').length,
    version: sha256(moduleText).slice(0, 8),
    methods: methods.map(({ name }) => name),
    sections: sectionsOf(declarations, text),
  };
}

/** Declarations by purpose. */
export function sectionsOf(
  declarations: readonly Declaration[],
  text: string,
): Partial<Record<SectionName, PackItem[]>> {
  return Object.fromEntries(
    sectionNames.flatMap((section) => {
      const calls = declarations.filter(({ name }) => sectionOf(name) === section);
      return calls.length === 0 ? [] : [[section, itemsOf(text, calls)]];
    }),
  );
}
