/**
 * A pack knows a framework: it finds models, controllers, components in the
 * files of an application, without running anything.
 *
 *     each file ─facts→ what other files need of it ─survey→ the context of each file
 *                                                              └─units→ its units
 *
 * Facts are stored with their file, so that after a change only that file is
 * read again. The context of a file is hashed: only files with a changed
 * context are chunked again.
 *
 * Implementations are in `src/parse/*` and collected in `src/parse/packs.ts`.
 */
import type { Span, Verb } from '../types.js';

/** Raise it with every change that alters units or their chunks. */
export const PACKS_VERSION = 7;

/** Stored as JSON and sent between threads. */
export type PlainData =
  | null
  | boolean
  | number
  | string
  | readonly PlainData[]
  | { readonly [key: string]: PlainData | undefined };

/**
 * A comment line with facts about a unit from other files. A list in it is
 * shortened when it does not fit, but never left out: `# Filters: before_action :a, +4 more`.
 */
export type PackNote = string | PackList;

export interface PackList {
  /** Empty if nothing can be shortened. */
  readonly items: readonly string[];
  /** The line with these items, and how many were left out. */
  readonly render: (shown: readonly string[], omitted: number) => string;
  /** The value of each item: less valuable ones are dropped first. Default: the last ones. */
  readonly worth?: readonly number[];
  /** Lists of a higher rank are shortened first; of equals, the later one. */
  readonly rank: number;
  /** The lines of another file that say so. */
  readonly from?: PackLocation;
}

/** Lines of a file, 1-based and inclusive. */
export interface PackLocation {
  readonly file: string;
  readonly lines: readonly [from: number, to: number];
}

/** `# Routes: GET /orders, +4 more` */
export const noteList = (label: string, items: readonly string[], rank = 0, worth?: readonly number[]): PackList => ({
  items,
  render: (shown, omitted) => `# ${label}: ${[...shown, ...(omitted > 0 ? [`+${omitted} more`] : [])].join(', ')}`,
  rank,
  ...(worth === undefined ? {} : { worth }),
});

/** The note of a member in a list of several members: `# update: Routes: …` */
export const memberNote = (member: string, note: PackNote): PackNote => {
  const withMember = (line: string): string => `# ${member}: ${line.slice('# '.length)}`;
  if (typeof note === 'string') return withMember(note);
  return { ...note, render: (shown, omitted) => withMember(note.render(shown, omitted)) };
};

/** A list of columns, shortened if there are many: `# 62 columns: id (bigint), email (string), …` */
export const columnsNote = (columns: readonly string[], rank = 0): PackList => ({
  items: columns,
  render: (shown, omitted) =>
    omitted > 0 ? `# ${columns.length} columns: ${shown.join(', ')}, …` : `# Columns: ${shown.join(', ')}`,
  rank,
});

/** A block around a declaration: `with_options … do`, and its `end`. */
export interface PackFrame {
  /** Its offset in the file: tells apart two blocks with the same text. */
  readonly at: number;
  readonly open: string;
  readonly close?: string;
}

/** A declaration of a section, with its source text. */
export interface PackItem {
  readonly text: string;
  readonly frames?: readonly PackFrame[];
  /** Its lines there, 1-based and inclusive. */
  readonly lines: readonly [from: number, to: number];
  /** If it comes from another file: the concern and its file. */
  readonly from?: { readonly name: string; readonly file: string };
}

