/**
 * The prefixes of the chunks of an application's units, and their synthetic chunks: a
 * summary of each unit that is more than one chunk, and sections gathered from all of it.
 *
 *     app/models/user.rb#User              the source, cut as usual
 *     app/models/user.rb#User:summary      table, declarations, signatures
 *     app/models/user.rb#User#validations
 *     app/models/user.rb#User#Trackable    a concern, inlined
 *
 * Synthetic chunks are found like others, but are not source. Their metadata has the
 * origin of their lines.
 */
import type { Prefix, Prefixed } from '../chunk/chunkWriter.js';
import { RecordBuilder } from '../chunk/recordBuilder.js';
import {
  memberNote,
  type PackNote,
  type PackSection,
  type PackSource,
  type PackUnit,
  writeItems,
} from '../parse/pack.js';
import type { Parser } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import { sha256 } from '../text/hash.js';
import type { Tokenizer } from '../text/tokens/index.js';
import type { Source, Span, Unit } from '../types.js';
import { noteLines } from './noteLines.js';
import { noteOrigins, originOf, recorded, spanFrom, unitOrigin } from './origins.js';
import { placePrefix, sectionNotes, summaryNotes } from './prefix.js';
import { type SectionPart, sectionParts } from './sectionParts.js';

export interface UnitSettings {
  readonly source: Source;
  readonly units: readonly PackUnit[];
  /** Maximum tokens of what is embedded. */
  readonly cap: number;
  readonly tokenizer: Tokenizer;
  readonly frequency?: string | undefined;
  /** Cuts the source of another file as that file would be cut. */
  readonly cutSource: (source: PackSource, mostTokens: number) => Promise<readonly SectionPart[]>;
}

/** Maximum share of the title of a chunk. */
const TITLE = 1 / 3;
/** Maximum share of the title with its context; more if its own text is short. */
const UNDER = 1 / 2;
/** A text that leaves this share is not split to make room for its context: the context is shortened. */
const MIN_TEXT_SHARE = 1 / 4;
/** Joining two texts may cost a token or two. */
const SEAM = 2;
const SUMMARY = 'summary';
/** Lines of a unit outside of its members. */
const DECLARATIONS = 'declarations';

/** A synthetic chunk before it becomes a record. */
interface Drafted extends SectionPart {
  readonly section: string;
  readonly prefix: string;
  readonly index: number;
  readonly of: number;
}

/** A unit's id in the index, and its depth. */
type Home = Pick<Unit, 'id' | 'depth'>;

export class UnitChunks {
  readonly #settings: UnitSettings;

  constructor(settings: UnitSettings) {
    this.#settings = settings;
  }

