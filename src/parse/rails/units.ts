/** The units of a Ruby file, with the facts about them from other files. */
import { type PackFile, type PackItem, type PackSection, type PackUnit, writeItems } from '../pack.js';
import { constantsIn } from '../ruby/literal.js';
import { type RubyClass, readRuby } from '../ruby/readRuby.js';
import { actionsOf, controllerUnit } from './controller.js';
import { type Declaration, declarationsIn } from './declarations.js';
import { itemsOf, lineCounter, lineStart } from './items.js';
import { FIELDS_PER_SECTION, mailerSize, unitSize } from './kinds.js';
import { concernNotes, modelUnit } from './model.js';
import { relationsOf } from './relations.js';
import type { RailsContext, UnitContext } from './survey.js';

/** The fields that depend on the kind of a unit. */
type KindFields = Pick<PackUnit, 'form' | 'maxTokens'> &
  Partial<Pick<PackUnit, 'table' | 'associations' | 'notes' | 'sections' | 'members'>>;
type DescribeKind = (rubyClass: RubyClass, context: UnitContext, text: string) => KindFields;

const describers: Readonly<Record<string, DescribeKind>> = {
  model: modelUnit,
  controller: controllerUnit,
  mailer,
  graphql_type: graphql,
  graphql_mutation: graphql,
  graphql_resolver: graphql,
};

export async function railsUnits({ text }: PackFile, { units }: RailsContext): Promise<PackUnit[]> {
  const file = await readRuby(text);
  const contexts = new Map(units.map((unit) => [unit.name, unit]));
  return (file?.classes ?? []).flatMap((rubyClass) => {
    const context = contexts.get(rubyClass.name);
    if (!context || rubyClass.holder) return [];
    contexts.delete(rubyClass.name); // opened twice in one file: only the first is a unit
    const { kind, name, dependents, known } = context;
    const kindFields = Object.hasOwn(describers, kind) ? describers[kind](rubyClass, context, text) : unitSize(kind);
    return [
      {
        start: rubyClass.start,
        end: rubyClass.end,
        kind,
        name,
        dependents,
        notes: concernNotes(context.concerns ?? []),
        sections: [],
        members: [],
        ...kindFields,
        digest: digestOf(text, rubyClass),
        mentions: relationsOf(rubyClass, text),
        dependencies: dependenciesBy(known, name),
      },
    ];
  });
}

const ASSOCIATED = /\b(?:belongs_to|has_many|has_one|has_and_belongs_to_many)\s*\(?\s*:(\w+)/g;

/** Units that a text names, the most frequent first. */
function dependenciesBy(known: UnitContext['known'], self: string): PackUnit['dependencies'] {
  return (text) => {
    const mentionedNames = [...[...text.matchAll(ASSOCIATED)].map(([, name]) => `:${name}`), ...constantsIn(text)];
    const names = mentionedNames.flatMap((name) => (Object.hasOwn(known, name) ? [known[name]] : []));
    return [...new Set(names)].filter((name) => name !== self);
  };
}

function mailer(rubyClass: RubyClass): KindFields {
  const actions = actionsOf(rubyClass);
  return {
    ...mailerSize(actions.length),
    members: actions.map(({ name, start, end }) => ({ name, start, end, notes: [] })),
  };
}

function graphql(rubyClass: RubyClass, { kind }: UnitContext, text: string): KindFields {
  const declared = declarationsIn(rubyClass);
  const sectionOfCalls = (name: string, calls: readonly Declaration[]): PackSection[] =>
    calls.length === 0 ? [] : [{ name, items: itemsOf(text, calls) }];
  const fields = declared.filter(({ name }) => name === 'field');
  const batches = Array.from({ length: Math.ceil(fields.length / FIELDS_PER_SECTION) }, (_, i) =>
    sectionOfCalls(`fields-${i + 1}`, fields.slice(i * FIELDS_PER_SECTION, (i + 1) * FIELDS_PER_SECTION)),
  );
  const argumentSection = sectionOfCalls(
    'arguments',
    declared.filter(({ name, frames }) => name === 'argument' && frames.length === 0),
  );
  return { ...unitSize(kind), sections: [...batches.flat(), ...argumentSection] };
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

function digestOf(text: string, rubyClass: RubyClass): string[] {
  const methods = new Set(rubyClass.methods.map(({ start }) => start));
  const calls = declarationsIn(rubyClass).filter(({ wraps, start }) => !wraps && !methods.has(start));
  const lineAt = lineCounter(text); // methods are in the order of the text
  const signatures = rubyClass.methods.map(({ start, end, signature }) => ({
    text: `  ${signature}`,
    lines: [lineAt(lineStart(text, start)), lineAt(Math.max(lineStart(text, start), end - 1))] as const,
  }));
  const items = [...itemsOf(text, calls).map(firstCodeLine), ...signatures].sort((a, b) => a.lines[0] - b.lines[0]);
  const lines = writeItems(items).trimEnd().split('\n');
  const omittedLines = lines.length - MAX_LINES;
  return [
    rubyClass.head,
    ...(items.length > 0 ? lines.slice(0, MAX_LINES) : []),
    ...(omittedLines > 0 ? [`  # … ${omittedLines} more lines`] : []),
    'end',
  ];
}

function firstCodeLine(item: PackItem): PackItem {
  const lines = item.text.split('\n');
  if (lines.length <= MAX_DECLARATION_LINES) return item;
  const at = lines.findIndex((line) => !/^\s*#/.test(line));
  return { ...item, text: lines[Math.max(at, 0)] };
}
