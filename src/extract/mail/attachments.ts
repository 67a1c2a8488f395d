/** The attachments of a mail, or of the mails of a mailbox, as files: names and bytes, in order. */
import PostalMime, { type Attachment } from 'postal-mime';
import { filenameOf } from '../../sources/read.js';
import { mimeLimits } from './decodeMail.js';
import { isSeparator, splitBox } from './splitBox.js';

export interface MailAttachment {
  /** The sender's file name, or one by its type. Unique within the mail: `scan.pdf`, `scan.pdf@2`. */
  readonly key: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Names for parts without one, by type. */
const DEFAULT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'message/rfc822': 'message.eml',
    'application/pdf': 'attachment.pdf',
    'text/html': 'attachment.html',
    'text/calendar': 'invitation.ics',
    'text/csv': 'attachment.csv',
  }),
);

/** Nothing from a broken mail: its text has a diagnostic. */
export async function* attachmentsIn(bytes: Uint8Array): AsyncGenerator<MailAttachment> {
  const counts = new Map<string, number>();
  for (const mail of isSeparator(bytes, 0, bytes.length) ? splitBox(bytes) : [bytes])
    for (const attachment of await attachmentsOf(mail)) {
      const name = nameOf(attachment);
      const n = (counts.get(name) ?? 0) + 1;
      counts.set(name, n);
      yield { name, key: n === 1 ? name : `${name}@${n}`, bytes: bytesOf(attachment) };
    }
}

async function attachmentsOf(mail: Uint8Array): Promise<readonly Attachment[]> {
  try {
    const { attachments } = await PostalMime.parse(mail, mimeLimits);
    return attachments.filter((attachment) => !isDecoration(attachment));
  } catch {
    return [];
  }
}

/** A picture that the mail shows inline: the logo in a signature. */
const isDecoration = ({ mimeType, disposition, related }: Attachment): boolean =>
  mimeType.startsWith('image/') && (related === true || disposition === 'inline');

/** A file name, not a path, and on one line. */
function nameOf({ filename, mimeType }: Attachment): string {
  const safeName = filenameOf(filename ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (safeName !== '' && safeName !== '.' && safeName !== '..') return safeName;
  return DEFAULT_NAMES.get(mimeType) ?? (mimeType.startsWith('text/') ? 'attachment.txt' : 'attachment');
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