/** Text of another file, starting at a line of it. */
export interface PackSource {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** A part of a unit, gathered from its lines: `associations`, `fields-1`; or an inlined concern. */
export interface PackSection {
  readonly name: string;
  readonly items: readonly PackItem[];
  readonly source?: PackSource;
  /** Comment lines above it that are not in the source. */
  readonly notes?: readonly PackNote[];
}

/** A part of the unit's own source, with notes: the filters and routes of an action. */
export interface PackMember extends Span {
  readonly name: string;
  readonly notes: readonly PackNote[];
}

/** A reference that only the framework's conventions reveal: `belongs_to :buyer` refers to User. */
export interface PackMention {
  readonly verb: Verb;
  /** As it would be written in the language. */
  readonly target: string;
  /** Its offset in the file. */
  readonly at: number;
}

/** Its span is that of its definition. */
export interface PackUnit extends Span {
  readonly kind: string;
  /** Its full name: `Admin::User`. */
  readonly name: string;
  /** One chunk if it fits, else a chunk for each section or member. */
  readonly form: 'single' | 'sections' | 'members';
  /** Limit for each of its chunks. */
  readonly maxTokens: number;
  readonly table?: { readonly name: string; readonly columns: readonly string[] };
  readonly associations?: readonly string[];
  /** How many other units refer to it. */
  readonly dependents?: number;
  /** Facts from other files, as comments: its table, its routes. */
  readonly notes: readonly PackNote[];
  /** Its declarations and signatures, without bodies. */
  readonly digest: readonly string[];
  readonly sections: readonly PackSection[];
  readonly members: readonly PackMember[];
  /** In addition to the references that its language finds. */
  readonly mentions?: readonly PackMention[];
  /** The units that a text inside it refers to, the most frequent first. */
  readonly dependencies: (text: string) => readonly string[];
}

export interface PackFile {
  readonly path: string;
  readonly text: string;
}

export interface Pack {
  readonly name: string;
  /** Is this an application of its framework? Decided by file names only: one of them shows it. */
  applies(paths: readonly string[]): boolean;
  /** Does it read this file? */
  claims(path: string): boolean;
  facts(file: PackFile): Promise<PlainData | undefined>;
  /** Facts by path → the context of each file, undefined if it has none. */
  survey(facts: ReadonlyMap<string, PlainData>): (path: string) => PlainData | undefined;
  units(file: PackFile, context: PlainData): Promise<readonly PackUnit[]>;
}

interface TypedPack<Facts, Context> {
  readonly name: string;
  applies(paths: readonly string[]): boolean;
  claims(path: string): boolean;
  facts(file: PackFile): Promise<Facts | undefined>;
  survey(facts: ReadonlyMap<string, Facts>): (path: string) => Context | undefined;
  units(file: PackFile, context: Context): Promise<readonly PackUnit[]>;
}

/** A pack has its own types for facts and context. The cast is safe: a pack only gets back the data it made. */
export const definePack = <Facts, Context>(pack: TypedPack<Facts, Context>): Pack => pack as unknown as Pack;

/**
 * Writes declarations as text, each inside its enclosing blocks:
 *
 *     with_options dependent: :destroy do
 *       has_many :orders
 *     end
 *     # from Trackable
 *       after_save :track
 *
 * Any run of them can be written separately, so a section can be split between any two.
 */
export function writeItems(items: readonly PackItem[]): string {
  const lines: string[] = [];
  let openFrames: readonly PackFrame[] = [];
  let currentConcern: string | undefined;
  const closeTo = (depth: number): void => {
    for (const { close } of openFrames.slice(depth).reverse()) if (close !== undefined) lines.push(close);
    openFrames = openFrames.slice(0, depth);
  };
  for (const { text, frames = [], from: { name } = { name: undefined } } of items) {
    closeTo(name === currentConcern ? sharedDepth(openFrames, frames) : 0);
    if (name !== currentConcern && name !== undefined) lines.push(`  # from ${name}`);
    currentConcern = name;
    lines.push(...frames.slice(openFrames.length).map((frame) => frame.open), text);
    openFrames = frames;
  }
  closeTo(0);
  return lines.map((line) => `${line}\n`).join('');
}

function sharedDepth(a: readonly PackFrame[], b: readonly PackFrame[]): number {
  const firstDifference = a.findIndex(({ at }, i) => at !== b[i]?.at);
  return firstDifference < 0 ? a.length : firstDifference;
}
