/** Artifacts: mails, documents, chats and notes that come from anywhere, instead of lying in a folder. */
import { anyText, type OptionKinds, oneOf, thing, word } from '../config/kinds.js';
import { type Sensitivity, sensitivities } from '../store/sensitivity.js';
import type { SourceRow } from '../store/store.js';

export const artifactTypes = ['email', 'doc', 'chat', 'transcript', 'note', 'markdown', 'code', 'text'] as const;
export type ArtifactType = (typeof artifactTypes)[number];

export interface Artifact {
  readonly content: Uint8Array;
  /** Helps to tell what the bytes are, where the type leaves it open: `mail.eml`, `notes.md`. */
  readonly filename: string;
  /** Chooses how it is cut (parseArtifact.ts). Default: by what it is. */
  readonly type?: ArtifactType;
  readonly sourceSystem: string;
  readonly sourceId?: string;
  /** Default: its subject or first heading, else its filename. */
  readonly title?: string;
  readonly sensitivity?: Sensitivity;
  /** When it was written, as ISO 8601. Default: when a mail says that it was sent. */
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

/** What was said of it, as its row keeps it. */
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

/** The ids of all that is attached to it, and to what is attached: they come and go with it. */
export function attachmentIdsOf(row: Pick<SourceRow, 'metadata'> | undefined): readonly string[] {
  const ids = row?.metadata.attachment_ids;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
