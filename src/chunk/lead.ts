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
import type { Ruler } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import type { Branch } from './branch.js';

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
