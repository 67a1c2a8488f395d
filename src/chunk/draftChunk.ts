/** A chunk before it is written, and how two of them become one. */

import type { Ruler } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import type { Branch } from './branch.js';

/** A window on the text, and what it shows. */
export interface DraftChunk extends Span {
  /** Where its own text begins; before that it repeats the chunk before. */
  readonly body: number;
  /** The node that holds all of it. */
  readonly owner: Branch;
  /** The nodes it holds whole, in order; a unit that was opened, in its head. */
  readonly shows: readonly Branch[];
  /** One of several chunks of a leaf. */
  readonly part: { readonly index: number; readonly of: number } | undefined;
  /** The unit whose head it is: that was opened, and its members are chunks of their own. */
  readonly head: Branch | undefined;
  /** Stands alone: by the caller's wish (granularity `node`), or because it counts less than what is beside it. */
  readonly solid: boolean;
  /** Its weight in search. */
  readonly weight: number;
  /** What it is read under and does not hold, from the outside in: `Node.lead` of what it was cut from. */
  readonly leads: readonly Span[];
}

export const isPart = (draft: DraftChunk): boolean => draft.part !== undefined && draft.part.of > 1;

/** The head of a unit that is a chunk however small it is. */
export const isKeptHead = ({ head, solid }: DraftChunk): boolean => head !== undefined && solid;

/** The larger of the two determines the chunk's kind, or the one that is the head of a unit. */
export function joinDrafts(a: DraftChunk, b: DraftChunk): DraftChunk {
  const larger = [a, b].find(isKeptHead) ?? (b.end - b.body > a.end - a.body ? b : a);
  const single = larger.solid || isPart(larger);
  return {
    ...larger,
    start: a.start,
    body: a.body,
    end: b.end,
    owner: single ? larger.owner : sharedOwner(a.owner, b.owner),
    shows: single ? larger.shows : [...a.shows, ...b.shows],
    leads: joinedLeads(a, b),
    head: single ? larger.head : undefined,
  };
}

/** All leads of both that lie before the joined chunk, once each. */
function joinedLeads(a: DraftChunk, b: DraftChunk): readonly Span[] {
  if (b.leads.length === 0) return a.leads;
  const missing = b.leads.filter(({ start, end }) => end <= a.start && !a.leads.some((lead) => lead.start === start));
  return missing.length === 0 ? a.leads : [...a.leads, ...missing];
}

/** The deepest node that holds both. */
export function sharedOwner(a: Branch, b: Branch): Branch {
  let [x, y] = [a, b];
  while (x.depth > y.depth && x.parent) x = x.parent;
  while (y.depth > x.depth && y.parent) y = y.parent;
  while (x.node !== y.node && x.parent && y.parent) [x, y] = [x.parent, y.parent];
  return x;
}

/**
 * What a chunk is read under. Cut a table of 3,000 rows, and the rows of the
 * last chunk mean nothing without the header:
 *
 *     | wood | hardness |        ┐ Node.lead of the table
 *     |------|----------|        ┘
 *     | oak  | 5.9      |        first chunk: holds the lead itself
 *     …
 *     | yew  | 7.1      |        last chunk: content is this row, context is the lead
 */
const none: readonly Span[] = [];

/** The leads, from the outside in, of what holds a chunk that starts at `at` and so does not show them. */
export function leadsAbove(owner: Branch, at: number): readonly Span[] {
  let leads = none;
  for (let branch: Branch | undefined = owner; branch; branch = branch.parent) {
    const { lead } = branch.node;
    if (lead && lead.end <= at) leads = [lead, ...leads];
  }
  return leads;
}

/** A lead leaves its chunk at least half the room: what is longer loses its end. */
export function shortLead(text: string, { start, end }: Span, ruler: Ruler, maxTokens: number): Span {
  let to = end;
  while (to > start + 1 && !ruler.fits(start, to, maxTokens >> 1)) to = start + ((to - start) >> 1);
  const isHighSurrogate = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return to < end && isHighSurrogate ? { start, end: to - 1 } : { start, end: to };
}
