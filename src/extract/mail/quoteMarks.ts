/** How mail programs mark what is not the sender's: `>`, "On … wrote:", "Original Message", a block of old headers. */
import type { MailLine } from './splitBody.js';

export const isQuoted = (line: string): boolean => line.startsWith('>');

/** An introduction may be wrapped over this many lines. */
const MAX_INTRO_LINES = 4;
/** Longer lines introduce nothing. */
const MAX_INTRO_LENGTH = 400;

/** How "On … wrote:" begins and ends, in the languages seen most. */
const intros: readonly (readonly [RegExp, RegExp])[] = [
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
 * How many lines from here introduce a quote, with the blank ones below; 0 when
 * none do. A day or an address tells them from a sentence that ends in "wrote:".
 */
export function introducesQuote(lines: readonly MailLine[], at: number): number {
  const first = lines[at].text.trim();
  const candidates = intros.filter(([opening]) => first.length <= MAX_INTRO_LENGTH && opening.test(first));
  if (candidates.length === 0) return 0;
  let joined = '';
  for (let i = 0; i < MAX_INTRO_LINES && at + i < lines.length; i++) {
    const line = lines[at + i].text.trim();
    if (line === '' || line.length > MAX_INTRO_LENGTH || isQuoted(line)) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (!/\d|@/.test(joined) || !candidates.some(([, closing]) => closing.test(joined))) continue;
    let end = at + i + 1;
    while (end < lines.length && lines[end].text.trim() === '') end++;
    return end - at;
  }
  return 0;
}

/** Below an introduction stands a `>`; otherwise the program quotes by quoting all the rest. */
export const endsInQuotes = (lines: readonly MailLine[], at: number): boolean =>
  at < lines.length && isQuoted(lines[at].text);

const oldMail =
  /^(-{2,}|_{2,}|\*{2,})\s*(original (message|appointment)|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|reply message|antwort)\s*(-{2,}|_{2,}|\*{2,})?$/i;
const forward =
  /^((-{2,}|={2,})\s*(forwarded message|forwarded by .{1,80}|weitergeleitete nachricht|message transféré|mensaje reenviado)\s*(-{2,}|={2,})?|begin forwarded message:)$/i;

/** A forwarded mail is what the sender wants read, and may stand nowhere else. */
export const isForward = (line: string): boolean => line.length <= MAX_INTRO_LENGTH && forward.test(line.trim());

/** From here to the end it is an older mail. */
export const opensOldMail = (lines: readonly MailLine[], at: number): boolean => {
  const line = lines[at].text;
  return line.length <= MAX_INTRO_LENGTH && (oldMail.test(line.trim()) || opensHeaders(lines, at));
};

const firstHeader = /^\*?(from|von|de|da|van|från):\*?\s\S/i;
const otherHeaders =
  /^\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne):\*?\s/i;

/** `From:` with at least two of Sent, To and Subject on the lines right below: Outlook's way. */
function opensHeaders(lines: readonly MailLine[], at: number): boolean {
  if (!firstHeader.test(lines[at].text.trim())) return false;
  let found = 0;
  for (let i = at + 1; i < lines.length && i <= at + 6; i++) {
    const line = lines[i].text.trim();
    if (line.length <= 2 * MAX_INTRO_LENGTH && otherHeaders.test(line)) found++;
  }
  return found >= 2;
}
