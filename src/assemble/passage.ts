/** A segment as a reader meets it. Where it does not fit, truncate.ts cuts it. */
import type { Passage } from '../format/index.js';
import type { Chunk } from '../schema.js';
import { artifactOf, shownPath } from '../search/shownPath.js';
import { chunkTypeOf, type SourceRow } from '../store/store.js';
import { breadcrumbOf } from './breadcrumb.js';
import { closing, openFence } from './fences.js';
import { isExact, joinNearby, type LineOrigin, type LineOrigins, lineRanges } from './lineOrigin.js';
import { type ContextSegment, isHead, segmentText } from './segments.js';

/** A passage, and where each of its lines stands: what is left of it after a cut is asked for that. */
export interface DraftPassage extends Passage {
  readonly origins: LineOrigins;
  /** The source that it is of; of what was put together, the first of them. */
  readonly docId: string;
  /** Whether it may have fences. */
  readonly fenced: boolean;
  /** Whether it is of a unit of an application, whose declarations have sections: validations, scopes. */
  readonly declares: boolean;
}

export interface PassageFacts {
  readonly source?: SourceRow | undefined;
  readonly dependents?: number | undefined;
  /** Of text that was put together; undefined where nobody has looked. */
  readonly origins?: LineOrigins | undefined;
  /** False where there is little room: of what stands above it only the first lines are shown. */
  readonly headers?: boolean;
}

/** Letters of a header that are always worth their room; of a longer text it may have this share. */
const SHORT_HEADER = 200;
const HEADER = 1 / 4;

export function passageOf(segment: ContextSegment, known: PassageFacts = {}): DraftPassage {
  const { source, dependents, origins: gathered, headers = true } = known;
  const { chunks, score } = segment;
  const [first] = chunks;
  const last = chunks[chunks.length - 1];
  const artifact = artifactOf(first);
  const fenced = first.sourceType === 'markdown';
  const { lines, origins } = under(breadcrumbOf(chunks), ended(shownLines(segment, gathered, headers), fenced));
  const places = first.synthetic ? joinNearby(lineRanges(origins)) : lineRanges(origins);
  const own = places.filter(({ file }) => file === (places[0]?.file ?? shownPath(first)));
  return {
    identifier: identifierOf(chunks),
    type: passageType(first),
    file: own.at(0)?.file ?? shownPath(first),
    ...(artifact === null ? {} : { artifact }),
    language: first.language,
    relevance: score,
    frequency: source?.frequency,
    ...(dependents === undefined ? {} : { dependents }),
    startLine: own.at(0)?.startLine ?? first.startLine,
    endLine: own.at(-1)?.endLine ?? last.endLine,
    text: lines.join('\n'),
    places,
    synthetic: first.synthetic,
    ids: chunks.map(({ id }) => id),
    origins,
    docId: (origins.find(isExact) ?? origins.find((origin) => origin !== undefined))?.docId ?? first.docId,
    fenced,
    declares: typeof first.metadata.unit === 'string',
  };
}

/** Without what only the assembling needs. */
export function withoutDraftFields({ origins, docId, fenced, declares, ...passage }: DraftPassage): Passage {
  return passage;
}

interface Lines {
  readonly lines: readonly string[];
  readonly origins: LineOrigins;
}

/** Stands where lines are missing. */
const GAP = '# ...';

/**
 * A header that stands further up is shown before the text, with a mark where lines are missing. The head of a class
 * comes before its members: the signatures of those that are not shown go behind.
 */
function shownLines(segment: ContextSegment, gathered: LineOrigins = [], headers = true): Lines {
  const [first] = segment.chunks;
  const lines = segmentText(segment).split('\n');
  const { docId, startLine, synthetic, context } = first;
  const origins = lines.map((line, i): LineOrigin | undefined => {
    if (line === '' && i === lines.length - 1) return undefined;
    return synthetic ? gathered[i] : { docId, file: shownPath(first), line: startLine + i };
  });
  if (context === undefined) return { lines, origins };
  const most = Math.max(SHORT_HEADER, lines.join('\n').length * HEADER);
  const all = context.replace(/\n$/, '').split('\n');
  const header = headers ? all : firstLines(all, most);
  if (header.length === 0) return { lines, origins };
  if (!isHead(first))
    return { lines: [...header, GAP, ...lines], origins: [...new Array(header.length + 1), ...origins] };
  const shown = new Set(lines);
  const others = header.filter((line) => line !== '' && !shown.has(line));
  if (others.length === 0) return { lines, origins };
  const text = lines.join('\n').trimEnd().split('\n');
  return { lines: [...text, GAP, ...others, ''], origins: origins.slice(0, text.length) };
}

/** With a line before them that stands in no source, and a blank one behind it. */
function under(above: string, { lines, origins }: Lines): Lines {
  const more = above === '' ? [] : [above, ''];
  return { lines: [...more, ...lines], origins: [...new Array(more.length), ...origins] };
}

/** As many as have no more letters than this. */
function firstLines(lines: readonly string[], most: number): readonly string[] {
  let letters = 0;
  for (const [i, line] of lines.entries()) {
    letters += line.length + 1;
    if (letters > most) return lines.slice(0, i);
  }
  return lines;
}

/** A fence that goes on behind the last line is closed all the same. */
function ended({ lines, origins }: Lines, fenced: boolean): Lines {
  const opener = fenced ? openFence(lines) : undefined;
  if (opener === undefined) return { lines, origins };
  const text = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return { lines: [...text, GAP, closing(opener), ''], origins: origins.slice(0, text.length) };
}

/** `model`, `class outline`, `model validations`: what is not source says what it is instead. */
function passageType(chunk: Chunk): string {
  const { section } = chunk.metadata;
  if (!chunk.synthetic) return chunkTypeOf(chunk);
  return `${chunkTypeOf(chunk)} ${typeof section === 'string' ? section : 'outline'}`;
}

function identifierOf(chunks: readonly Chunk[]): string {
  const names = chunks.map(nameOf);
  return new Set(names).size === 1 ? names[0] : `${names[0]} … ${names[names.length - 1]}`;
}

/** A file that is one unit of an application is called like the unit: `CheckoutService`, not `checkout_service.rb`. */
export const nameOf = ({ fullName, parentId, metadata: { unit, unit_type } }: Chunk): string =>
  parentId === null && typeof unit === 'string' && unit_type !== undefined ? unit : fullName;
