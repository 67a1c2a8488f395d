/** Mails with attachments, as they are sent. */
export interface MailAttachment {
  readonly name?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

export function mailOf(subject: string, text: string, attachments: readonly MailAttachment[] = []): Uint8Array {
  const head = `From: Ann <ann@example.org>\r\nSubject: ${subject}\r\nDate: Thu, 01 Jan 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n`;
  const parts = attachments.map(({ name, type = 'application/octet-stream', content }) => {
    const disposition = `attachment${name === undefined ? '' : `; filename="${name}"`}`;
    const body = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
    return `Content-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`;
  });
  const all = [`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`, ...parts];
  return Buffer.from(
    `${head}Content-Type: multipart/mixed; boundary="=cut="\r\n\r\n${all.map((part) => `--=cut=\r\n${part}\r\n`).join('')}--=cut=--\r\n`,
  );
}
