/**
 * What the pieces of an application's units are embedded with, and the pieces
 * that stand beside the source: a summary of each unit that is more than one
 * piece, and the sections that are gathered from all over it.
 *
 *     app/models/user.rb#User            the source, cut as ever
 *     app/models/user.rb#User:summary    table, declarations, signatures
 *     app/models/user.rb#User:validations
 *
 * These are synthetic: found like any other, never taken for source.
 */
import { Placer } from '../chunk/place.js';
import type { Prefix, Prefixed } from '../chunk/writer.js';
import type { PackUnit } from '../parse/pack.js';
import type { Parser } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import { sha256 } from '../text/hash.js';
import type { Tokenizer } from '../text/tokens/index.js';
import type { Source, Span, Unit } from '../types.js';
import { placePrefix, sectionPrefix, summaryPrefix } from './prefix.js';

export interface UnitSettings {
  readonly source: Source;
  readonly units: readonly PackUnit[];
  /** Most tokens of what is embedded. */
  readonly cap: number;
  readonly tokenizer: Tokenizer;
  readonly frequency?: string | undefined;
}

/** No more than this share of a piece is about it instead of in it. */
const ABOUT = 1 / 3;
const SUMMARY = 'summary';
/** Lines of a unit that no member has. */
const DECLARATIONS = 'declarations';

/** A synthetic piece before it is placed. */
interface Part {
  readonly section: string;
  readonly span: Span;
  readonly prefix: string;
  readonly lines: readonly string[];
}

/** A unit's id in the index, and how deep it stands. */
type Home = Pick<Unit, 'id' | 'depth'>;

export class UnitPieces {
  readonly #settings: UnitSettings;

  constructor(settings: UnitSettings) {
    this.#settings = settings;
  }

  readonly prefix: Prefix = (piece) => {
    const unit = this.#unitOf(piece);
    if (!unit) return placePrefix(piece);
    const text = this.#settings.source.text.slice(piece.charStart, piece.charEnd);
    if (covers(piece, unit)) return this.#short(this.#summaryPrefix(unit, unit.dependencies(text)));
    return this.#short(this.#sectionPrefix(unit, sectionNameOf(piece, unit), text));
  };

  readonly notes: Prefix = (piece) => {
    const unit = this.#unitOf(piece);
    if (!unit) return '';
    if (covers(piece, unit)) return this.#short(written(unit.notes));
    const member = unit.members.find(({ name }) => name === piece.name);
    return member ? this.#short(written(member.notes)) : '';
  };

