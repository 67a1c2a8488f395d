/**
 * Truncates a passage: lines are removed from its middle until it fits, and replaced by
 * a note on what is missing:
 *
 *     class Order
 *       belongs_to :account
 *     # ... (truncated: 47 lines, 612 tokens omitted: pay!, refund!, +3 more)
 *     # Full source: app/models/order.rb (156 lines, 4,200 tokens)
 *     end
 */
import { sectionNames, sectionOf } from '../parse/rails/items.js';
import type { Store, TextMetadata } from '../store/store.js';
import { visible } from '../text/visible.js';
import type { Unit } from '../types.js';
import { joinNearby, type LineOrigins, lineRanges } from './lineOrigin.js';
import { closing, type DraftPassage, openFence } from './passage.js';

/** The source of a passage. */
export interface SourceSize {
  readonly lines: number;
  readonly tokens: number;
  /** Its named units. */
  readonly units: readonly Unit[];
}

export interface TruncateOptions {
  readonly whole: SourceSize;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
  readonly fits: (passage: DraftPassage) => boolean;
}

/** Less than this is not worth showing. */
const MIN_LINES = 2;
const MIN_CHARS = 24;
/** Most names of omitted units; the rest is counted. */
const MAX_NAMES = 6;

/** Undefined if not even its first lines fit. */
export function truncateLines(passage: DraftPassage, options: TruncateOptions): DraftPassage | undefined {
  const lines = passage.text.trimEnd().split('\n');
  const truncatedTo = (count: number): DraftPassage => withoutLines(passage, lines, count, options);
  const kept = largestFitting(lines.length - 1, (count) => options.fits(truncatedTo(count)));
  return kept > 0 && kept >= Math.min(MIN_LINES, lines.length - 1) ? truncatedTo(kept) : undefined;
}

/** As many characters as fit, for a passage with very long lines. */
export function truncateText(passage: DraftPassage, options: TruncateOptions): DraftPassage | undefined {
  const truncatedTo = (count: number): DraftPassage => withoutEnd(passage, count, options);
  const kept = largestFitting(passage.text.length - 1, (count) => options.fits(truncatedTo(count)));
  return kept >= MIN_CHARS ? truncatedTo(kept) : undefined;
}

