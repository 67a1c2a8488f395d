/**
 * Where the signature of a stretch of own text begins: the index of its first
 * line, or -1. Either a mark says so (`-- `, "Sent from my …", a list's ruler),
 * or the last lines are a closing word and a few short ones:
 *
 *     Best regards,
 *     Ann Example
 *     Example Ltd., +1 555 0100
 */
import type { MailLine } from './splitBody.js';

/** `-- ` with or without its blank, which many programs lose. */
const dashes = /^--\s?$/;
const sent =
  /^(sent (from|via) (my|the|a|mail|outlook|yahoo|proton)\b|get outlook for\b|von meinem \S+ gesendet|envoyé de mon\b|enviado desde mi\b|gesendet von (mail|meinem|outlook)\b)/i;
/** A mailing list's footer: a ruler, then its name. */
const ruler = /^[_=*-]{20,}$/;
const footer = /mailing list|unsubscribe|list-|listinfo|https?:\/\//i;
const closingWords =
  /^((best|kind|warm|many)?\s*(regards|wishes)|best|cheers|thanks|thank you|many thanks|sincerely|yours( \w+)?|with (best|kind) regards|mit freundlichen gr(ü|ue)(ß|ss)en|(viele|liebe|beste|herzliche|schöne) gr(ü|ue)(ß|ss)e|mfg|lg|vg|cordialement|bien à vous|saludos( cordiales)?|cordiali saluti|met vriendelijke groet(en)?|med vänlig hälsning)[,.!]?$/i;

/** A closing word further up closes something else. */
const MAX_SIGNATURE_LINES = 8;
/** Longer lines are not names and numbers. */
const MAX_SIGNATURE_LINE = 60;

export function signatureIn(lines: readonly MailLine[]): number {
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at];
    if (text.length > 2 * MAX_SIGNATURE_LINE) continue;
    if (dashes.test(text) || sent.test(text.trim())) return at;
    if (ruler.test(text) && lines.slice(at + 1, at + 4).some((line) => footer.test(line.text.slice(0, 200)))) return at;
  }
  let end = lines.length;
  while (end > 0 && lines[end - 1].text.trim() === '') end--;
  for (let at = Math.max(0, end - MAX_SIGNATURE_LINES); at < end; at++) {
    const below = lines.slice(at + 1, end);
    // Nothing below a "Thanks" is no signature: it is what the mail says.
    if (below.length === 0 || below.some(({ text }) => text.length > MAX_SIGNATURE_LINE)) continue;
    if (lines[at].text.length <= MAX_SIGNATURE_LINE && closingWords.test(lines[at].text.trim())) return at;
  }
  return -1;
}
