/**
 * The body of a mail → own text, quotes, forwarded mails and signatures. The
 * segments are adjacent and cover the body.
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
export type BodySegmentKind = 'text' | 'quote' | 'forward' | 'signature';

export interface MailSegment {
  readonly kind: BodySegmentKind;
  readonly start: number;
  readonly end: number;
  /** Of a quote or a forward with several mails: where each begins. */
  readonly replies?: readonly number[];
}

interface MailLine {
  readonly text: string;
  readonly start: number;
  /** After the line break. */
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
    const introLines = introLineCount(lines, at);
    if (isForward(lines[at].text)) {
      add('forward', at, lines.length);
      break;
    }
    if (opensOldMail(lines, at) || (introLines > 0 && !quoteFollows(lines, at + introLines))) {
      add('quote', at, lines.length);
      break;
    }
    const from = at;
    at = afterQuote(lines, at + introLines);
    if (at > from) add('quote', from, at);
    else add('text', at, ++at);
  }
  return runs.flatMap(({ kind, from, to }) => {
    const segment = { kind, start: lines[from].start, end: lines[to - 1].end };
    if (kind !== 'text') {
      const replies = repliesIn(lines.slice(from, to)).map((at) => lines[from + at].start);
      return [replies.length > 1 ? { ...segment, replies } : segment];
    }
    const signatureLine = signatureIn(lines.slice(from, to));
    if (signatureLine < 0) return [segment];
    const at = lines[from + signatureLine].start;
    const signature: MailSegment = { kind: 'signature', start: at, end: segment.end };
    return at > segment.start ? [{ ...segment, end: at }, signature] : [signature];
  });
}

/** After the quoted lines that start here, with the blank ones among and after them. */
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

/** Mail programs mark quotes with `>`, "On … wrote:", "Original Message" or a block of old headers. */
const isQuoted = (line: string): boolean => line.startsWith('>');

/** Maximum lines of a wrapped introduction. */
const MAX_INTRO_LINES = 4;
/** Longer lines are not introductions. */
const MAX_INTRO_CHARS = 400;

/** How "On … wrote:" begins and ends, in the most frequent languages. */
const introPatterns: readonly (readonly [RegExp, RegExp])[] = [
  [/^(on|in)\b/i, /\b(wrote|writes|said):$/i],
  [/^\S.{0,80}<[^<>\s]+@/, /\b(wrote|writes|schrieb|a écrit|escribió|ha scritto)\s?:$/i],
  [/^am\b/i, /\bschrieb\b.*:$/i],
  [/^le\b/i, /\ba écrit\s?:$/i],
  [/^el\b/i, /\bescribió\s?:$/i],
  [/^il\b/i, /\bha scritto\s?:$/i],
  [/^op\b/i, /\bschreef\b.*:$/i],
  [/^em\b/i, /\bescreveu\s?:$/i],
  [/^(den|på)\b/i, /\b(skrev|skriver)\b.*:$/i],
];

/**
 * How many lines from here introduce a quote, with the blank ones below; 0 for
 * none. A date or an address tells them from a sentence that ends in "wrote:".
 */
function introLineCount(lines: readonly MailLine[], at: number): number {
  const first = lines[at].text.trim();
  const candidates = introPatterns.filter(([opening]) => first.length <= MAX_INTRO_CHARS && opening.test(first));
  if (candidates.length === 0) return 0;
  let joined = '';
  for (let i = 0; i < MAX_INTRO_LINES && at + i < lines.length; i++) {
    const line = lines[at + i].text.trim();
    if (line === '' || line.length > MAX_INTRO_CHARS || isQuoted(line)) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (!/\d|@/.test(joined) || !candidates.some(([, closing]) => closing.test(joined))) continue;
    let end = at + i + 1;
    while (end < lines.length && lines[end].text.trim() === '') end++;
    return end - at;
  }
  return 0;
}

/** Whether `>` follows an introduction; otherwise everything below it is the quote. */
const quoteFollows = (lines: readonly MailLine[], at: number): boolean => at < lines.length && isQuoted(lines[at].text);

const oldMailPattern =
  /^(-{2,}|_{2,}|\*{2,})\s*(original (message|appointment)|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|reply message|antwort)\s*(-{2,}|_{2,}|\*{2,})?$/i;
const forwardPattern =
  /^((-{2,}|={2,})\s*(forwarded message|forwarded by .{1,80}|weitergeleitete nachricht|message transféré|mensaje reenviado)\s*(-{2,}|={2,})?|begin forwarded message:)$/i;

/** A forwarded mail is what the sender wants to be read, and may be nowhere else. */
const isForward = (line: string): boolean => line.length <= MAX_INTRO_CHARS && forwardPattern.test(line.trim());

