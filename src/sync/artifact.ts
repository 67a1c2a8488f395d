/** Artifacts: mails, documents, chats and notes from outside of the folder. */
import { anyText, type OptionKinds, oneOf, thing, word } from '../config/kinds.js';
import { type Sensitivity, sensitivities } from '../store/sensitivity.js';
import type { SourceRow } from '../store/store.js';

export const artifactTypes = ['email', 'doc', 'chat', 'transcript', 'note', 'markdown', 'code', 'text'] as const;
export type ArtifactType = (typeof artifactTypes)[number];

export interface Artifact {
  readonly content: Uint8Array;
  /** A hint of the format, if the type leaves it open: `mail.eml`, `notes.md`. */
  readonly filename: string;
  /** Decides how it is cut (parseArtifact.ts). Default: detected. */
  readonly type?: ArtifactType;
  readonly sourceSystem: string;
  readonly sourceId?: string;
  /** Default: its subject or first heading, else its filename. */
  readonly title?: string;
  readonly sensitivity?: Sensitivity;
  /** When it was written, as ISO 8601. Default: when a mail was sent. */
  readonly ts?: string;
  /** The id of the mail that it is attached to. */
  readonly attachmentOf?: string;
}

export const artifactKinds = {
  content: thing('the bytes of a file', 'subarray'),
  filename: word,
  type: oneOf(...artifactTypes),
  sourceSystem: word,
  sourceId: anyText,
  title: anyText,
  sensitivity: oneOf(...sensitivities),
  ts: anyText,
  attachmentOf: word,
} satisfies OptionKinds<Artifact>;

/** The fields of an artifact that are stored in its row. */
export const artifactMetadata = (artifact: Artifact) => {
  const { type, sourceSystem, sourceId, title, sensitivity = 'normal', ts, attachmentOf } = artifact;
  return {
    ...(type === undefined ? {} : { artifact_type: type }),
    source_system: sourceSystem,
    ...(sourceId === undefined ? {} : { source_id: sourceId }),
    ...(title === undefined ? {} : { title }),
    sensitivity,
    ...(ts === undefined ? {} : { ts }),
    ...(attachmentOf === undefined ? {} : { attachment_of: attachmentOf }),
  };
};

/** The ids of its attachments, and of theirs: they are replaced and removed with it. */
export function attachmentIdsOf(row: Pick<SourceRow, 'metadata'> | undefined): readonly string[] {
  const ids = row?.metadata.attachment_ids;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
