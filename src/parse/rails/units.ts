/** The units of a Ruby file, with what is known of them from elsewhere. */
import type { PackFile, PackSection, PackUnit } from '../pack.js';
import type { RubyCall } from '../ruby/call.js';
import { constantsIn } from '../ruby/constants.js';
import { type RubyClass, type RubyMethod, readRuby } from '../ruby/readRuby.js';
import { digestOf } from './digest.js';
import { associationsOf } from './facts.js';
import { filtersFor } from './filters.js';
import { permitsIn } from './permits.js';
import { relationsOf } from './relations.js';
import { linesOf, sectionNames, sectionOf, spanOf } from './sections.js';
import { controllerSize, FIELDS_TOGETHER, mailerSize, modelSize, sizeOf } from './sizes.js';
import type { RailsAround, UnitAround } from './survey.js';
import { tableComments } from './table.js';

/** What a kind adds to what every unit has. */
type Special = Pick<PackUnit, 'form' | 'mostTokens'> &
  Partial<Pick<PackUnit, 'table' | 'associations' | 'notes' | 'sections' | 'members'>>;
type Describe = (one: RubyClass, around: UnitAround, text: string) => Special;

const kinds: Readonly<Record<string, Describe>> = {
  model,
  controller,
  mailer,
  graphql_type: graphql,
  graphql_mutation: graphql,
  graphql_resolver: graphql,
};

export async function railsUnits({ text }: PackFile, { units }: RailsAround): Promise<PackUnit[]> {
  const file = await readRuby(text);
  const aroundOf = new Map(units.map((unit) => [unit.name, unit]));
  return (file?.classes ?? []).flatMap((one) => {
    const around = aroundOf.get(one.name);
    if (!around || one.holder) return [];
    aroundOf.delete(one.name); // opened twice in one file: the first is described
    const { kind, name, dependents, known } = around;
    const special = Object.hasOwn(kinds, kind) ? kinds[kind](one, around, text) : sizeOf(kind);
    return [
      {
        start: one.start,
        end: one.end,
        kind,
        name,
        dependents,
        notes: [],
        sections: [],
        members: [],
        ...special,
        digest: digestOf(text, one),
        mentions: relationsOf(one, text),
        dependencies: dependenciesBy(known, name),
      },
    ];
  });
}

const ASSOCIATED = /\b(?:belongs_to|has_many|has_one|has_and_belongs_to_many)\s*\(?\s*:(\w+)/g;

/** Units that a text names, the most frequent first. */
function dependenciesBy(known: UnitAround['known'], self: string): PackUnit['dependencies'] {
  return (text) => {
    const called = [...[...text.matchAll(ASSOCIATED)].map(([, name]) => `:${name}`), ...constantsIn(text)];
    const names = called.flatMap((name) => (Object.hasOwn(known, name) ? [known[name]] : []));
    return [...new Set(names)].filter((name) => name !== self);
  };
}

function model(one: RubyClass, { table, concerns = [], ends = [] }: UnitAround, text: string): Special {
  const lines =
    linesIn(text.slice(one.start, one.end)) + concerns.reduce((sum, concern) => sum + linesIn(concern.text), 0);
  const { form, mostTokens, concerns: apart } = modelSize(lines);
  const associations = associationsOf(one.calls).map(({ name }) => name);
  const otherEnds = ends.length > 0 ? [`# Other ends: ${some(ends, MOST_ENDS)}`] : [];
  const brought = concerns.map(
    ({ name, path, methods }) => `# Concern ${name} (${path})${methods.length > 0 ? `: ${methods.join(', ')}` : ''}`,
  );
  const sections = sectionNames.flatMap((name): PackSection[] => {
    const own = one.calls.filter((call) => sectionOf(call) === name);
    const inlined = concerns.flatMap((concern) =>
      concern.sections[name] === undefined ? [] : [`  # from ${concern.name}\n${concern.sections[name]}`],
    );
    const all = linesOf(text, own) + inlined.join('');
    const notes = name === 'associations' ? otherEnds : [];
    return all === '' && notes.length === 0 ? [] : [{ name, text: all, notes, span: spanOf(own) }];
  });
  const inlined = concerns.map(({ name, text: source, path }) => ({
    name,
    text: `${source}\n`,
    notes: [`# Concern: ${path}`],
  }));
  return {
    form,
    mostTokens,
    ...(table ? { table: { name: table.name, columns: table.columns.map(({ name }) => name) } } : {}),
    associations,
    notes: [...(table ? tableComments(table) : []), ...brought, ...(form === 'single' ? otherEnds : [])],
    sections: form === 'single' ? [] : [...sections, ...(apart ? inlined : [])],
  };
}

const MOST_ENDS = 12;
const some = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? `, … ${names.length - most} more` : '');
const linesIn = (text: string): number => text.split('\n').length;
const actionsOf = ({ methods }: RubyClass): RubyMethod[] =>
  methods.filter(({ visibility, singleton }) => visibility === 'public' && !singleton);

function controller(one: RubyClass, { filters = [], routes = {} }: UnitAround, text: string): Special {
  const actions = actionsOf(one);
  const size = controllerSize(actions.length);
  const permits = one.methods.map(({ name, start, end }) => ({ name, permits: permitsIn(text.slice(start, end)) }));
  const members = actions.map(({ name, start, end }) => {
    const words = new Set(text.slice(start, end).match(/\w+/g));
    const params = permits.filter((method) => words.has(method.name)).flatMap((method) => method.permits);
    const said: readonly (readonly [string, readonly string[]])[] = [
      ['Routes', Object.hasOwn(routes, name) ? routes[name] : []],
      ['Filters', filtersFor(name, filters)],
      ['Params', [...new Set(params)]],
    ];
    return { name, notes: said.flatMap(([what, list]) => (list.length > 0 ? [`# ${what}: ${list.join(', ')}`] : [])) };
  });
  // Where actions stand alone, each says the rest itself.
  const told = members.flatMap(({ name, notes }) => notes.map((note) => `# ${name}: ${note.slice(2)}`));
  const reached = actions.flatMap(({ name }) =>
    Object.hasOwn(routes, name) ? [`# ${name}: Routes: ${routes[name].join(', ')}`] : [],
  );
  return { ...size, members, notes: size.form === 'members' ? reached : told };
}

function mailer(one: RubyClass): Special {
  const actions = actionsOf(one);
  return { ...mailerSize(actions.length), members: actions.map(({ name }) => ({ name, notes: [] })) };
}

function graphql(one: RubyClass, { kind }: UnitAround, text: string): Special {
  const sectionOfCalls = (name: string, calls: readonly RubyCall[]): PackSection[] =>
    calls.length === 0 ? [] : [{ name, text: linesOf(text, calls), span: spanOf(calls) }];
  const fields = one.calls.filter(({ name }) => name === 'field');
  const batches = Array.from({ length: Math.ceil(fields.length / FIELDS_TOGETHER) }, (_, i) =>
    sectionOfCalls(`fields-${i + 1}`, fields.slice(i * FIELDS_TOGETHER, (i + 1) * FIELDS_TOGETHER)),
  );
  const given = sectionOfCalls(
    'arguments',
    one.calls.filter(({ name }) => name === 'argument'),
  );
  return { ...sizeOf(kind), sections: [...batches.flat(), ...given] };
}
