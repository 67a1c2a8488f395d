/** A chunk before it is written, and how two of them are joined. */

import type { Ruler } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import type { Branch } from './branch.js';

/** A window on the text, and the nodes in it. */
export interface DraftChunk extends Span {
  /** Where its own text begins; the text before that repeats the previous chunk. */
  readonly body: number;
  /** The innermost node that contains it. */
  readonly owner: Branch;
  /** The nodes that it contains whole, in order; for the head of an opened unit, that unit. */
  readonly shows: readonly Branch[];
  /** One of several chunks of a leaf. */
  readonly part: { readonly index: number; readonly of: number } | undefined;
  /** The unit whose head it is: one that was opened, with its members in chunks of their own. */
  readonly head: Branch | undefined;
  /** Is not joined with others: because of granularity `node`, or because its weight differs from its neighbours'. */
  readonly standalone: boolean;
  /** Its weight in search. */
  readonly weight: number;
  /** Context that it does not contain, from the outside in: `Node.lead` of the nodes it was cut from. */
  readonly leads: readonly Span[];
}

export const isPart = (draft: DraftChunk): boolean => draft.part !== undefined && draft.part.of > 1;

/** The head of a unit that is a chunk however small it is. */
export const isKeptHead = ({ head, standalone }: DraftChunk): boolean => head !== undefined && standalone;

/** The larger of the two determines the chunk's kind, or the one that is the head of a unit. */
export function joinDrafts(a: DraftChunk, b: DraftChunk): DraftChunk {
  const larger = [a, b].find(isKeptHead) ?? (b.end - b.body > a.end - a.body ? b : a);
  const single = larger.standalone || isPart(larger);
  return {
    ...larger,
    start: a.start,
    body: a.body,
    end: b.end,
    owner: single ? larger.owner : commonAncestor(a.owner, b.owner),
    shows: single ? larger.shows : [...a.shows, ...b.shows],
    leads: joinedLeads(a, b),
    head: single ? larger.head : undefined,
  };
}

/** All leads of both that are before the joined chunk, once each. */
function joinedLeads(a: DraftChunk, b: DraftChunk): readonly Span[] {
  if (b.leads.length === 0) return a.leads;
  const missing = b.leads.filter(({ start, end }) => end <= a.start && !a.leads.some((lead) => lead.start === start));
  return missing.length === 0 ? a.leads : [...a.leads, ...missing];
}

/** The deepest common ancestor. */
export function commonAncestor(a: Branch, b: Branch): Branch {
  let [x, y] = [a, b];
  while (x.depth > y.depth && x.parent) x = x.parent;
  while (y.depth > x.depth && y.parent) y = y.parent;
  while (x.node !== y.node && x.parent && y.parent) [x, y] = [x.parent, y.parent];
  return x;
}

const NO_LEADS: readonly Span[] = [];

/**
 * The context of a chunk: the leads of its ancestors, from the outside in, that a chunk starting at `at` does not
 * contain. If a table of 3,000 rows is cut, the rows of the last chunk mean nothing without the header:
 *
 *     | wood | hardness |        ┐ Node.lead of the table
 *     |------|----------|        ┘
 *     | oak  | 5.9      |        first chunk: holds the lead itself
 *     …
 *     | yew  | 7.1      |        last chunk: content is this row, context is the lead
 */
export function leadsAbove(owner: Branch, at: number): readonly Span[] {
  let leads = NO_LEADS;
  for (let branch: Branch | undefined = owner; branch; branch = branch.parent) {
    const { lead } = branch.node;
    if (lead && lead.end <= at) leads = [lead, ...leads];
  }
  return leads;
}

/** A lead leaves its chunk at least half the room: a longer one is cut off. */
export function shortenLead(text: string, { start, end }: Span, ruler: Ruler, maxTokens: number): Span {
  let to = end;
  while (to > start + 1 && !ruler.fits(start, to, maxTokens >> 1)) to = start + ((to - start) >> 1);
  const isHighSurrogate = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return to < end && isHighSurrogate ? { start, end: to - 1 } : { start, end: to };
}
