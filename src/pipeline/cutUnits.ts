/** Cuts a file of an application by the units of its pack, and adds their summaries. */
import { unitsOf } from '../chunk/branch.js';
import type { SectionPart } from '../enrich/sectionParts.js';
import { UnitChunks, unitOf } from '../enrich/unitChunks.js';
import { Formats, type Parsed } from '../parse/index.js';
import type { PackMention, PackSource, PackUnit, PlainData } from '../parse/pack.js';
import { packNamed, packs } from '../parse/packs.js';
import { decode } from '../sources/decode.js';
import { readBytes, sourceFromText } from '../sources/read.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Cut, Node, Source, Unit } from '../types.js';
import type { ChunkOptions } from './chunkOptions.js';

type Read = Parsed & { readonly source: Source };
/** The surroundings of a file, by its pack (sync/survey.ts), and the maximum tokens of a chunk of its units. */
export interface Around {
  readonly pack: string;
  readonly around?: PlainData | undefined;
  readonly frequency?: string | undefined;
  readonly unitTokens?: number | undefined;
}

type CutParsed = (parsed: Read, options: ChunkOptions) => Cut;

interface UnitCut extends Cut {
  readonly units: readonly Unit[];
  readonly mentions: readonly PackMention[];
}

/** Undefined if it has no units. */
export async function cutUnits(
  parsed: Read,
  options: ChunkOptions,
  { pack, around, frequency, unitTokens }: Around,
  cutParsed: CutParsed,
): Promise<UnitCut | undefined> {
  const { source, root, parser } = parsed;
  if (around === undefined || parser.sourceType !== 'code') return undefined;
  const units = (await packNamed(pack)?.units(source, around)) ?? [];
  if (units.length === 0) return undefined;
  const counter =
    typeof options.tokenizer === 'object' ? options.tokenizer : tokenizer(options.tokenizer ?? 'cl100k_base');
  const cap = capOf(units, unitTokens ?? options.maxTokens);
  const cutSource = (inlined: PackSource, maxTokens: number): Promise<readonly SectionPart[]> =>
    cutApart(inlined, source, (one) => cutParsed(one, { tokenizer: counter, maxTokens, outlines: false, overlap: 0 }));
  const items = new UnitChunks({ source, units, cap, tokenizer: counter, frequency, cutSource });
  const { prefix, notes } = items;
  const { chunks, gaps, diagnostics } = cutParsed(
    { ...parsed, root: closed(root, units, source, (text) => counter.count(text, cap) <= (cap * 2) / 3) },
    {
      ...options,
      ...formOf(units, items),
      maxTokens: cap,
      tokenizer: counter,
      outlines: false, // a summary has more
      prefix,
      notes,
    },
  );
  const named = unitsOf(source, root, parser);
  const kinds = new Map(units.flatMap((unit) => [[unitOf(unit, named)?.id, unit.kind]]));
  return {
    chunks: await items.complete(chunks, named, parser),
    gaps,
    diagnostics,
    maxTokens: cap,
    mentions: units.flatMap(({ mentions = [] }) => mentions),
    // A module or function keeps its kind: references use it.
    units: named.map((unit) => (unit.kind === 'class' ? { ...unit, kind: kinds.get(unit.id) ?? unit.kind } : unit)),
  };
}

/** The limit of the largest unit, at most the allowed one. */
const capOf = (units: readonly PackUnit[], allowed = Number.POSITIVE_INFINITY): number =>
  Math.min(allowed, Math.max(...units.map(({ maxTokens }) => maxTokens)));

/**
 * A unit that should be one chunk is not opened, unless it does not fit with its context:
 * then the context goes to its members. Members are chunks of their own, however small.
 */
function formOf(units: readonly PackUnit[], chunks: UnitChunks): Pick<ChunkOptions, 'granularity' | 'minTokens'> {
  if (units.length > 1) return { granularity: 'node', minTokens: 64 };
  const [unit] = units;
  if (unit.form === 'members') return { granularity: 'node', minTokens: 'auto' };
  const isOpened = unit.form === 'sections' || (unit.notes.length > 0 && !chunks.isWhole(unit));
  return isOpened ? { granularity: 'node', minTokens: 64 } : { granularity: 'pack', minTokens: 'auto' };
}

const formats = new Formats();

/** The source of another file of the same language in parts, cut as that file would be: between methods. */
async function cutApart(
  { text, file, line }: PackSource,
  { tree, language }: Source,
  cutParsed: (parsed: Read) => Cut,
): Promise<SectionPart[]> {
  const source = sourceFromText(text, { tree, path: file, language });
  const parsed = await formats.parse(source, undefined, { mentions: false });
  const { chunks } = cutParsed({ ...parsed, source });
  return chunks.map(({ content, startLine, endLine }) => ({
    text: content,
    origins: [{ file, startLine: line - 1 + startLine, endLine: line - 1 + endLine }],
  }));
}

/** Next to other units, a unit that should be one chunk and fits is not opened: its node gets no children. */
function closed(node: Node, units: readonly PackUnit[], { text }: Source, fits: (text: string) => boolean): Node {
  if (units.length < 2) return node;
  const single = units.filter(({ form }) => form === 'single');
  const close = (one: Node): Node => {
    const isUnit = single.some(({ start, end }) => one.start <= start && one.end >= end && one.name !== undefined);
    const holds = one.children.some((child) =>
      single.some(({ start, end }) => child.start <= start && child.end >= end),
    );
    if (isUnit && !holds && fits(text.slice(one.start, one.end))) return { ...one, children: [] };
    return one.closed || one.children.length === 0 ? one : { ...one, children: one.children.map(close) };
  };
  return close(node);
}

/** The surroundings of a file without others: what it says itself. */
export async function alone({ path, text }: Source): Promise<Around | undefined> {
  const pack = packs.find((one) => one.claims(path));
  const facts = await pack?.facts({ path, text });
  return pack && { pack: pack.name, around: pack.survey(new Map(facts === undefined ? [] : [[path, facts]]))(path) };
}

/** What others must know of a file. */
export async function factsOf(job: { readonly file?: string; readonly path: string }): Promise<PlainData | undefined> {
  const pack = packs.find((one) => one.claims(job.path));
  return pack?.facts({ path: job.path, text: decode(readBytes(job.file ?? job.path)).text });
}
