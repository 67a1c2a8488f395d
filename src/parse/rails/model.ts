/** A model: what it declares by purpose, its table, and the concerns that it includes. */
import { sha256 } from '../../text/hash.js';
import { noteList, type PackItem, type PackList, type PackNote, type PackSection, type PackUnit } from '../pack.js';
import type { RubyClass } from '../ruby/readRuby.js';
import { declarationsIn } from './declarations.js';
import { associationsOf, sectionsOf } from './facts.js';
import { type SectionName, sectionNames } from './items.js';
import { modelSize } from './kinds.js';
import type { Concern, UnitContext } from './survey.js';
import { tableComments } from './tables.js';

type Model = Pick<PackUnit, 'form' | 'maxTokens' | 'table' | 'associations' | 'notes' | 'sections'>;

export function modelUnit(rubyClass: RubyClass, { table, concerns = [], ends = [] }: UnitContext, text: string): Model {
  const inlinedLines = concerns.flatMap(({ brings }) => (brings ? [linesIn(brings.text)] : []));
  const lines = inlinedLines.reduce((sum, count) => sum + count, linesIn(text.slice(rubyClass.start, rubyClass.end)));
  const size = modelSize(lines);
  const declarations = declarationsIn(rubyClass);
  const associations = [
    ...associationsOf(declarations),
    ...concerns.flatMap(({ brings }) => brings?.associations ?? []),
  ].map(({ name }) => name);
  const otherEnds = ends.length > 0 ? [endsNote(ends)] : [];
  const ownSections = sectionsOf(declarations, text);
  const modelSections = sectionNames.flatMap((name): PackSection[] => {
    const items = [...(ownSections[name] ?? []), ...concerns.flatMap((concern) => concernItems(name, concern))];
    const notes = name === 'associations' ? otherEnds : [];
    return items.length === 0 && notes.length === 0 ? [] : [{ name, items, notes }];
  });
  const isSingle = size.form === 'single';
  return {
    ...size,
    ...(table ? { table: { name: table.name, columns: table.columns.map(({ name }) => name) } } : {}),
    associations,
    notes: [
      ...(isSingle ? summaryNotes(modelSections) : []),
      ...(table ? tableComments(table) : []),
      ...concernNotes(concerns),
      ...(isSingle ? otherEnds : []),
    ],
    // A model with one section needs none besides its one chunk.
    sections: isSingle
      ? modelSections.length > 1
        ? modelSections
        : []
      : [...modelSections, ...concerns.flatMap(inlinedSection)],
  };
}

const ENDS_RANK = 13;
const MAX_ENDS = 12;
const CONCERN_RANK = 5;
const linesIn = (text: string): number => text.split('\n').length;

/** The associations that lead here; only the first ones if there are many. */
function endsNote(ends: readonly string[]): PackList {
  const list = noteList('Other ends', ends.slice(0, MAX_ENDS), ENDS_RANK);
  return { ...list, render: (shown, omitted) => list.render(shown, omitted + Math.max(0, ends.length - MAX_ENDS)) };
}

const concernItems = (section: SectionName, { name, path, brings }: Concern): PackItem[] =>
  (brings?.sections[section] ?? []).map((item) => ({ ...item, from: { name, file: path } }));

const inlinedSection = ({ name, path, brings }: Concern): PackSection[] =>
  brings
    ? [
        {
          name,
          items: [],
          source: { text: `${brings.text}\n`, file: path, line: brings.line },
          notes: [
            {
              ...{ items: [], render: () => `# Concern: ${path}`, rank: 0 },
              from: { file: path, lines: [brings.line, brings.line + linesIn(brings.text) - 1] },
            },
          ],
        },
      ]
    : [];

/**
 * A model that is one chunk has notes on its contents, in place of sections with names:
 *
 *     # Validations: total, status
 *     # Callbacks: before_create :number_it
 */
const summaryNotes = (sections: readonly PackSection[]): PackList[] =>
  SUMMARISED.flatMap(([section, label, entriesOf]) => {
    const items = sections.find(({ name }) => name === section)?.items ?? [];
    const entries = [...new Set(items.flatMap(({ text }) => entriesOf(text)))];
    return entries.length === 0 ? [] : [noteList(label, entries)];
  });

const SUMMARISED: readonly (readonly [SectionName, string, (text: string) => readonly string[]])[] = [
  ['validations', 'Validations', (text) => declaredNames(text)],
  [
    'callbacks',
    'Callbacks',
    (text) => [
      `${macroIn(text)} ${declaredNames(text)
        .map((name) => `:${name}`)
        .join(' ')}`.trim(),
    ],
  ],
  ['scopes', 'Scopes', (text) => declaredNames(text)],
];

/** Without the comment above it. */
const codeOf = (text: string): string => text.replace(/^\s*#.*\n/gm, '');
const macroIn = (text: string): string => /^\s*(?:\w+\.)?(\w+)/.exec(codeOf(text))?.[1] ?? '';

/** `validates :total, :status, presence: true` → total, status: the names before the first option or block. */
function declaredNames(text: string): string[] {
  const [namesPart] = codeOf(text).split(/\b\w+: |=>|->|\{|\bdo\b|\bif\b|\bunless\b/);
  return [...namesPart.matchAll(/:(\w+[?!]?)|["'](\w+)["']|\b([A-Z][\w:]*)/g)].map(
    ([, symbol, quoted, constant]) => symbol ?? quoted ?? constant,
  );
}

/**
 * What a unit gets from its concerns, and from which version of them: a summary
 * of a unit is another one when any of its concerns has become another.
 *
 *     # Concerns (version 9f86d081): Trackable (track), Authentication (authenticate, lock!)
 */
export function concernNotes(concerns: readonly Concern[]): PackNote[] {
  if (concerns.length === 0) return [];
  const version = sha256(concerns.map((concern) => concern.version).join()).slice(0, VERSION_CHARS);
  const items = concerns.map(({ name, methods }) => {
    const omitted = methods.length > MAX_METHODS ? [`+${methods.length - MAX_METHODS} more`] : [];
    const shownMethods = [...methods.slice(0, MAX_METHODS), ...omitted];
    return `${name}${shownMethods.length > 0 ? ` (${shownMethods.join(', ')})` : ''}`;
  });
  return [noteList(`Concerns (version ${version})`, items, CONCERN_RANK)];
}

const VERSION_CHARS = 8;
const MAX_METHODS = 12;
