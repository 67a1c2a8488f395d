/**
 * What an application's files are to people who know its framework: models,
 * controllers, components. A pack reads that from the files alone.
 *
 *     each file ─facts→ what others must know of it ─survey→ what each file must know of others
 *                                                              └─units→ its units, whole
 *
 * Facts are kept with their file, so that after a change only that file is read
 * again. What a file must know of others is hashed: a file whose surroundings
 * changed is prepared anew, and no other.
 *
 * Implementations live in `src/parse/*` and are collected in `src/parse/packs.ts`.
 */
import type { Span, Verb } from '../types.js';

/** What packs make of a file: raise it with every change that shows in units or their chunks. */
export const PACKS_VERSION = 6;

/** Plain data: it is kept as JSON and sent between threads. */
export type PlainData =
  | null
  | boolean
  | number
  | string
  | readonly PlainData[]
  | { readonly [key: string]: PlainData | undefined };

/**
 * A line of what is known of a unit from elsewhere. A list in it is shortened
 * where there is no room, and never left out: `# Filters: before_action :a, +4 more`.
 */
export type PackNote = string | PackList;

export interface PackList {
  /** None where there is nothing to be shortened. */
  readonly items: readonly string[];
  /** The line, with so many of them left out. */
  readonly render: (shown: readonly string[], left: number) => string;
  /** What is worth more stays longer: the value of each item; without it, the first ones stay. */
  readonly worth?: readonly number[];
  /** Lists of a higher rank are shortened first; of equals, the later one. */
  readonly rank: number;
  /** Where another file says so. */
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
  render: (shown, left) => `# ${label}: ${[...shown, ...(left > 0 ? [`+${left} more`] : [])].join(', ')}`,
  rank,
  ...(worth === undefined ? {} : { worth }),
});

/** What is said of a member, said among others: `# update: Routes: …` */
export const memberNote = (member: string, note: PackNote): PackNote => {
  const among = (line: string): string => `# ${member}: ${line.slice('# '.length)}`;
  if (typeof note === 'string') return among(note);
  return { ...note, render: (shown, left) => among(note.render(shown, left)) };
};

/** How a list of columns is said that has many: `# 62 columns: id (bigint), email (string), …` */
export const columnsNote = (columns: readonly string[], rank = 0): PackList => ({
  items: columns,
  render: (shown, left) =>
    left > 0 ? `# ${columns.length} columns: ${shown.join(', ')}, …` : `# Columns: ${shown.join(', ')}`,
  rank,
});

/** What a declaration stands in: `with_options … do`, and the `end` of it. */
export interface PackFrame {
  /** Where it begins in its file: one frame is another than one that reads the same. */
  readonly at: number;
  readonly open: string;
  readonly close?: string;
}

/** A declaration of a section, as it stands in its file. */
export interface PackItem {
  readonly text: string;
  readonly frames?: readonly PackFrame[];
  /** Its lines there, 1-based and inclusive. */
  readonly lines: readonly [from: number, to: number];
  /** Where that is another file than the unit's, and whose: a concern's. */
  readonly from?: { readonly name: string; readonly file: string };
}

/** The whole text of something that is elsewhere, from a line of it on. */
export interface PackSource {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** A part of a unit, gathered from where it stands: `associations`, `fields-1`; or a concern, inlined. */
export interface PackSection {
  readonly name: string;
  readonly items: readonly PackItem[];
  readonly source?: PackSource;
  /** What is said above it and is not in the source. */
  readonly notes?: readonly PackNote[];
}

/** What is said of a part that stands in the source as it is: the filters and routes of an action. */
export interface PackMember extends Span {
  readonly name: string;
  readonly notes: readonly PackNote[];
}

/** What somebody who knows the framework reads between the lines: `belongs_to :buyer` speaks of User. */
export interface PackMention {
  readonly verb: Verb;
  /** As it would be written in the language. */
  readonly target: string;
  /** Where in the file it is said. */
  readonly at: number;
}

/** Its span is that of its definition. */
export interface PackUnit extends Span {
  readonly kind: string;
  /** As people call it: `Admin::User`. */
  readonly name: string;
  /** One chunk, if it fits; or what it consists of. */
  readonly form: 'single' | 'sections' | 'members';
  /** The most tokens of a chunk of it. */
  readonly maxTokens: number;
  readonly table?: { readonly name: string; readonly columns: readonly string[] };
  readonly associations?: readonly string[];
  /** How many other units name it. */
  readonly dependents?: number;
  /** What is known of it from elsewhere, as comments: its table, its routes. */
  readonly notes: readonly PackNote[];
  /** Its own lines without what they do: declarations and signatures. */
  readonly digest: readonly string[];
  readonly sections: readonly PackSection[];
  readonly members: readonly PackMember[];
  /** Beside those that its language knows by itself. */
  readonly mentions?: readonly PackMention[];
  /** The units that a text inside it names, the most frequent first. */
  readonly dependencies: (text: string) => readonly string[];
}

export interface PackFile {
  readonly path: string;
  readonly text: string;
}

export interface Pack {
  readonly name: string;
  /** Is this an application of its kind? By the names of its files alone. */
  applies(paths: readonly string[]): boolean;
  /** Does it read this file? */
  claims(path: string): boolean;
  facts(file: PackFile): Promise<PlainData | undefined>;
  /** Facts by path → what each file must know of the others; undefined: nothing. */
  survey(facts: ReadonlyMap<string, PlainData>): (path: string) => PlainData | undefined;
  units(file: PackFile, around: PlainData): Promise<readonly PackUnit[]>;
}

interface TypedPack<Facts, Around> {
  readonly name: string;
  applies(paths: readonly string[]): boolean;
  claims(path: string): boolean;
  facts(file: PackFile): Promise<Facts | undefined>;
  survey(facts: ReadonlyMap<string, Facts>): (path: string) => Around | undefined;
  units(file: PackFile, around: Around): Promise<readonly PackUnit[]>;
}

/** A pack is written with its own types; what is kept in between is plain data that only it made. */
export const definePack = <Facts, Around>(pack: TypedPack<Facts, Around>): Pack => pack as unknown as Pack;

/**
 * Declarations as a text again, each inside of what it stands in:
 *
 *     with_options dependent: :destroy do
 *       has_many :orders
 *     end
 *     # from Trackable
 *       after_save :track
 *
 * Any run of them can be written alone, so a section can be cut between any two.
 */
export function writeItems(items: readonly PackItem[]): string {
  const lines: string[] = [];
  let open: readonly PackFrame[] = [];
  let from: string | undefined;
  const closeTo = (depth: number): void => {
    for (const { close } of open.slice(depth).reverse()) if (close !== undefined) lines.push(close);
    open = open.slice(0, depth);
  };
  for (const { text, frames = [], from: { name } = { name: undefined } } of items) {
    closeTo(name === from ? sharedDepth(open, frames) : 0);
    if (name !== from && name !== undefined) lines.push(`  # from ${name}`);
    from = name;
    lines.push(...frames.slice(open.length).map((frame) => frame.open), text);
    open = frames;
  }
  closeTo(0);
  return lines.map((line) => `${line}\n`).join('');
}

function sharedDepth(some: readonly PackFrame[], others: readonly PackFrame[]): number {
  const differs = some.findIndex(({ at }, i) => at !== others[i]?.at);
  return differs < 0 ? some.length : differs;
}
