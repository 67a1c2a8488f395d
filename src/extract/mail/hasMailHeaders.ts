/** Whether a text begins with the headers of a mail, for files whose name does not tell. */

/** Real headers are shorter. */
const MAX_HEADER_LENGTH = 65_536;
const HEADER = /^[!-9;-~]{1,80}[ \t]*:/;
const CONTINUED = /^[ \t]+\S/;
/** Notes and records have fields, too. A mail has at least two of these, one of them a sender, a recipient or a subject. */
const OF_MAIL =
  /^(from|to|cc|bcc|subject|date|sender|reply-to|message-id|in-reply-to|received|return-path|mime-version|delivered-to|content-type|list-id)[ \t]*:/i;
const WHO_OR_WHAT = /^(from|subject|message-id|return-path)[ \t]*:/i;

export function hasMailHeaders(text: string): boolean {
  const [head] = text
    .slice(0, MAX_HEADER_LENGTH)
    .replace(/^\ufeff?\s*/, '')
    .split(/\r?\n[ \t]*\r?\n/, 1);
  const lines = head.split(/\r?\n/).filter((line) => !CONTINUED.test(line));
  if (!lines.every((line) => HEADER.test(line))) return false;
  const known = lines.filter((line) => OF_MAIL.test(line));
  return known.length >= 2 && known.some((line) => WHO_OR_WHAT.test(line));
}
