/** A segment as a reader meets it, whole or cut to fit. */
import type { Passage } from '../format/index.js';
import type { Chunk } from '../schema.js';
import { artifactOf, shownPath } from '../search/shownPath.js';
import { type SourceRow, typeOf } from '../store/store.js';
import { visible } from '../text/visible.js';
import { breadcrumbOf } from './breadcrumb.js';
import { isHead, type Segment, textOf } from './segments.js';

export function passageOf(segment: Segment, source: SourceRow | undefined, dependents?: number): Passage {
  const { chunks, score } = segment;
  const [first] = chunks;
  const last = chunks[chunks.length - 1];
  const artifact = artifactOf(first);
  return {
    identifier: identifierOf(chunks),
    type: passageType(first),
    file: shownPath(first),
    ...(artifact === null ? {} : { artifact }),
    language: first.language,
    relevance: score,
    frequency: source?.frequency,
    ...(dependents === undefined ? {} : { dependents }),
    startLine: first.startLine,
    endLine: last.endLine,
    text: breadcrumbOf(chunks) + withContext(segment),
    synthetic: first.synthetic,
    ids: chunks.map(({ id }) => id),
  };
}

/**
 * A header that stands further up is shown before the text, with a mark where lines are missing. The head of a class
 * comes before its members: the signatures of those that are not shown go behind.
 */
function withContext(segment: Segment): string {
  const [first] = segment.chunks;
  const text = textOf(segment);
  if (first.context === undefined) return text;
  if (!isHead(first)) return `${first.context}# ...\n${text}`;
  const shown = new Set(text.split('\n'));
  const others = first.context.split('\n').filter((line) => line !== '' && !shown.has(line));
  return others.length === 0 ? text : `${text.trimEnd()}\n# ...\n${others.join('\n')}\n`;
}

/** `model`, `class outline`, `model validations`: what is not source says what it is instead. */
function passageType(chunk: Chunk): string {
  const { section } = chunk.metadata;
  if (!chunk.synthetic) return typeOf(chunk);
  return `${typeOf(chunk)} ${typeof section === 'string' ? section : 'outline'}`;
}

function identifierOf(chunks: readonly Chunk[]): string {
  const names = chunks.map(nameOf);
  return new Set(names).size === 1 ? names[0] : `${names[0]} … ${names[names.length - 1]}`;
}

/** A file that is one unit of an application is called like the unit: `CheckoutService`, not `checkout_service.rb`. */
export const nameOf = ({ fullName, parentId, metadata: { unit, unit_type } }: Chunk): string =>
  parentId === null && typeof unit === 'string' && unit_type !== undefined ? unit : fullName;

/** A cut that leaves less than this says too little. */
const FEWEST_LINES = 2;
const FEWEST_LETTERS = 24;

/**
 * A passage with lines taken out of its middle until it fits, and a mark that
 * says what is missing and where the rest is:
 *
 *     class Order
 *       belongs_to :account
 *     # ... (truncated: 47 lines omitted)
 *     # Full source: app/models/order.rb (lines 1-156, 4,200 tokens)
 *     end
 *
 * Undefined when not even its first lines do.
 */
export function shortened(passage: Passage, tokens: number, fits: (passage: Passage) => boolean): Passage | undefined {
  const lines = passage.text.trimEnd().split('\n');
  const of = (count: number): Passage => withoutLines(passage, lines, count, tokens);
  const kept = most(lines.length - 1, (count) => fits(of(count)));
  return kept > 0 && kept >= Math.min(FEWEST_LINES, lines.length - 1) ? of(kept) : undefined;
}

/** As much of a passage as fits from its first letter on, where its lines are too long for more. */
export function begun(passage: Passage, tokens: number, fits: (passage: Passage) => boolean): Passage | undefined {
  const of = (count: number): Passage => withoutEnd(passage, count, tokens);
  const kept = most(passage.text.length - 1, (count) => fits(of(count)));
  return kept >= FEWEST_LETTERS ? of(kept) : undefined;
}

/** The largest number up to `limit` that is fine; 0 where none is. */
function most(limit: number, isFine: (count: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isFine(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `kept` lines: two thirds of them from the top, the rest from the end. */
function withoutLines(passage: Passage, lines: readonly string[], kept: number, tokens: number): Passage {
  const tail = Math.floor(kept / 3);
  const head = kept - tail;
  const omitted = lines.length - kept;
  const mark = markOf(passage, `${omitted} ${omitted === 1 ? 'line' : 'lines'}`, tokens);
  const text = [...lines.slice(0, head), ...mark, ...(tail === 0 ? [] : lines.slice(-tail))].join('\n');
  return { ...passage, text };
}

/** At most `kept` letters from the top, and none of them half. */
function withoutEnd(passage: Passage, kept: number, tokens: number): Passage {
  const head = passage.text.slice(0, kept).replace(/[\ud800-\udbff]$/, '');
  const omitted = (passage.text.length - head.length).toLocaleString('en');
  return { ...passage, text: [head, ...markOf(passage, `${omitted} characters`, tokens)].join('\n') };
}

const markOf = ({ file, startLine, endLine }: Passage, omitted: string, tokens: number): readonly string[] => [
  `# ... (truncated: ${omitted} omitted)`,
  `# Full source: ${visible(file)} (lines ${startLine}-${endLine}, ${tokens.toLocaleString('en')} tokens)`,
];
