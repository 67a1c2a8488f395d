/**
 * An mbox → the bytes of its mails. A line `From sender date` after a blank line
 * (or at the start) begins the next; a line of the body that looks like one has
 * been written with a `>` before it, which is removed again (mboxrd).
 *
 *     From ann@x Tue Jan  2 10:15:03 2024
 *     Subject: a
 *
 *     >From here on …                       → "From here on …"
 */
const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 62;
const fromCodes = [...'From '].map((afterQuotes) => afterQuotes.charCodeAt(0));

export function* splitBox(bytes: Uint8Array): Generator<Uint8Array> {
  let start = -1; // of the headers of the mail that is open
  let afterBlank = true;
  for (let at = bomLength(bytes); at < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline + 1;
    if (afterBlank && isSeparator(bytes, at, end)) {
      if (start >= 0) yield withoutFromQuotes(bytes.subarray(start, at));
      start = end;
    } else if (start < 0 && !isBlank(bytes, at, end)) {
      start = at; // no separator at all: one mail, or something like it
    }
    afterBlank = isBlank(bytes, at, end);
    at = end;
  }
  if (start >= 0 && start < bytes.length) yield withoutFromQuotes(bytes.subarray(start));
}

const bomLength = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

const isBlank = (bytes: Uint8Array, at: number, end: number): boolean =>
  bytes[at] === NEWLINE || (bytes[at] === RETURN && at + 1 < end && bytes[at + 1] === NEWLINE);

/** A time of day tells it from a sentence that begins with "From". */
export function isSeparator(bytes: Uint8Array, at: number, end: number): boolean {
  if (!startsWithFrom(bytes, at)) return false;
  const line = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 200)));
  return /^From \S+.*\d\d?:\d\d/.test(line);
}

const startsWithFrom = (bytes: Uint8Array, at: number): boolean => fromCodes.every((code, i) => bytes[at + i] === code);

function withoutFromQuotes(mail: Uint8Array): Uint8Array {
  const quoteOffsets: number[] = [];
  for (let at = 0; at >= 0 && at < mail.length; at = nextLine(mail, at)) {
    if (mail[at] !== QUOTE) continue;
    let afterQuotes = at;
    while (mail[afterQuotes] === QUOTE) afterQuotes++;
    if (startsWithFrom(mail, afterQuotes)) quoteOffsets.push(at);
  }
  if (quoteOffsets.length === 0) return mail;
  const out = new Uint8Array(mail.length - quoteOffsets.length);
  let read = 0;
  let write = 0;
  for (const at of [...quoteOffsets, mail.length]) {
    out.set(mail.subarray(read, at), write);
    write += at - read;
    read = at + 1;
  }
  return out;
}

function nextLine(bytes: Uint8Array, at: number): number {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline < 0 ? -1 : newline + 1;
}
