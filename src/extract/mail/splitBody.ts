/**
 * The body of a mail → what was written, quoted, forwarded and signed. The
 * segments lie side by side and cover the body.
 *
 *     At noon.                        text
 *
 *     On Mon, 1 Jan 2024 Bob wrote:   quote: from the line that introduces it
 *     > When?                         to the last line behind a `>`
 *
 *     Fine.                           text
 *     -- ⏎ Ann                        signature: up to a quote, or the end
 *
 *     -----Original Message-----      quote: everything that follows
 */
import { endsInQuotes, introducesQuote, isForward, isQuoted, opensOldMail } from './quoteMarks.js';
import { repliesIn } from './repliesIn.js';
import { signatureIn } from './signatureIn.js';

export type BodySegmentKind = 'text' | 'quote' | 'forward' | 'signature';

export interface MailSegment {
  readonly kind: BodySegmentKind;
  readonly start: number;
  readonly end: number;
  /** Of what is quoted or forwarded: where the mails in it begin, where they are several. */
  readonly replies?: readonly number[];
}

export interface MailLine {
  readonly text: string;
  readonly start: number;
  /** Past the line break. */
  readonly end: number;
}

export function splitBody(body: string): MailSegment[] {
  const lines = bodyLines(body);
  const runs: { kind: BodySegmentKind; from: number; to: number }[] = [];
  const add = (kind: BodySegmentKind, from: number, to: number): void => {
    if (from >= to) return;
    const last = runs.at(-1);
    if (last?.kind === kind) last.to = to;
    else runs.push({ kind, from, to });
  };
  for (let at = 0; at < lines.length; ) {
    const intro = introducesQuote(lines, at);
    if (isForward(lines[at].text)) {
      add('forward', at, lines.length);
      break;
    }
    if (opensOldMail(lines, at) || (intro > 0 && !endsInQuotes(lines, at + intro))) {
      add('quote', at, lines.length);
      break;
    }
    const from = at;
    at = afterQuote(lines, at + intro);
    if (at > from) add('quote', from, at);
    else add('text', at, ++at);
  }
  return runs.flatMap(({ kind, from, to }) => {
    const whole = { kind, start: lines[from].start, end: lines[to - 1].end };
    if (kind !== 'text') {
      const replies = repliesIn(lines.slice(from, to)).map((at) => lines[from + at].start);
      return [replies.length > 1 ? { ...whole, replies } : whole];
    }
    const signed = signatureIn(lines.slice(from, to));
    if (signed < 0) return [whole];
    const at = lines[from + signed].start;
    const signature: MailSegment = { kind: 'signature', start: at, end: whole.end };
    return at > whole.start ? [{ ...whole, end: at }, signature] : [signature];
  });
}

/** Past the quoted lines from here on, and the blank ones among and after them. */
function afterQuote(lines: readonly MailLine[], from: number): number {
  let end = from;
  if (from < lines.length && !isQuoted(lines[from].text)) return end;
  for (let at = from; at < lines.length; at++) {
    if (isQuoted(lines[at].text)) end = at + 1;
    else if (lines[at].text.trim() !== '') break;
    else if (end > from) end = at + 1;
  }
  return end;
}

function bodyLines(text: string): MailLine[] {
  const lines: MailLine[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push({ text: text.slice(start, newline < 0 ? end : newline), start, end });
    start = end;
  }
  return lines;
}