/** Binary search: the largest number up to `limit` that fits; 0 if none does. */
function largestFitting(limit: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Keeps `kept` lines: two thirds from the top, the rest from the end. A fence is closed before the note, and opened again. */
function withoutLines(
  passage: DraftPassage,
  lines: readonly string[],
  kept: number,
  options: TruncateOptions,
): DraftPassage {
  const tail = Math.floor(kept / 3);
  const [head, tailStart] = [kept - tail, lines.length - tail];
  const omitted = tailStart - head;
  const opened = passage.fenced ? openFence(lines.slice(0, head)) : undefined;
  const reopened = passage.fenced && tail > 0 ? openFence(lines.slice(0, tailStart)) : undefined;
  const headOrigins: LineOrigins = Array.from({ length: head }, (_, i) => passage.origins.at(i));
  const tailOrigins: LineOrigins = Array.from({ length: tail }, (_, i) => passage.origins.at(tailStart + i));
  const omission = {
    what: `${omitted} ${omitted === 1 ? 'line' : 'lines'}`,
    text: lines.slice(head, tailStart).join('\n'),
    omitted: passage.origins.slice(head, tailStart),
    left: [...headOrigins, ...tailOrigins],
  };
  const noteLines = [
    ...(opened === undefined ? [] : [closing(opened)]),
    ...truncationNote(passage, omission, options),
    ...(reopened === undefined ? [] : [reopened]),
  ];
  const remainingOrigins: LineOrigins = [...headOrigins, ...noteLines.map(() => undefined), ...tailOrigins];
  return {
    ...passage,
    ...withOrigins(passage, remainingOrigins),
    text: [...lines.slice(0, head), ...noteLines, ...lines.slice(tailStart)].join('\n'),
  };
}

/** At most `kept` code units from the top, no surrogate pair split. */
function withoutEnd(passage: DraftPassage, kept: number, options: TruncateOptions): DraftPassage {
  const head = passage.text.slice(0, kept).replace(/[\ud800-\udbff]$/, '');
  const omittedText = passage.text.slice(head.length);
  const shown = head.split('\n').length;
  const remainingOrigins = passage.origins.slice(0, shown);
  const omission = {
    what: `${omittedText.length.toLocaleString('en')} characters`,
    text: omittedText,
    omitted: passage.origins.slice(shown),
    left: remainingOrigins,
  };
  return {
    ...passage,
    ...withOrigins(passage, remainingOrigins),
    text: [head, ...truncationNote(passage, omission, options)].join('\n'),
  };
}

const withOrigins = ({ synthetic }: DraftPassage, origins: LineOrigins): Pick<DraftPassage, 'origins' | 'places'> => ({
  origins,
  places: synthetic ? joinNearby(lineRanges(origins)) : lineRanges(origins),
});

interface Omission {
  /** `47 lines`, `1,200 characters`. */
  readonly what: string;
  readonly text: string;
  readonly omitted: LineOrigins;
  readonly left: LineOrigins;
}

function truncationNote(
  { file, docId, declares }: DraftPassage,
  { what, text, omitted, left }: Omission,
  { whole, count }: TruncateOptions,
): readonly string[] {
  const linesIn = (origins: LineOrigins): ReadonlySet<number> =>
    new Set(origins.flatMap((origin) => (origin && origin.docId === docId ? [origin.line] : [])));
  const names = [...(declares ? sectionsIn(text) : []), ...namesOf(whole.units, linesIn(omitted), linesIn(left))];
  const list = [
    ...names.slice(0, MAX_NAMES),
    ...(names.length > MAX_NAMES ? [`+${names.length - MAX_NAMES} more`] : []),
  ];
  return [
    `# ... (truncated: ${what}, ${tokens(count(text))} omitted${list.length > 0 ? `: ${visible(list.join(', '))}` : ''})`,
    `# Full source: ${visible(file)} (${lines(whole.lines)}, ${tokens(whole.tokens)})`,
  ];
}

const pluralised =
  (what: string) =>
  (n: number): string =>
    `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
const [lines, tokens] = [pluralised('line'), pluralised('token')];

/** The sections of a model that occur in the text. */
function sectionsIn(text: string): string[] {
  const sections = new Set(Array.from(text.matchAll(/^\s*(\w+)/gm), ([, name]) => sectionOf(name)));
  return sectionNames.filter((section) => sections.has(section));
}

/** The outermost units whose beginning, or all of them, is omitted. */
function namesOf(units: readonly Unit[], omittedLines: ReadonlySet<number>, keptLines: ReadonlySet<number>): string[] {
  const isIn = ({ startLine, endLine }: Unit, lines: ReadonlySet<number>): boolean => {
    for (const line of lines) if (line >= startLine && line <= endLine) return true;
    return false;
  };
  const omittedUnits = units.filter(
    (unit) => omittedLines.has(unit.startLine) || (isIn(unit, omittedLines) && !isIn(unit, keptLines)),
  );
  const ids = new Set(omittedUnits.map(({ id }) => id));
  return [
    ...new Set(omittedUnits.filter(({ parentId }) => !ids.has(parentId)).map(({ name }) => name.replace(/\s+/g, ' '))),
  ];
}

export async function sourceSize(store: Store, docId: string): Promise<SourceSize> {
  const [row, places, units] = await Promise.all([store.source(docId), store.chunkPlaces(docId), store.units(docId)]);
  const last = places.filter(({ synthetic }) => !synthetic).at(-1);
  const [chunk] = last ? await store.chunks([last.id]) : [];
  if (!row || !chunk) return { lines: 0, tokens: 0, units };
  const { gaps = [] } = row.metadata as TextMetadata; // written by jobs/prepare.ts, from that type
  const gapsBehind = gaps.filter(([start]) => start >= chunk.charEnd).map(([, text]) => text);
  const lineBreaks = gapsBehind.join('').split('\n').length - 1;
  const unfinishedLine = lineBreaks > 0 && !chunk.content.endsWith('\n') ? 1 : 0; // the first one only ends its last line
  return { lines: chunk.endLine + lineBreaks - unfinishedLine, tokens: row.tokens, units };
}
