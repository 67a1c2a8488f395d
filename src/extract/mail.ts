/**
 * Mail: one message (`.eml`) or a mailbox (`.mbox`). The text of each message is a
 * short header and the decoded body, split into own text, quotes and signature:
 *
 *     From: Ann <ann@example.org>          headers
 *     Subject: Re: Lunch
 *
 *     At noon.                             text
 *
 *     On Monday Bob wrote:                 quote, weight 0.3
 *     > When?
 *
 *     -- ⏎ Ann, Example Ltd.               signature, weight 0.3
 *
 * Attachments are named, not read: only ingesting a mail reads them (sync/attachments.ts).
 */
import { diagnosticOf, type Extraction, type Extractor, extensionOf } from './extractor.js';

const isMailbox = (filename: string): boolean =>
  extensionOf(filename) === '.mbox' || extensionOf(filename) === '.mbx' || filename.toLowerCase() === 'mbox';

export const mail: Extractor = {
  id: 'mail',
  claims: (filename) => isMailbox(filename) || extensionOf(filename) === '.eml',
  async extract(bytes, path, declared) {
    try {
      const { readBox, readMessage, readDeclared } = await import('./mail/readMail.js');
      if (isMailbox(path.replace(/^.*[\\/]/, ''))) return await readBox(bytes, path);
      return await (declared ? readDeclared(bytes, path) : readMessage(bytes, path));
    } catch (error) {
      return broken(path, error);
    }
  },
};

const broken = (path: string, error: unknown): Extraction => ({
  by: 'mail',
  text: '',
  parts: [],
  metadata: {},
  diagnostics: [
    diagnosticOf('broken', path, `could not be read as mail (${error instanceof Error ? error.message : error})`),
  ],
});
