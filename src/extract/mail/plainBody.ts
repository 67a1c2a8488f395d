/**
 * The body of a mail that is one text, sent as it is. Most mail on lists is; the
 * MIME library takes microseconds for every line of it, and a box has millions.
 * So the library reads the headers, and the body is decoded here in one go.
 */
import type { Email } from 'postal-mime';

type PlainBody = Pick<Email, 'text' | 'html'>;

const NEWLINE = 10;
const RETURN = 13;

/** Where the headers end: past the first empty line, or at the end. */
export function headersEnd(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === NEWLINE) return at + 1;
    if (bytes[at] === RETURN && bytes[at + 1] === NEWLINE) return at + 2;
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) break;
    at = newline + 1;
  }
  return bytes.length;
}

/** Undefined when it has parts, or is encoded: then the library reads all of it. */
export function plainBody(headers: Email['headers'], body: Uint8Array): PlainBody | undefined {
  const headerOf = (name: string): string => headers.find(({ key }) => key === name)?.value ?? '';
  if (!/^(7bit|8bit|binary)?$/i.test(headerOf('content-transfer-encoding').trim())) return undefined;
  if (headerOf('content-disposition') !== '') return undefined;
  const type = /^(text\/(?:plain|html)|)(?:\s*;\s*charset="?([\w-]{1,40})"?)?\s*;?\s*$/i.exec(
    headerOf('content-type').trim(),
  );
  if (!type) return undefined; // other parameters, such as format=flowed, change how it is read
  const text = decodeCharset(body, type[2] ?? 'utf-8');
  if (text === undefined) return undefined;
  return type[1].toLowerCase() === 'text/html' ? { html: text } : { text };
}

function decodeCharset(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return undefined; // a name that only the library knows
  }
}
