/** Artifacts as they are listed: the newest first, those without a time last; then by title. */
import { ARTIFACTS, type SourceRow, type Store } from '../store/store.js';

export interface ListedArtifact {
  readonly id: string;
  readonly title: string;
  /** `email`, `doc`, `chat`, `transcript`, `note`. */
  readonly type: string;
  /** When it was written, as ISO 8601; empty if unknown. */
  readonly ts: string;
  readonly chunks: number;
  readonly tokens: number;
  readonly sensitivity: string;
  readonly filename: string;
  /** Where it comes from, and its id there; empty if it has none. */
  readonly sourceSystem: string;
  readonly sourceId: string;
  /** The id of the mail that it is attached to; empty for none. */
  readonly attachmentOf: string;
}

export async function listArtifacts(store: Store): Promise<readonly ListedArtifact[]> {
  const rows = [...(await store.sources(ARTIFACTS)).values()].filter(({ kind }) => kind === 'artifact');
  return rows.map(listedArtifact).sort(byTime);
}

export function listedArtifact({ docId, title, tokens, metadata }: SourceRow): ListedArtifact {
  const textOf = (key: string): string => {
    const value = metadata[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    id: docId,
    title,
    type: textOf('artifact_type'),
    ts: textOf('ts'),
    chunks: Number(metadata.num_chunks) || 1, // 0: it was not split
    tokens,
    sensitivity: textOf('sensitivity'),
    filename: textOf('filename'),
    sourceSystem: textOf('source_system'),
    sourceId: textOf('source_id'),
    attachmentOf: textOf('attachment_of'),
  };
}

/** Times may have different UTC offsets: they are compared as instants. */
function byTime(a: ListedArtifact, b: ListedArtifact): number {
  const [first, second] = [a, b].map(({ ts }) => (ts === '' ? 0 : Date.parse(ts) || 0));
  return second - first || (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id < b.id ? -1 : 1);
}
