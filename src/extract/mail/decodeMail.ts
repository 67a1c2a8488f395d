/** One message: MIME undone, the plain body before the HTML one, headers as data. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { htmlBlocks } from '../html/htmlBlocks.js';
import type { ExtractedBlock } from '../writeBlocks.js';

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

/** Longer headers are not real, and some of them take the library very long. */
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
      problem: `is a broken mail (${why}); shown as it was sent`,
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
  const fields = {
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
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as MailMetadata;
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

/** Blocks of an HTML mail as the text that a plain mail would have been: quotes behind `>`, a blank line between. */
/** Deeper quotes are all the same to a reader. */
const MAX_QUOTE_DEPTH = 9;

function quotedText(blocks: readonly ExtractedBlock[]): string {
  const lines: string[] = [];
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1];
    const mark = '> '.repeat(Math.min(block.quote, MAX_QUOTE_DEPTH));
    if (before) {
      const together = before.kind === 'item' && block.kind === 'item' && before.group === block.group;
      if (!together) lines.push('> '.repeat(Math.min(block.quote, before.quote, MAX_QUOTE_DEPTH)).trimEnd());
    }
    for (const line of block.text.split('\n')) lines.push((mark + line).trimEnd());
  }
  return lines.join('\n');
}

/**
 * `Tue, 2 Jan 2024 10:15:03 +0200` → `2024-01-02T10:15:03+02:00`: the sender's own
 * clock, with no way through this machine's time zone. What is no date stays as it is.
 */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The zones that RFC 5322 still reads by name. */
const zones: Readonly<Record<string, string>> = {
  UT: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  Z: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
};

const datePattern =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([+-])(\d{2}):?(\d{2})|\s+([a-z]{1,4}))?(?=\s|$)/i;

export function isoDate(written: string): string {
  const found = datePattern.exec(written);
  const month = found ? months.indexOf(found[2].toLowerCase()) + 1 : 0;
  if (!found || month === 0) return written;
  const [, day, , year, hour, minute, second = '00', sign, offsetHour, offsetMinute, zone] = found;
  if (Number(day) < 1 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59) return written;
  const offset = sign ? zoneOffset(sign, offsetHour, offsetMinute) : zone ? (zones[zone.toUpperCase()] ?? '') : '';
  return `${fullYear(year)}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
}

/** `-0000` says that the sender's zone is not known, the time being UTC. */
const zoneOffset = (sign: string, hours: string, minutes: string): string =>
  hours === '00' && minutes === '00' ? 'Z' : `${sign}${hours}:${minutes}`;

/** RFC 5322: two digits below 50 are this century's. */
const fullYear = (year: string): string => (year.length === 4 ? year : Number(year) < 50 ? `20${year}` : `19${year}`);

const two = (number: number | string): string => String(number).padStart(2, '0');

/**
 * The body of a mail that is one text, sent as it is. Most mail on lists is; the
 * MIME library takes microseconds for every line of it, and a box has millions.
 * So the library reads the headers, and the body is decoded here in one go.
 */
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
