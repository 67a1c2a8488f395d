/** The bytes of a mail or a mailbox → text and parts. */
import { decode } from '../../sources/decode.js';
import type { Diagnostic, Node } from '../../types.js';
import { diagnosticOf, type Extraction } from '../extractor.js';
import { Layout, present } from '../layout.js';
import { decodeMail, isMail, type Mail, normalizeBody } from './decodeMail.js';
import { hasMailHeaders } from './hasMailHeaders.js';
import { splitBody } from './splitBody.js';
import { isSeparator, splitBox } from './splitBox.js';

/** Quotes and signatures rank lower. */
const weights = { text: undefined, forward: undefined, quote: 0.3, signature: 0.3 } as const;

/** Undefined if it is not a mail: other formats end in `.eml`, too. */
export async function readMessage(bytes: Uint8Array, path: string): Promise<Extraction | undefined> {
  if (isSeparator(bytes, 0, bytes.length)) return readBox(bytes, path);
  if (!isMail(bytes)) return undefined;
  return readWithHeaders(bytes, path);
}

/** A file declared to be a mail: without headers it is a body, as pasted from a mail program. */
export async function readDeclared(bytes: Uint8Array, path: string): Promise<Extraction | undefined> {
  if (isSeparator(bytes, 0, bytes.length)) return readBox(bytes, path);
  if (hasMailHeaders(decode(bytes).text)) return readWithHeaders(bytes, path);
  const layout = new Layout();
  const body = normalizeBody(decode(bytes).text);
  const parts = writeMail(layout, { header: '', body });
  return { by: 'mail', text: layout.text(), parts, metadata: {}, diagnostics: [] };
}

async function readWithHeaders(bytes: Uint8Array, path: string): Promise<Extraction> {
  const layout = new Layout();
  const mail = await decodeMail(bytes);
  const parts = writeMail(layout, mail);
  const [thread] = mailThreads([mail]);
  const title = mail.metadata.subject;
  return {
    by: 'mail',
    text: layout.text(),
    parts,
    metadata: { ...(title ? { title } : {}), ...mail.metadata, ...(thread === undefined ? {} : { thread }) },
    diagnostics: mail.problem === undefined ? [] : [diagnosticOf('broken', path, mail.problem)],
  };
}

export async function readBox(bytes: Uint8Array, path: string): Promise<Extraction | undefined> {
  if (!isSeparator(bytes, 0, bytes.length) && !isMail(bytes)) return undefined;
  const layout = new Layout();
  const mails: Mail[] = [];
  const spans: { start: number; end: number; children: Node[] }[] = [];
  for (const message of splitBox(bytes)) {
    const mail = await decodeMail(message);
    layout.gap();
    const start = layout.at;
    const children = writeMail(layout, mail);
    mails.push({ ...mail, body: '' }); // it is written: fifty thousand bodies need not be kept twice
    spans.push({ start, end: layout.at, children });
  }
  const threads = mailThreads(mails);
  const parts = spans.flatMap(({ start, end, children }, i): Node[] => {
    if (start === end) return [];
    const { metadata } = mails[i];
    const thread = threads[i];
    const meta = thread === undefined ? metadata : { ...metadata, thread };
    const name = metadata.subject ? { name: metadata.subject } : {};
    return [{ kind: 'mail', ...name, start, end, children, grain: 'prose', meta }];
  });
  return {
    by: 'mail',
    text: layout.text(),
    parts,
    metadata: { mail_count: mails.length },
    diagnostics: problemDiagnostics(mails, path),
  };
}

/** One diagnostic for the mailbox, not one for each mail. */
function problemDiagnostics(mails: readonly Mail[], path: string): readonly Diagnostic[] {
  const broken = mails.filter(({ problem }) => problem !== undefined).length;
  return broken === 0
    ? []
    : [diagnosticOf('broken', path, `contains ${broken} of ${mails.length} mails that could not be decoded`)];
}

function writeMail(layout: Layout, mail: Pick<Mail, 'header' | 'body'>): Node[] {
  const start = layout.at;
  if (mail.header !== '') layout.line(mail.header);
  const parts: (Node | undefined)[] = [layout.part('headers', start, { grain: 'lines' })];
  if (mail.body.trim() === '') return present(parts);
  if (layout.at > start) layout.gap();
  const bodyStart = layout.at;
  layout.line(mail.body);
  for (const { kind, start, end, replies = [] } of splitBody(mail.body)) {
    const weight = weights[kind];
    const clampedEnd = (at: number): number => Math.min(bodyStart + at, layout.at);
    const children = replies.map((at, i): Node => {
      const span = { start: bodyStart + at, end: clampedEnd(replies[i + 1] ?? end) };
      return { kind: 'reply', ...span, children: [], grain: 'prose' };
    });
    parts.push({
      kind,
      start: bodyStart + start,
      end: clampedEnd(end),
      children,
      grain: 'prose',
      ...(weight === undefined ? {} : { weight }),
    });
  }
  return present(parts);
}

/**
 * The thread of each mail: the id of the mail that started it, whether that
 * one is in the mailbox or not.
 *
 *     References: <a> <b>     Message-ID: <c>      c → b → a
 *     In-Reply-To: <c>        Message-ID: <d>      d → c → b → a: all in thread a
 *
 * A link that would close a cycle is left out. This is a union-find with path
 * compression, so a mailbox takes about as long as reading its headers.
 */
export function mailThreads(mails: readonly Pick<Mail, 'metadata'>[]): (string | undefined)[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    for (let at = id; at !== root; ) {
      const parent = parents.get(at) ?? root;
      parents.set(at, root);
      at = parent;
    }
    return root;
  };
  const link = (child: string, parent: string): void => {
    if (!parents.has(child) && rootOf(parent) !== child) parents.set(child, parent);
  };
  for (const { metadata } of mails) {
    const chain = chainOf(metadata);
    for (let i = chain.length - 1; i > 0; i--) link(chain[i], chain[i - 1]);
  }
  return mails.map(({ metadata }) => {
    const nearest = chainOf(metadata).at(-1);
    return nearest === undefined ? undefined : rootOf(nearest);
  });
}

/** Ancestors from the oldest, then the mail itself. */
function chainOf({ references = [], in_reply_to, message_id }: Mail['metadata']): string[] {
  const chain = [...references];
  if (in_reply_to !== undefined && chain.at(-1) !== in_reply_to) chain.push(in_reply_to);
  if (message_id !== undefined) chain.push(message_id);
  return chain;
}
