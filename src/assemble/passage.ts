/** A segment as it is shown. If it does not fit, truncate.ts shortens it. */
import type { Passage } from '../format/index.js';
import type { Chunk } from '../schema.js';
import { artifactOf, shownPath } from '../search/shownPath.js';
import { chunkTypeOf, type SourceRow } from '../store/store.js';
import { isExact, joinNearby, type LineOrigin, type LineOrigins, lineRanges } from './lineOrigin.js';
import { type ContextSegment, isHead, segmentText } from './segments.js';

/** A passage with the origin of each of its lines, which truncation needs. */
export interface DraftPassage extends Passage {
  readonly origins: LineOrigins;
  /** Its source; for synthetic text the first of them. */
  readonly docId: string;
  /** Whether it may have Markdown fences. */
  readonly fenced: boolean;
  /** Whether it is part of an application unit, whose declarations have sections: validations, scopes. */
  readonly declares: boolean;
}

export interface PassageFacts {
  readonly source?: SourceRow | undefined;
  readonly dependents?: number | undefined;
  /** For synthetic text; undefined if not searched. */
  readonly origins?: LineOrigins | undefined;
  /** False for a small budget: only the first lines of its context are shown. */
  readonly headers?: boolean;
}

/** Characters of a header that are always shown; beside a long text it may have this share of it. */
const SHORT_HEADER_CHARS = 200;
const HEADER_SHARE = 1 / 4;

