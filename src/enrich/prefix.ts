/**
 * What a chunk is embedded with: its path and names. A function called `get` is then also
 * found by the words of its class and its path.
 *
 *     src/client.py › Client › get
 *     def get(self, url): …
 *
 * No line numbers and no counts: a chunk that only moves keeps its vector.
 */
import { checkArgument } from '../checkArgument.js';
import type { Prefix } from '../chunk/chunkWriter.js';
import { FroeError } from '../errors.js';
import type { PackNote } from '../parse/pack.js';
import type { Chunk } from '../schema.js';
import { sha256 } from '../text/hash.js';

/** Part of every vector's key: with another wording, all vectors are made again. */
export const PREFIX_VERSION = 2;

/** Maximum characters of one name, and of all: a macro taken for a name must not displace the text. */
const MAX_NAME_CHARS = 80;
const MAX_NAMES_CHARS = 240;

export const placePrefix = ({ filePath, breadcrumb }: Pick<Chunk, 'filePath' | 'breadcrumb'>): string => {
  const [, ...below] = breadcrumb.slice(2).split(' › ');
  return `${clipped([filePath, ...below.map((name) => clipped(name, MAX_NAME_CHARS))].join(' › '), MAX_NAMES_CHARS)}\n`;
};

/** Keeps the end, which says more than the beginning, without half of a surrogate pair. */
const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `…${text.slice(1 - most).replace(/^[\udc00-\udfff]/, '')}`;

/** A unit of an application, as it is named in the prefixes of its chunks. */
export interface UnitTitle {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
}

/** The facts about a whole unit. Undefined ones are left out. */
export interface UnitSummary extends UnitTitle {
  readonly table?: { readonly name: string; readonly columns: readonly string[] } | undefined;
  readonly associations?: readonly string[] | undefined;
  /** For a unit that is one chunk, and has no sections with them. */
  readonly dependencies?: readonly string[] | undefined;
  readonly dependents?: number | undefined;
  readonly frequency?: string | undefined;
}

/** Number of names in a list that states its length. */
const MAX_LISTED_NAMES = 3;
/** Columns are also described elsewhere, and are shortened first. */
const COLUMNS_RANK = 1;

/**
 *     # Unit: User (model)
 *     # File: app/models/user.rb
 *     # Section: validations
 *     # Dependencies: Account, Order, Team
 */
export const sectionNotes = (unit: UnitTitle, section: string, dependencies: readonly string[]): PackNote[] =>
  present(...title(unit), `# Section: ${clipped(section, MAX_NAME_CHARS)}`, leaning(dependencies));

const leaning = (dependencies: readonly string[]): string | false =>
  dependencies.length > 0 && `# Dependencies: ${dependencies.slice(0, MAX_LISTED_NAMES).join(', ')}`;

/**
 *     # Unit: User (model)
 *     # File: app/models/user.rb
 *     # Table: users (columns: id, email, name)
 *     # Associations: 5 (account, orders, teams)
 *     # Dependents: 12 units depend on this
 *     # Change frequency: active
 */
export function summaryNotes(unit: UnitSummary): PackNote[] {
  const { table, associations = [], dependencies = [], dependents, frequency } = unit;
  return present(
    ...title(unit),
    table && tableNote(table),
    associations.length > 0 &&
      `# Associations: ${associations.length} (${associations.slice(0, MAX_LISTED_NAMES).join(', ')})`,
    leaning(dependencies),
    dependents !== undefined &&
      `# Dependents: ${dependents} ${dependents === 1 ? 'unit depends' : 'units depend'} on this`,
    frequency !== undefined && `# Change frequency: ${frequency}`,
  );
}

/** `# Table: users (columns: id, email)`, or of a wide one `# Table: users (62 columns: id, email, …)`. */
function tableNote({ name, columns }: NonNullable<UnitSummary['table']>): PackNote {
  if (columns.length === 0) return `# Table: ${name}`;
  const say = (shown: readonly string[], left: number): string =>
    left > 0
      ? `# Table: ${name} (${columns.length} columns: ${shown.join(', ')}, …)`
      : `# Table: ${name} (columns: ${shown.join(', ')})`;
  return { items: columns, render: say, rank: COLUMNS_RANK };
}

const title = ({ name, kind, file }: UnitTitle): string[] => [
  `# Unit: ${clipped(name, MAX_NAME_CHARS)} (${kind})`,
  `# File: ${clipped(file, MAX_NAMES_CHARS)}`,
];
const present = (...notes: readonly (PackNote | false | undefined)[]): PackNote[] =>
  notes.flatMap((note) => (note ? [note] : []));

/** What an index embeds for a chunk: prefix, context line, context, content. */
export function prefixedText(chunk: Chunk, prefix: Prefix = placePrefix): string {
  const { content } = chunk;
  if (typeof chunk.metadata.context_line !== 'string' && chunk.embedHash === chunk.contentHash) return content;
  // Set for units (unitChunks.ts): it says more than the chunk itself can.
  const before = typeof chunk.metadata.prefix === 'string' ? chunk.metadata.prefix : prefix(chunk);
  return before + unprefixedText(chunk);
}

/** The line is set by sync/contextLines.ts, which then computes the hash again. */
const unprefixedText = ({ metadata, context = '', content }: Chunk): string =>
  (typeof metadata.context_line === 'string' ? `${metadata.context_line}\n` : '') + context + content;

/**
 * The exact text to embed for a chunk, whose hash is `embedHash`, wherever the chunk comes from. `prefix`: the one it
 * was cut with, if it was your own; the prefix of an index is known.
 */
export function embedText(chunk: Chunk, prefix?: Prefix): string {
  checkArgument('embedText()', 'chunk', chunk);
  if (prefix !== undefined) checkArgument('embedText(): prefix', 'function', prefix);
  if (chunk.embedHash === chunk.contentHash) return chunk.content;
  const isMeant = (text: string | undefined): text is string => text !== undefined && sha256(text) === chunk.embedHash;
  for (const text of [chunk.embedText, prefixedText(chunk, prefix), unprefixedText(chunk)])
    if (isMeant(text)) return text;
  throw new FroeError(
    'bad-record',
    `${chunk.id}: no text that embedText() can put together has its embed_hash`,
    'If it was cut with a prefix of your own, pass it: embedText(chunk, prefix).',
  );
}
