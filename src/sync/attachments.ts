/**
 * The attachments of a mail, each as an artifact of its own:
 *
 *     art_1  Offer                          the mail
 *     art_2  Offer › price.csv
 *     art_3  Offer › Fwd.eml                a mail, with its own attachment
 *     art_4  Offer › Fwd.eml › plan.pdf
 *
 * Ids are made of the mail's id and the file name, so the same mail has the same ids.
 * Depth, number and size are limited: what is left out, and what cannot be read, gives a
 * diagnostic.
 */
import type { ChunkLog } from '../chunk/events.js';
import { artifactId } from '../chunk/window.js';
import { FroeError } from '../errors.js';
import type { CustomParser } from '../parse/index.js';
import type { PreparedSource, SourceRow } from '../store/store.js';
import type { Diagnostic, DiagnosticCode } from '../types.js';
import type { Artifact } from './artifact.js';
import { cutArtifact, type IngestSizing } from './cutArtifact.js';

/** Maximum depth of mails attached to mails. */
const MAX_DEPTH = 3;
/** Maximum files in one mail, nested ones included. */
const MAX_FILES = 200;
const MAX_BYTES = 64 * 1024 * 1024;

const TITLE_SEPARATOR = ' › ';

export interface Attachments {
  readonly prepared: readonly PreparedSource[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface AttachmentOptions {
  readonly recipe: string;
  readonly sizing: IngestSizing;
  readonly log?: ChunkLog | undefined;
  readonly parsers?: readonly CustomParser[] | undefined;
}

/** What is left of the limits of one mail. */
interface RemainingQuota {
  files: number;
  bytes: number;
}

/** The attachments of a cut mail, in order, each followed by its own. */
export async function cutAttachments(
  artifact: Artifact,
  { source }: PreparedSource,
  options: AttachmentOptions,
  depth = 1,
  quota: RemainingQuota = { files: MAX_FILES, bytes: MAX_BYTES },
): Promise<Attachments> {
  const prepared: PreparedSource[] = [];
  const diagnostics: Diagnostic[] = [];
  if (source.language !== 'mail') return { prepared, diagnostics };
  const { attachmentsIn } = await import('../extract/mail/attachments.js');
  for await (const { name, key, bytes } of attachmentsIn(artifact.content)) {
    const title = source.title + TITLE_SEPARATOR + name;
    const refusal = refusalOf(depth, quota, bytes.length);
    if (refusal) {
      diagnostics.push({ code: 'too-large', path: title, message: refusal });
      continue;
    }
    quota.files--;
    quota.bytes -= bytes.length;
    const attachment = attachmentArtifact(artifact, source, { title, content: bytes, filename: name });
    const docId = artifactId({ content: '', sourceSystem: source.docId, sourceId: key }, options.sizing.digits);
    try {
      const cut = await cutArtifact(attachment, docId, options.recipe, options.sizing, options);
      const inner = await cutAttachments(attachment, cut.prepared, options, depth + 1, quota);
      prepared.push(cut.prepared, ...inner.prepared);
      diagnostics.push(...cut.diagnostics.map((note) => ({ ...note, path: title })), ...inner.diagnostics);
    } catch (error) {
      if (!(error instanceof FroeError)) throw error;
      diagnostics.push({ code: codeOf(error), path: title, message: messageOf(error, name) });
    }
  }
  return { prepared, diagnostics };
}

function refusalOf(depth: number, quota: RemainingQuota, bytes: number): string | undefined {
  if (depth > MAX_DEPTH) return `is nested in ${depth} mails: at most ${MAX_DEPTH} are opened`;
  if (quota.files === 0) return `is skipped: at most ${MAX_FILES} attachments per mail are read`;
  if (bytes > quota.bytes) return `is skipped: at most ${MAX_BYTES / 1024 / 1024} MiB of attachments per mail are read`;
  return undefined;
}

/** An attachment has the sensitivity of its mail. */
const attachmentArtifact = (
  { sourceSystem, sensitivity }: Artifact,
  { docId, metadata: { ts } }: SourceRow,
  content: Pick<Artifact, 'title' | 'content' | 'filename'>,
): Artifact => ({
  ...content,
  sourceSystem,
  attachmentOf: docId,
  ...(sensitivity === undefined ? {} : { sensitivity }),
  ...(typeof ts === 'string' ? { ts } : {}),
});

/** Error codes that are diagnostics of one file. */
const DIAGNOSTIC_CODES: readonly DiagnosticCode[] = ['binary', 'too-large', 'unreadable'];
const codeOf = ({ code }: FroeError): DiagnosticCode =>
  DIAGNOSTIC_CODES.find((diagnosticCode) => diagnosticCode === code) ?? 'no-text';

/** The title already has the name. */
const messageOf = ({ message, hint }: FroeError, name: string): string => {
  const text = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  return hint === undefined ? text : `${text}: ${hint}`;
};
