/** Whether a text begins with the headers of a mail, for files whose name does not tell. */

/** Real headers are shorter. */
const MAX_HEADER_CHARS = 65_536;
const HEADER = /^[!-9;-~]{1,80}[ \t]*:/;
const CONTINUATION = /^[ \t]+\S/;
/** Notes and records have fields, too. A mail has at least two of these, one of them a sender, a recipient or a subject. */
const MAIL_HEADER =
  /^(from|to|cc|bcc|subject|date|sender|reply-to|message-id|in-reply-to|received|return-path|mime-version|delivered-to|content-type|list-id)[ \t]*:/i;
const REQUIRED_HEADER = /^(from|subject|message-id|return-path)[ \t]*:/i;

export function hasMailHeaders(text: string): boolean {
  const [head] = text
    .slice(0, MAX_HEADER_CHARS)
    .replace(/^\ufeff?\s*/, '')
    .split(/\r?\n[ \t]*\r?\n/, 1);
  const lines = head.split(/\r?\n/).filter((line) => !CONTINUATION.test(line));
  if (!lines.every((line) => HEADER.test(line))) return false;
  const mailHeaders = lines.filter((line) => MAIL_HEADER.test(line));
  return mailHeaders.length >= 2 && mailHeaders.some((line) => REQUIRED_HEADER.test(line));
}