  /** Source pieces, told what stands before them, then the synthetic ones. */
  complete(chunks: readonly Chunk[], units: readonly Unit[], parser: Parser): Chunk[] {
    const told = chunks.map((chunk) => this.#told(chunk));
    const synthetic = this.#settings.units.flatMap((unit) => this.#synthetic(unit, told, units, parser));
    return [...told, ...synthetic.map((chunk, i) => ({ ...chunk, position: told.length + i }))];
  }

  #told(chunk: Chunk): Chunk {
    const unit = chunk.synthetic ? undefined : this.#unitOf(chunk);
    if (!unit) return chunk;
    const stands = covers(chunk, unit) ? { unit_type: unit.kind, source_hash: this.#hashOf(unit) } : {};
    return { ...chunk, metadata: { ...chunk.metadata, prefix: this.prefix(chunk), unit: unit.name, ...stands } };
  }

  #synthetic(unit: PackUnit, told: readonly Chunk[], units: readonly Unit[], parser: Parser): Chunk[] {
    const whole = told.some((chunk) => !chunk.synthetic && covers(chunk, unit));
    if (whole && unit.sections.length === 0) return [];
    const home = placeOf(unit, units, this.#settings.source);
    const summary: Part = {
      section: SUMMARY,
      span: unit,
      prefix: this.#summaryPrefix(unit),
      lines: [...unit.notes, ...unit.digest],
    };
    const sections = unit.sections.map(({ name, text, span = unit, notes = [] }): Part => {
      const prefix = this.#sectionPrefix(unit, name, text);
      return { section: name, span, prefix, lines: [...notes, ...linesIn(text)] };
    });
    return [summary, ...sections].flatMap((part) => this.#place(unit, part, home, parser));
  }

  /** One piece, or several where it does not fit into one. A summary is cut short instead. */
  #place(unit: PackUnit, { section, span, prefix: before, lines }: Part, { id, depth }: Home, parser: Parser): Chunk[] {
    const { source, tokenizer, cap } = this.#settings;
    const prefix = this.#short(before);
    const isSummary = section === SUMMARY;
    const fits = (text: string): boolean => tokenizer.count(prefix + text, cap) <= cap;
    const all = inParts(lines, fits);
    const parts = isSummary ? all.slice(0, 1) : all;
    const placer = new Placer(source);
    const start = lineStart(source.text, span.start);
    return parts.map((text, i) =>
      placer.place({
        start,
        body: start,
        end: span.end,
        id: () => `${id}:${section}${parts.length > 1 ? `~${i + 1}` : ''}`,
        parentId: id,
        sourceType: parser.sourceType,
        chunkType: 'class',
        tokenCount: tokenizer.count(text),
        names: {
          name: isSummary ? unit.name : section,
          fullName: isSummary ? unit.name : `${unit.name}.${section}`,
          parentContext: isSummary ? '' : unit.name,
          breadcrumb: placer.breadcrumb([unit.name, section]),
        },
        depth: isSummary ? depth : depth + 1,
        position: 0, // set when all are there
        partIndex: i + 1,
        partOf: parts.length,
        prefix,
        metadata: {
          tokenizer: tokenizer.name,
          parser: parser.id,
          prefix,
          unit: unit.name,
          unit_type: unit.kind,
          section,
          ...(isSummary ? { source_hash: this.#hashOf(unit) } : {}),
        },
        synthetic: text,
      }),
    );
  }

  #summaryPrefix(unit: PackUnit, dependencies?: readonly string[]): string {
    const { name, kind, table, associations, dependents } = unit;
    const { source, frequency } = this.#settings;
    return summaryPrefix({ name, kind, file: source.path, table, associations, dependencies, dependents, frequency });
  }

  #sectionPrefix(unit: PackUnit, section: string, text: string): string {
    const { name, kind } = unit;
    return sectionPrefix({ name, kind, file: this.#settings.source.path }, section, unit.dependencies(text));
  }

  /** As many lines as leave the text its room. */
  #short(text: string): string {
    const { tokenizer, cap } = this.#settings;
    const most = Math.floor(cap * ABOUT);
    const lines = text.split(/(?<=\n)/);
    while (lines.length > 0 && tokenizer.count(lines.join(''), most) > most) lines.pop();
    return lines.join('');
  }

  #hashOf({ start, end }: PackUnit): string {
    return sha256(this.#settings.source.text.slice(start, end));
  }

  /** The innermost unit that holds the piece, or the first that the piece holds. */
  #unitOf(piece: Pick<Prefixed, 'charStart' | 'charEnd'>): PackUnit | undefined {
    const { units } = this.#settings;
    const around = units.filter(
      ({ start, end }) => start < piece.charEnd && end > piece.charStart && !covers(piece, { start, end }),
    );
    return around.at(-1) ?? units.find((unit) => covers(piece, unit));
  }
}

/** Does the piece hold all of it? Where a comment above it begins is a matter of taste. */
const covers = ({ charStart, charEnd }: Pick<Prefixed, 'charStart' | 'charEnd'>, { start, end }: Span): boolean =>
  charStart <= start && charEnd >= end;

const written = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const linesIn = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** What a piece is called below its unit. */
function sectionNameOf({ name, fullName }: Pick<Prefixed, 'name' | 'fullName'>, unit: PackUnit): string {
  const last = unit.name.split('::').at(-1) ?? unit.name;
  return name === last || name === unit.name || fullName === unit.name ? DECLARATIONS : name;
}

/** By its span and name; where a parser saw no class, the id is ours to give. */
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

/** Lines in parts that fit, each as full as can be; a line that does not fit alone is cut. */
function inParts(lines: readonly string[], fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of lines) {
    if (fits(`${part}${line}\n`)) {
      part += `${line}\n`;
      continue;
    }
    if (part.trim() !== '') parts.push(part);
    part = fits(`${line}\n`) ? `${line}\n` : `${clipped(line, fits)}\n`;
  }
  if (part.trim() !== '') parts.push(part);
  return parts;
}

/** As much of both ends of a line as fits: they say the most. */
function clipped(line: string, fits: (text: string) => boolean): string {
  let [low, high] = [0, line.length >> 1];
  const ends = (n: number): string =>
    `${line.slice(0, n).replace(/[\ud800-\udbff]$/, '')} … ${line.slice(line.length - n).replace(/^[\udc00-\udfff]/, '')}`;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(`${ends(middle)}\n`)) low = middle;
    else high = middle - 1;
  }
  return ends(low);
}
