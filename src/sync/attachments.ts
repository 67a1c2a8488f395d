/**
 * What is attached to a mail, each an artifact of its own under it:
 *
 *     art_1  Offer                          the mail
 *     art_2  Offer › price.csv
 *     art_3  Offer › Fwd.eml                a mail, and what is attached to that
 *     art_4  Offer › Fwd.eml › plan.pdf
 *
 * Ids come from the mail's id and the file's name, so the same mail has the same.
 * Mails in mails end somewhere, and so does their number and size: what is left
 * out, and what cannot be read, is a diagnostic.
 */
import type { ChunkLog } from '../chunk/events.js';
import { artifactId } from '../chunk/window.js';
import { FroeError } from '../errors.js';
import type { CustomParser } from '../parse/index.js';
import type { PreparedSource, SourceRow } from '../store/store.js';
import type { Diagnostic, DiagnosticCode } from '../types.js';
import type { Artifact } from './artifact.js';
import { cutArtifact, type IngestSizing } from './cutArtifact.js';

/** How deep mails are opened that are attached to mails. */
const MAX_DEPTH = 3;
/** Of one mail, with all that is inside of what is attached. */
const MAX_FILES = 200;
const MAX_BYTES = 64 * 1024 * 1024;

const JOINT = ' › ';

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

/** What there is still room for in one mail. */
interface RemainingQuota {
  files: number;
  bytes: number;
}

/** Those of a mail that was cut, in order, and behind each those of its own. */
export async function cutAttachments(
  artifact: Artifact,
  { source }: PreparedSource,
  cutting: AttachmentOptions,
  depth = 1,
  room: RemainingQuota = { files: MAX_FILES, bytes: MAX_BYTES },
): Promise<Attachments> {
  const prepared: PreparedSource[] = [];
  const diagnostics: Diagnostic[] = [];
  if (source.language !== 'mail') return { prepared, diagnostics };
  const { attachmentsIn } = await import('../extract/mail/attachments.js');
  for await (const { name, key, bytes } of attachmentsIn(artifact.content)) {
    const title = source.title + JOINT + name;
    const refusal = refusalOf(depth, room, bytes.length);
    if (refusal) {
      diagnostics.push({ code: 'too-large', path: title, message: refusal });
      continue;
    }
    room.files--;
    room.bytes -= bytes.length;
    const one = attached(artifact, source, { title, content: bytes, filename: name });
    const docId = artifactId({ content: '', sourceSystem: source.docId, sourceId: key }, cutting.sizing.digits);
    try {
      const cut = await cutArtifact(one, docId, cutting.recipe, cutting.sizing, cutting);
      const inner = await cutAttachments(one, cut.prepared, cutting, depth + 1, room);
      prepared.push(cut.prepared, ...inner.prepared);
      diagnostics.push(...cut.diagnostics.map((note) => ({ ...note, path: title })), ...inner.diagnostics);
    } catch (error) {
      if (!(error instanceof FroeError)) throw error;
      diagnostics.push({ code: codeOf(error), path: title, message: messageOf(error, name) });
    }
  }
  return { prepared, diagnostics };
}

function refusalOf(depth: number, room: RemainingQuota, bytes: number): string | undefined {
  if (depth > MAX_DEPTH) return `is nested in ${depth} mails: at most ${MAX_DEPTH} are opened`;
  if (room.files === 0) return `is skipped: at most ${MAX_FILES} attachments per mail are read`;
  if (bytes > room.bytes) return `is skipped: at most ${MAX_BYTES / 1024 / 1024} MiB of attachments per mail are read`;
  return undefined;
}

/** Who may see the mail may see what is attached to it, and nobody else. */
const attached = (
  { sourceSystem, sensitivity }: Artifact,
  { docId, metadata: { ts } }: SourceRow,
  own: Pick<Artifact, 'title' | 'content' | 'filename'>,
): Artifact => ({
  ...own,
  sourceSystem,
  attachmentOf: docId,
  ...(sensitivity === undefined ? {} : { sensitivity }),
  ...(typeof ts === 'string' ? { ts } : {}),
});

/** What an error is as a note about one file. */
const CODES: readonly DiagnosticCode[] = ['binary', 'too-large', 'unreadable'];
const codeOf = ({ code }: FroeError): DiagnosticCode => CODES.find((one) => one === code) ?? 'no-text';

/** The name is in the title already. */
const messageOf = ({ message, hint }: FroeError, name: string): string => {
  const text = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  return hint === undefined ? text : `${text}: ${hint}`;
};
