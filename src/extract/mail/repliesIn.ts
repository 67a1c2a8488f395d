/**
 * A quote is often a whole conversation, one mail inside the other. Where each
 * of them begins is where a long quote is best cut:
 *
 *     On Monday Bob wrote:          reply
 *     > Fine by me.
 *     > On Sunday Ann wrote:        reply
 *     > > Shall we?
 */
import { introducesQuote, isForward, opensOldMail } from './quoteMarks.js';
import type { MailLine } from './splitBody.js';

/** `Original Message` and the headers below it open one mail, not two. */
const MIN_LINES_APART = 3;

const QUOTE_PREFIX = /^(?:>[ \t]?)+/;

/** The first lines of the mails in these, the first of them included. */
export function repliesIn(lines: readonly MailLine[]): number[] {
  const bare = lines.map((line) => ({ ...line, text: line.text.replace(QUOTE_PREFIX, '') }));
  const starts = [0];
  for (let at = 1; at < bare.length; at++) {
    if (at - starts[starts.length - 1] < MIN_LINES_APART) continue;
    if (introducesQuote(bare, at) > 0 || opensOldMail(bare, at) || isForward(bare[at].text)) starts.push(at);
  }
  return starts;
}
