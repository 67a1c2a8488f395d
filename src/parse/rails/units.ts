/** The units of a Ruby file, with what is known of them from elsewhere. */
import type { PackFile, PackSection, PackUnit } from '../pack.js';
import { constantsIn } from '../ruby/constants.js';
import { type RubyClass, readRuby } from '../ruby/readRuby.js';
import { actionsOf, controller } from './controller.js';
import { type Declared, declaredIn } from './declared.js';
import { digestOf } from './digest.js';
import { concernNotes, model } from './model.js';
import { relationsOf } from './relations.js';
import { itemsOf } from './sections.js';
import { FIELDS_TOGETHER, mailerSize, sizeOf } from './sizes.js';
import type { RailsAround, UnitAround } from './survey.js';

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
        notes: concernNotes(around.concerns ?? []),
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

function mailer(one: RubyClass): Special {
  const actions = actionsOf(one);
  return {
    ...mailerSize(actions.length),
    members: actions.map(({ name, start, end }) => ({ name, start, end, notes: [] })),
  };
}

function graphql(one: RubyClass, { kind }: UnitAround, text: string): Special {
  const declared = declaredIn(one);
  const sectionOfCalls = (name: string, calls: readonly Declared[]): PackSection[] =>
    calls.length === 0 ? [] : [{ name, items: itemsOf(text, calls) }];
  const fields = declared.filter(({ name }) => name === 'field');
  const batches = Array.from({ length: Math.ceil(fields.length / FIELDS_TOGETHER) }, (_, i) =>
    sectionOfCalls(`fields-${i + 1}`, fields.slice(i * FIELDS_TOGETHER, (i + 1) * FIELDS_TOGETHER)),
  );
  const given = sectionOfCalls(
    'arguments',
    declared.filter(({ name, frames }) => name === 'argument' && frames.length === 0),
  );
  return { ...sizeOf(kind), sections: [...batches.flat(), ...given] };
}
