/** One message: MIME decoded, the plain body preferred to the HTML one, headers as data. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { htmlBlocks } from '../html/htmlBlocks.js';
import type { ExtractedBlock } from '../writeBlocks.js';

export interface Mail {
  /** From, To, Cc, Date, Subject, a line each. */
  readonly header: string;
  readonly body: string;
  readonly metadata: MailMetadata;
  /** Why it could not be decoded; the body is then the raw one. */
  readonly problem: string | undefined;
}

export interface MailMetadata {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  /** ISO 8601 with the sender's own offset; as written if it is not a date. */
  readonly date?: string;
  readonly subject?: string;
  readonly message_id?: string;
  readonly in_reply_to?: string;
  readonly references?: readonly string[];
  readonly attachments?: readonly { readonly name?: string; readonly type: string }[];
  readonly [key: string]: unknown;
}

/** Real headers are shorter, and some long ones take the library very long. */
export const mimeLimits = { maxHeadersSize: 256 * 1024 };

/** Whether it begins with a header. The library takes the first lines for headers in any case, and would lose them. */
export function isMail(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256)).replace(/^(?:ï»¿)?\s*/, '');
  return /^[!-9;-~]{1,80}[ \t]*:/.test(head);
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
    // Nested too deep, or endless headers: the text is shown as it is.
    const reason = error instanceof Error ? error.message : String(error);
    return {
      header: '',
      body: normalizeBody(new TextDecoder().decode(bytes)),
      metadata: {},
      problem: `is a broken mail (${reason}); shown as it was sent`,
    };
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  const end = headersEnd(bytes);
  const withHeaders = await PostalMime.parse(bytes.subarray(0, end), mimeLimits);
  const body = plainBody(withHeaders.headers, bytes.subarray(end));
  return body ? { ...withHeaders, attachments: [], ...body } : PostalMime.parse(bytes, mimeLimits);
}

function bodyOf({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return text;
  return html === undefined ? '' : quotedText(htmlBlocks(html, 'layout'));
}

/** Offsets refer to this text, so that it must not change when it is written. */
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

/** Deeper quotes are written with this many `>`. */
const MAX_QUOTE_DEPTH = 9;

function quotedText(blocks: readonly ExtractedBlock[]): string {
  const lines: string[] = [];
  for (const [i, block] of blocks.entries()) {
    const previous = blocks[i - 1];
    const mark = '> '.repeat(Math.min(block.quote, MAX_QUOTE_DEPTH));
    if (previous) {
      const isSameList = previous.kind === 'item' && block.kind === 'item' && previous.group === block.group;
      if (!isSameList) lines.push('> '.repeat(Math.min(block.quote, previous.quote, MAX_QUOTE_DEPTH)).trimEnd());
    }
    for (const line of block.text.split('\n')) lines.push((mark + line).trimEnd());
  }
  return lines.join('\n');
}

/**
 * `Tue, 2 Jan 2024 10:15:03 +0200` → `2024-01-02T10:15:03+02:00`: in the sender's
 * time zone, never in this machine's. Anything but a date stays as it is.
 */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The obsolete zone names that RFC 5322 still allows. */
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

export function isoDate(raw: string): string {
  const match = datePattern.exec(raw);
  const month = match ? months.indexOf(match[2].toLowerCase()) + 1 : 0;
  if (!match || month === 0) return raw;
  const [, day, , year, hour, minute, second = '00', sign, offsetHour, offsetMinute, zone] = match;
  if (Number(day) < 1 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59) return raw;
  const offset = sign ? zoneOffset(sign, offsetHour, offsetMinute) : zone ? (zones[zone.toUpperCase()] ?? '') : '';
  return `${fullYear(year)}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${minute}:${second}${offset}`;
}

/** `-0000` means UTC, with an unknown zone of the sender. */
const zoneOffset = (sign: string, hours: string, minutes: string): string =>
  hours === '00' && minutes === '00' ? 'Z' : `${sign}${hours}:${minutes}`;

/** RFC 5322: two digits below 50 are years of this century. */
const fullYear = (year: string): string => (year.length === 4 ? year : Number(year) < 50 ? `20${year}` : `19${year}`);

const twoDigits = (number: number | string): string => String(number).padStart(2, '0');

/**
 * The body of a mail that is a single, unencoded text, as most mail on lists is.
 * The MIME library takes microseconds for every line, and a mailbox has millions.
 * So the library reads the headers, and the body is decoded here at once.
 */
type PlainBody = Pick<Email, 'text' | 'html'>;

const NEWLINE = 10;
const RETURN = 13;

/** The end of the headers: after the first empty line, or at the end. */
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

/** Undefined if it has parts or is encoded: the library then reads all of it. */
export function plainBody(headers: Email['headers'], body: Uint8Array): PlainBody | undefined {
  const headerValue = (name: string): string => headers.find(({ key }) => key === name)?.value ?? '';
  if (!/^(7bit|8bit|binary)?$/i.test(headerValue('content-transfer-encoding').trim())) return undefined;
  if (headerValue('content-disposition') !== '') return undefined;
  const type = /^(text\/(?:plain|html)|)(?:\s*;\s*charset="?([\w-]{1,40})"?)?\s*;?\s*$/i.exec(
    headerValue('content-type').trim(),
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
    return undefined; // a charset that only the library knows
  }
}