export function passageOf(segment: ContextSegment, facts: PassageFacts = {}): DraftPassage {
  const { source, dependents, origins: syntheticOrigins, headers = true } = facts;
  const { chunks, score } = segment;
  const [first] = chunks;
  const last = chunks[chunks.length - 1];
  const artifact = artifactOf(first);
  const fenced = first.sourceType === 'markdown';
  const { lines, origins } = withLineAbove(
    breadcrumbOf(chunks),
    closeFence(shownLines(segment, syntheticOrigins, headers), fenced),
  );
  const places = first.synthetic ? joinNearby(lineRanges(origins)) : lineRanges(origins);
  const fileRanges = places.filter(({ file }) => file === (places[0]?.file ?? shownPath(first)));
  return {
    identifier: identifierOf(chunks),
    type: passageType(first),
    file: fileRanges.at(0)?.file ?? shownPath(first),
    ...(artifact === null ? {} : { artifact }),
    language: first.language,
    relevance: score,
    frequency: source?.frequency,
    ...(dependents === undefined ? {} : { dependents }),
    startLine: fileRanges.at(0)?.startLine ?? first.startLine,
    endLine: fileRanges.at(-1)?.endLine ?? last.endLine,
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

/** Without the fields that only assembling needs. */
export function withoutDraftFields({ origins, docId, fenced, declares, ...passage }: DraftPassage): Passage {
  return passage;
}

interface Lines {
  readonly lines: readonly string[];
  readonly origins: LineOrigins;
}

/** Marks missing lines. */
const GAP = '# ...';

/**
 * A header from further up is shown before the text, with a mark for the lines between. The head of a class is followed
 * by the signatures of the members that are not shown.
 */
function shownLines(segment: ContextSegment, syntheticOrigins: LineOrigins = [], headers = true): Lines {
  const [first] = segment.chunks;
  const lines = segmentText(segment).split('\n');
  const { docId, startLine, synthetic, context } = first;
  const origins = lines.map((line, i): LineOrigin | undefined => {
    if (line === '' && i === lines.length - 1) return undefined;
    return synthetic ? syntheticOrigins[i] : { docId, file: shownPath(first), line: startLine + i };
  });
  if (context === undefined) return { lines, origins };
  const maxChars = Math.max(SHORT_HEADER_CHARS, lines.join('\n').length * HEADER_SHARE);
  const contextLines = context.replace(/\n$/, '').split('\n');
  const header = headers ? contextLines : firstLines(contextLines, maxChars);
  if (header.length === 0) return { lines, origins };
  if (!isHead(first))
    return { lines: [...header, GAP, ...lines], origins: [...new Array(header.length + 1), ...origins] };
  const shownSet = new Set(lines);
  const others = header.filter((line) => line !== '' && !shownSet.has(line));
  if (others.length === 0) return { lines, origins };
  const text = lines.join('\n').trimEnd().split('\n');
  return { lines: [...text, GAP, ...others, ''], origins: origins.slice(0, text.length) };
}

/** With a line before them that is in no source, and a blank one. */
function withLineAbove(heading: string, { lines, origins }: Lines): Lines {
  const added = heading === '' ? [] : [heading, ''];
  return { lines: [...added, ...lines], origins: [...new Array(added.length), ...origins] };
}

/** The first lines with at most so many characters. */
function firstLines(lines: readonly string[], maxChars: number): readonly string[] {
  let length = 0;
  for (const [i, line] of lines.entries()) {
    length += line.length + 1;
    if (length > maxChars) return lines.slice(0, i);
  }
  return lines;
}

/** Closes a fence that is open at the end. */
function closeFence({ lines, origins }: Lines, fenced: boolean): Lines {
  const opener = fenced ? openFence(lines) : undefined;
  if (opener === undefined) return { lines, origins };
  const text = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return { lines: [...text, GAP, closing(opener), ''], origins: origins.slice(0, text.length) };
}

/** `model`, `class outline`, `model validations`: synthetic text is labelled. */
function passageType(chunk: Chunk): string {
  const { section } = chunk.metadata;
  if (!chunk.synthetic) return chunkTypeOf(chunk);
  return `${chunkTypeOf(chunk)} ${typeof section === 'string' ? section : 'outline'}`;
}

function identifierOf(chunks: readonly Chunk[]): string {
  const names = chunks.map(passageName);
  return new Set(names).size === 1 ? names[0] : `${names[0]} … ${names[names.length - 1]}`;
}

/** A file that is one application unit is named after it: `CheckoutService`, not `checkout_service.rb`. */
export const passageName = ({ fullName, parentId, metadata: { unit, unit_type } }: Chunk): string =>
  parentId === null && typeof unit === 'string' && unit_type !== undefined ? unit : fullName;

const BREADCRUMB_SEPARATOR = ' › ';

/**
 * The breadcrumb line before text of a document: a section means little without its headings.
 *
 *     > Guide › Install › On a Mac
 *
 *     ### On a Mac
 *     Use brew.
 *
 * For chunks in several sections, the headings they have in common. Empty without headings, and for synthetic text.
 */
export function breadcrumbOf(chunks: readonly Chunk[]): string {
  if (chunks.length === 0 || chunks.some(({ headers, synthetic }) => headers === undefined || synthetic)) return '';
  const [first, ...others] = chunks.map(({ breadcrumb }) => breadcrumb.split(BREADCRUMB_SEPARATOR));
  const shared = first.filter((_, i) => others.every((otherPath) => isPrefix(first, otherPath, i + 1)));
  return shared.join(BREADCRUMB_SEPARATOR);
}

const isPrefix = (path: readonly string[], otherPath: readonly string[], length: number): boolean =>
  path.slice(0, length).every((title, i) => title === otherPath[i]);

const FENCE = /^[\s>]*(`{3,}|~{3,})(.*)$/;

/** The line that opened the fence in which these lines end; undefined if they end in none. */
export function openFence(lines: readonly string[]): string | undefined {
  let fence: { readonly line: string; readonly signs: string } | undefined;
  for (const line of lines) {
    const [, marker, rest] = FENCE.exec(line) ?? [];
    if (marker === undefined) continue;
    if (!fence) {
      // A backtick in the info string makes it a code span.
      if (!(marker[0] === '`' && rest.includes('`'))) fence = { line, signs: marker };
    } else if (marker.startsWith(fence.signs) && rest.trim() === '') fence = undefined;
  }
  return fence?.line;
}

/** What closes the fence that a line opens: `> ~~~~ruby` → `> ~~~~`. */
export const closing = (opener: string): string => opener.replace(/(`{3,}|~{3,}).*$/, '$1');