  readonly prefix: Prefix = (chunk) => {
    const unit = this.#unitOf(chunk);
    if (!unit) return placePrefix(chunk);
    const text = this.#settings.source.text.slice(chunk.charStart, chunk.charEnd);
    return this.#title(
      covers(chunk, unit)
        ? this.#summaryNotes(unit, unit.dependencies(text))
        : this.#sectionNotes(unit, sectionNameOf(chunk, unit), text),
    );
  };

  readonly notes: Prefix = (chunk) => {
    const unit = this.#unitOf(chunk);
    const under = unit ? notesUnder(chunk, unit) : [];
    if (under.length === 0) return '';
    return this.#under(this.prefix(chunk), under, this.#settings.source.text.slice(chunk.charStart, chunk.charEnd));
  };

  /** Whether the whole source fits into one chunk, with all that it is embedded with. */
  isWhole(unit: PackUnit): boolean {
    const { source, tokenizer, cap } = this.#settings;
    const { name } = unit;
    const chunk = {
      ...{ name, fullName: name, parentContext: '', breadcrumb: name },
      ...{ filePath: source.path, language: source.language, charStart: 0, charEnd: source.text.length },
    };
    return tokenizer.count(this.prefix(chunk) + this.notes(chunk) + source.text, cap) <= cap;
  }

  /** Chunks of the source with their prefixes, then the synthetic ones. */
  async complete(chunks: readonly Chunk[], units: readonly Unit[], parser: Parser): Promise<Chunk[]> {
    const prefixed = chunks.map((chunk) => this.#prefixed(chunk));
    const all = [...prefixed];
    for (const unit of this.#settings.units) {
      const home = placeOf(unit, units, this.#settings.source);
      for (const drafted of await this.#synthetic(unit, prefixed))
        all.push(this.#place(unit, drafted, home, parser, all.length));
    }
    return all;
  }

  #prefixed(chunk: Chunk): Chunk {
    const { units } = this.#settings;
    const unit = chunk.synthetic ? undefined : this.#unitOf(chunk);
    if (!unit) return chunk;
    const isUnit = covers(chunk, unit);
    const stands = isUnit ? { unit_type: unit.kind, source_hash: this.#hashOf(unit) } : {};
    // A file that is one unit has the name of the unit.
    const names =
      isUnit && chunk.parentId === null && units.length === 1 ? { name: unit.name, fullName: unit.name } : {};
    return {
      ...chunk,
      ...names,
      metadata: { ...chunk.metadata, prefix: this.prefix(chunk), unit: unit.name, ...stands },
    };
  }

  async #synthetic(unit: PackUnit, prefixed: readonly Chunk[]): Promise<Drafted[]> {
    const whole = prefixed.some((chunk) => !chunk.synthetic && covers(chunk, unit));
    const sections = await Promise.all(unit.sections.map((section) => this.#section(unit, section)));
    // A unit that is one chunk is its own summary.
    const isSummed = whole && (unit.form === 'single' || sections.length === 0);
    return [...(isSummed ? [] : [this.#summary(unit)]), ...sections.flat()];
  }

  /** Always one chunk: what does not fit is shortened, with a note. */
  #summary(unit: PackUnit): Drafted {
    const prefix = this.#title(this.#summaryNotes(unit));
    const notes = this.#under(prefix, unit.notes, written(unit.digest));
    const digest = shortened(unit.digest, (lines) => this.#fits(prefix + notes + written(lines)));
    const origins = [unitOrigin(this.#settings.source, unit), ...noteOrigins(unit.notes, notes)];
    return { section: SUMMARY, prefix, text: notes + written(digest), origins, index: 1, of: 1 };
  }

  /** One chunk, or several if it does not fit into one. */
  async #section(unit: PackUnit, section: PackSection): Promise<Drafted[]> {
    const { source } = this.#settings;
    const { name, items, source: inlined } = section;
    const body = inlined?.text ?? writeItems(items);
    const prefix = this.#title(this.#sectionNotes(unit, name, body));
    const notes = this.#under(prefix, section.notes ?? [], body);
    const parts = inlined
      ? await this.#inlined(inlined, prefix + notes)
      : sectionParts(items, source.path, (text, isFirst) => this.#fits(prefix + (isFirst ? notes : '') + text));
    // The other ends of associations are listed even if none are declared here.
    const all = parts.length === 0 ? [{ text: '', origins: [] }] : parts;
    const noted = noteOrigins(section.notes ?? [], notes);
    // The owner of the source is in each part; facts about the whole section only in the first.
    const isTold = (i: number): boolean => inlined !== undefined || i === 0;
    return all.map(({ text, origins }, i) => ({
      ...{ section: name, prefix, index: i + 1, of: all.length },
      text: (isTold(i) ? notes : '') + text,
      origins: isTold(i) ? [...origins, ...noted] : origins,
    }));
  }

  async #inlined(inlined: PackSource, before: string): Promise<readonly SectionPart[]> {
    const { tokenizer, cap, cutSource } = this.#settings;
    if (this.#fits(before + inlined.text)) return [{ text: inlined.text, origins: [originOf(inlined)] }];
    return cutSource(inlined, cap - tokenizer.count(before) - SEAM);
  }

  #place(unit: PackUnit, drafted: Drafted, { id, depth }: Home, parser: Parser, position: number): Chunk {
    const { source, tokenizer } = this.#settings;
    const { section, text, prefix, origins, index, of } = drafted;
    const isSummary = section === SUMMARY;
    const placer = new RecordBuilder(source);
    const { start, end } = spanFrom(source, origins) ?? { ...unit, start: lineStart(source.text, unit.start) };
    const part = of > 1 ? `~${index}` : '';
    return placer.build({
      start,
      body: start,
      end,
      id: isSummary ? `${id}:${SUMMARY}` : `${id}#${section}${part}`,
      parentId: id,
      sourceType: parser.sourceType,
      chunkType: 'class',
      tokenCount: tokenizer.count(text),
      names: {
        name: isSummary ? unit.name : section,
        fullName: isSummary ? unit.name : `${unit.name}#${section}`,
        parentContext: isSummary ? '' : unit.name,
        breadcrumb: placer.breadcrumb([unit.name, section]),
      },
      depth: isSummary ? depth : depth + 1,
      position,
      partIndex: index,
      partOf: of,
      prefix,
      metadata: {
        tokenizer: tokenizer.name,
        parser: parser.id,
        prefix,
        unit: unit.name,
        unit_type: unit.kind,
        section,
        origins: origins.map(recorded),
        ...(isSummary ? { source_hash: this.#hashOf(unit) } : {}),
      },
      synthetic: text,
    });
  }

  #summaryNotes(unit: PackUnit, dependencies?: readonly string[]): PackNote[] {
    const { name, kind, table, associations, dependents } = unit;
    const { source, frequency } = this.#settings;
    return summaryNotes({ name, kind, file: source.path, table, associations, dependencies, dependents, frequency });
  }

  #sectionNotes(unit: PackUnit, section: string, text: string): PackNote[] {
    const { name, kind } = unit;
    return sectionNotes({ name, kind, file: this.#settings.source.path }, section, unit.dependencies(text));
  }

  #fits(text: string, most = this.#settings.cap): boolean {
    return this.#settings.tokenizer.count(text, most) <= most;
  }

  #title(notes: readonly PackNote[]): string {
    const most = Math.floor(this.#settings.cap * TITLE);
    return noteLines(notes, (text) => this.#fits(text, most));
  }

  /** The context of a text: as much as leaves the text its room. */
  #under(prefix: string, notes: readonly PackNote[], text: string): string {
    const { tokenizer, cap } = this.#settings;
    const left = cap - tokenizer.count(text, cap) - SEAM;
    const most = left >= cap * MIN_TEXT_SHARE ? left : Math.floor(cap * UNDER);
    return noteLines(notes, (lines) => this.#fits(prefix + lines, most));
  }

  #hashOf({ start, end }: PackUnit): string {
    return sha256(this.#settings.source.text.slice(start, end));
  }

  /** The innermost unit that contains the chunk, or the first that the chunk contains. */
  #unitOf(chunk: Pick<Prefixed, 'charStart' | 'charEnd'>): PackUnit | undefined {
    const { units } = this.#settings;
    const around = units.filter(
      ({ start, end }) => start < chunk.charEnd && end > chunk.charStart && !covers(chunk, { start, end }),
    );
    return around.at(-1) ?? units.find((unit) => covers(chunk, unit));
  }
}

/** Whether the chunk contains all of it, apart from a comment above it. */
const covers = ({ charStart, charEnd }: Pick<Prefixed, 'charStart' | 'charEnd'>, { start, end }: Span): boolean =>
  charStart <= start && charEnd >= end;

/** For a unit the notes on all of it; for a part those on its members, with their names if there are several. */
function notesUnder(chunk: Prefixed, unit: PackUnit): readonly PackNote[] {
  if (covers(chunk, unit)) return unit.notes;
  const inside = unit.members.filter(({ start, end }) => start < chunk.charEnd && end > chunk.charStart);
  const [one] = inside;
  if (inside.length === 1 && one.name === chunk.name) return one.notes;
  return inside.flatMap(({ name, notes }) => notes.map((note) => memberNote(name, note)));
}

const written = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** As many lines from the top as fit, and the number of the others. */
function shortened(lines: readonly string[], fits: (lines: readonly string[]) => boolean): readonly string[] {
  if (fits(lines)) return lines;
  for (let count = lines.length - 1; count > 0; count--) {
    const some = [...lines.slice(0, count), `  # … ${lines.length - count} more lines`];
    if (fits(some)) return some;
  }
  return [];
}

/** The name of a chunk below its unit. */
function sectionNameOf({ name, fullName }: Pick<Prefixed, 'name' | 'fullName'>, unit: PackUnit): string {
  const last = unit.name.split('::').at(-1) ?? unit.name;
  return name === last || name === unit.name || fullName === unit.name ? DECLARATIONS : name;
}

/** By span and name; if the parser saw no class, a new id. */
const placeOf = (unit: PackUnit, units: readonly Unit[], { docId }: Source): Home =>
  unitOf(unit, units) ?? { id: `${docId}#${unit.name}`, depth: 1 };

export function unitOf(unit: PackUnit, units: readonly Unit[]): Unit | undefined {
  const last = unit.name.split('::').at(-1);
  return units
    .filter(
      ({ name, charStart, charEnd }) => charStart < unit.end && charEnd >= unit.end && name.split('::').at(-1) === last,
    )
    .at(-1);
}