/** From here to the end it is an older mail. */
const opensOldMail = (lines: readonly MailLine[], at: number): boolean => {
  const line = lines[at].text;
  return line.length <= MAX_INTRO_CHARS && (oldMailPattern.test(line.trim()) || opensHeaders(lines, at));
};

const firstHeader = /^\*?(from|von|de|da|van|från):\*?\s\S/i;
const otherHeaders =
  /^\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne):\*?\s/i;

/** `From:` with at least two of Sent, To and Subject on the lines right below: Outlook's way. */
function opensHeaders(lines: readonly MailLine[], at: number): boolean {
  if (!firstHeader.test(lines[at].text.trim())) return false;
  let headerCount = 0;
  for (let i = at + 1; i < lines.length && i <= at + 6; i++) {
    const line = lines[i].text.trim();
    if (line.length <= 2 * MAX_INTRO_CHARS && otherHeaders.test(line)) headerCount++;
  }
  return headerCount >= 2;
}

/**
 * A quote is often a whole conversation, one mail inside the other. A long
 * quote is best cut where each of them begins:
 *
 *     On Monday Bob wrote:          reply
 *     > Fine by me.
 *     > On Sunday Ann wrote:        reply
 *     > > Shall we?
 */
/** `Original Message` and the headers below it open one mail, not two. */
const MIN_REPLY_LINES = 3;

const QUOTE_PREFIX = /^(?:>[ \t]?)+/;

/** The first lines of the mails in these lines, the first of them included. */
function repliesIn(lines: readonly MailLine[]): number[] {
  const unquoted = lines.map((line) => ({ ...line, text: line.text.replace(QUOTE_PREFIX, '') }));
  const starts = [0];
  for (let at = 1; at < unquoted.length; at++) {
    if (at - starts[starts.length - 1] < MIN_REPLY_LINES) continue;
    if (introLineCount(unquoted, at) > 0 || opensOldMail(unquoted, at) || isForward(unquoted[at].text)) starts.push(at);
  }
  return starts;
}

/**
 * Where the signature of an own text begins: the index of its first line, or
 * -1. Either a mark starts it (`-- `, "Sent from my …", a list's ruler), or the
 * last lines are a closing phrase and a few short ones:
 *
 *     Best regards,
 *     Ann Example
 *     Example Ltd., +1 555 0100
 */
/** `-- ` with or without its trailing space, which many programs drop. */
const signatureDashes = /^--\s?$/;
const sentFrom =
  /^(sent (from|via) (my|the|a|mail|outlook|yahoo|proton)\b|get outlook for\b|von meinem \S+ gesendet|envoyé de mon\b|enviado desde mi\b|gesendet von (mail|meinem|outlook)\b)/i;
/** A mailing list's footer: a ruler, then its name. */
const ruler = /^[_=*-]{20,}$/;
const footer = /mailing list|unsubscribe|list-|listinfo|https?:\/\//i;
const closingWords =
  /^((best|kind|warm|many)?\s*(regards|wishes)|best|cheers|thanks|thank you|many thanks|sincerely|yours( \w+)?|with (best|kind) regards|mit freundlichen gr(ü|ue)(ß|ss)en|(viele|liebe|beste|herzliche|schöne) gr(ü|ue)(ß|ss)e|mfg|lg|vg|cordialement|bien à vous|saludos( cordiales)?|cordiali saluti|met vriendelijke groet(en)?|med vänlig hälsning)[,.!]?$/i;

/** A closing phrase further up does not start a signature. */
const MAX_SIGNATURE_LINES = 8;
/** Longer lines are not names and numbers. */
const MAX_SIGNATURE_LINE_CHARS = 60;

function signatureIn(lines: readonly MailLine[]): number {
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at];
    if (text.length > 2 * MAX_SIGNATURE_LINE_CHARS) continue;
    if (signatureDashes.test(text) || sentFrom.test(text.trim())) return at;
    if (ruler.test(text) && lines.slice(at + 1, at + 4).some((line) => footer.test(line.text.slice(0, 200)))) return at;
  }
  let end = lines.length;
  while (end > 0 && lines[end - 1].text.trim() === '') end--;
  for (let at = Math.max(0, end - MAX_SIGNATURE_LINES); at < end; at++) {
    const linesBelow = lines.slice(at + 1, end);
    // A "Thanks" with nothing below it is no signature but the message.
    if (linesBelow.length === 0 || linesBelow.some(({ text }) => text.length > MAX_SIGNATURE_LINE_CHARS)) continue;
    if (lines[at].text.length <= MAX_SIGNATURE_LINE_CHARS && closingWords.test(lines[at].text.trim())) return at;
  }
  return -1;
}
