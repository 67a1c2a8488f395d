/** The units of a Ruby file, with the facts about them from other files. */
import { type PackFile, type PackItem, type PackSection, type PackUnit, writeItems } from '../pack.js';
import { constantsIn } from '../ruby/literal.js';
import { type RubyClass, readRuby } from '../ruby/readRuby.js';
import { actionsOf, controllerUnit } from './controller.js';
import { type Declaration, declarationsIn } from './declarations.js';
import { itemsOf } from './items.js';
import { FIELDS_PER_SECTION, mailerSize, unitSize } from './kinds.js';
import { concernNotes, modelUnit } from './model.js';
import { relationsOf } from './relations.js';
import type { RailsContext, UnitContext } from './survey.js';

/** The fields that depend on the kind of a unit. */
type KindFields = Pick<PackUnit, 'form' | 'maxTokens'> &
  Partial<Pick<PackUnit, 'table' | 'associations' | 'notes' | 'sections' | 'members'>>;
type DescribeKind = (one: RubyClass, around: UnitContext, text: string) => KindFields;

const kinds: Readonly<Record<string, DescribeKind>> = {
  model: modelUnit,
  controller: controllerUnit,
  mailer,
  graphql_type: graphql,
  graphql_mutation: graphql,
  graphql_resolver: graphql,
};

export async function railsUnits({ text }: PackFile, { units }: RailsContext): Promise<PackUnit[]> {
  const file = await readRuby(text);
  const aroundOf = new Map(units.map((unit) => [unit.name, unit]));
  return (file?.classes ?? []).flatMap((one) => {
    const around = aroundOf.get(one.name);
    if (!around || one.holder) return [];
    aroundOf.delete(one.name); // opened twice in one file: only the first is a unit
    const { kind, name, dependents, known } = around;
    const special = Object.hasOwn(kinds, kind) ? kinds[kind](one, around, text) : unitSize(kind);
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
function dependenciesBy(known: UnitContext['known'], self: string): PackUnit['dependencies'] {
  return (text) => {
    const called = [...[...text.matchAll(ASSOCIATED)].map(([, name]) => `:${name}`), ...constantsIn(text)];
    const names = called.flatMap((name) => (Object.hasOwn(known, name) ? [known[name]] : []));
    return [...new Set(names)].filter((name) => name !== self);
  };
}

function mailer(one: RubyClass): KindFields {
  const actions = actionsOf(one);
  return {
    ...mailerSize(actions.length),
    members: actions.map(({ name, start, end }) => ({ name, start, end, notes: [] })),
  };
}

function graphql(one: RubyClass, { kind }: UnitContext, text: string): KindFields {
  const declared = declarationsIn(one);
  const sectionOfCalls = (name: string, calls: readonly Declaration[]): PackSection[] =>
    calls.length === 0 ? [] : [{ name, items: itemsOf(text, calls) }];
  const fields = declared.filter(({ name }) => name === 'field');
  const batches = Array.from({ length: Math.ceil(fields.length / FIELDS_PER_SECTION) }, (_, i) =>
    sectionOfCalls(`fields-${i + 1}`, fields.slice(i * FIELDS_PER_SECTION, (i + 1) * FIELDS_PER_SECTION)),
  );
  const given = sectionOfCalls(
    'arguments',
    declared.filter(({ name, frames }) => name === 'argument' && frames.length === 0),
  );
  return { ...unitSize(kind), sections: [...batches.flat(), ...given] };
}

/**
 * A class without the bodies of its methods: declarations and signatures.
 *
 *     class Order < ApplicationRecord
 *       belongs_to :account
 *       validates :total, presence: true
 *       def cancel!
 *     end
 */
/** Maximum lines. */
const MAX_LINES = 100;
/** A longer declaration has a body; only its first line is shown. */
const MAX_DECLARATION_LINES = 8;

function digestOf(text: string, one: RubyClass): string[] {
  const methods = new Set(one.methods.map(({ start }) => start));
  const calls = declarationsIn(one).filter(({ wraps, start }) => !wraps && !methods.has(start));
  const signatures = one.methods.flatMap((method) =>
    itemsOf(text, [method]).map((item) => ({ ...item, text: `  ${method.signature}` })),
  );
  const items = [...itemsOf(text, calls).map(opening), ...signatures].sort((a, b) => a.lines[0] - b.lines[0]);
  const lines = writeItems(items).trimEnd().split('\n');
  const left = lines.length - MAX_LINES;
  return [
    one.head,
    ...(items.length > 0 ? lines.slice(0, MAX_LINES) : []),
    ...(left > 0 ? [`  # … ${left} more lines`] : []),
    'end',
  ];
}

function opening(item: PackItem): PackItem {
  const lines = item.text.split('\n');
  if (lines.length <= MAX_DECLARATION_LINES) return item;
  const at = lines.findIndex((line) => !/^\s*#/.test(line));
  return { ...item, text: lines[Math.max(at, 0)] };
}
