/** One message: MIME undone, the plain body before the HTML one, headers as data. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { htmlBlocks } from '../html/htmlBlocks.js';
import { isoDate } from './isoDate.js';
import { headersEnd, plainBody } from './plainBody.js';
import { quotedText } from './quotedText.js';

export interface Mail {
  /** From, To, Cc, Date, Subject, a line each. */
  readonly header: string;
  readonly body: string;
  readonly metadata: MailMetadata;
  /** Why it could not be decoded; the body is then as it was sent. */
  readonly problem: string | undefined;
}

export interface MailMetadata {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  /** ISO 8601 with the sender's own offset; as written when it is no date. */
  readonly date?: string;
  readonly subject?: string;
  readonly message_id?: string;
  readonly in_reply_to?: string;
  readonly references?: readonly string[];
  readonly attachments?: readonly { readonly name?: string; readonly type: string }[];
  readonly [key: string]: unknown;
}

/** Longer headers are nobody's, and some of them take the library very long. */
export const mimeLimits = { maxHeadersSize: 256 * 1024 };

/** It begins with a header. The library takes the first lines for headers whatever they are, and they would be lost. */
export function isMail(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256)).replace(/^(?:ï»¿)?\s*/, '');
  return /^[!-9;-~]{1,80}[ \t]*:/.test(start);
}

export async function decodeMail(bytes: Uint8Array): Promise<Mail> {
  if (!isMail(bytes))
    return {
      header: '',
      body: normalizeBody(new TextDecoder().decode(bytes)),
      metadata: {},
      problem: 'has no headers',
    };
  try {
    const mail = await parse(bytes);
    const metadata = metadataOf(mail);
    return { header: headerOf(metadata), body: normalizeBody(bodyOf(mail)), metadata, problem: undefined };
  } catch (error) {
    // Nested too deep, or headers without end: what is there is shown as it is.
    const why = error instanceof Error ? error.message : String(error);
    return {
      header: '',
      body: normalizeBody(new TextDecoder().decode(bytes)),
      metadata: {},
      problem: `is broken mail (${why}); shown as it was sent`,
    };
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  const end = headersEnd(bytes);
  const headed = await PostalMime.parse(bytes.subarray(0, end), mimeLimits);
  const body = plainBody(headed.headers, bytes.subarray(end));
  return body ? { ...headed, attachments: [], ...body } : PostalMime.parse(bytes, mimeLimits);
}

function bodyOf({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return text;
  return html === undefined ? '' : quotedText(htmlBlocks(html, 'layout'));
}

/** Offsets are taken in this text before it is laid out, so it must not change there. */
export const normalizeBody = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff+/, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

function metadataOf(mail: Email): MailMetadata {
  const said = {
    from: mail.from && formatAddress(mail.from),
    to: mail.to?.map(formatAddress),
    cc: mail.cc?.map(formatAddress),
    date: dateOf(mail),
    subject: oneLine(mail.subject),
    message_id: idsIn(mail.messageId)[0],
    in_reply_to: idsIn(mail.inReplyTo)[0],
    references: nonEmpty(idsIn(mail.references)),
    attachments: nonEmpty(
      mail.attachments.map(({ filename, mimeType }) => ({
        ...(filename ? { name: filename } : {}),
        type: mimeType,
      })),
    ),
  };
  // Every key is one of MailMetadata's; those without a value are left out.
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as MailMetadata;
}

function headerOf({ from, to, cc, date, subject }: MailMetadata): string {
  const lines = { From: from, To: to?.join(', '), Cc: cc?.join(', '), Date: date, Subject: subject };
  return Object.entries(lines)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

function formatAddress(address: Address): string {
  const name = oneLine(address.name) ?? '';
  if (address.address === undefined) return `${name}: ${address.group.map(formatAddress).join(', ')};`;
  const mailbox = oneLine(address.address) ?? '';
  return name === '' ? mailbox : mailbox === '' ? name : `${name} <${mailbox}>`;
}

function dateOf({ headers }: Email): string | undefined {
  const raw = oneLine(headers.find(({ key }) => key === 'date')?.value);
  return raw === undefined ? undefined : isoDate(raw);
}

function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
}

/** `<a@x> <b@y>` → a@x, b@y */
const idsIn = (text = ''): string[] => [...text.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id);

const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
