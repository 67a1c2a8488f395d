/** An export → the artifacts in it, unchanged. A damaged one is reported, and the rest goes on. */
import { FroeError } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import type { PreparedSource, Store } from '../store/store.js';
import { isArtifactRecord, restoreArtifact, startsArtifact } from './archive.js';
import { attachmentIdsOf } from './artifact.js';
import { embedSources, finishModelIfComplete } from './ingest.js';
import { useModelOf, type VectorSource } from './vectorSource.js';

export type RestoredArtifact =
  | { readonly artifactId: string; readonly title: string; readonly chunks: number; readonly unchanged: boolean }
  | { readonly artifactId?: undefined; readonly trouble: Trouble };

/** The records of one artifact, and their first line. */
interface ArtifactRecords {
  readonly line: number;
  readonly records: unknown[];
}

/** `lines`: of `froe export`, or of its `all_chunks.json`. `path`: for the locations of errors. */
export async function* ingestExport(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
  path: string,
  vectors?: VectorSource,
): AsyncGenerator<RestoredArtifact> {
  for (const note of vectors ? await useModelOf(store, vectors) : []) yield { trouble: note };
  const trouble = (line: number, message: string): RestoredArtifact => ({
    trouble: { code: 'bad-record', path: `${path}:${line}`, message },
  });
  const restoreGroup = async ({ line, records }: ArtifactRecords): Promise<RestoredArtifact> => {
    try {
      return await writeArtifact(store, restoreArtifact(records), vectors);
    } catch (error) {
      if (error instanceof FroeError && error.code === 'bad-record') return trouble(line, error.message);
      throw error;
    }
  };
  let group: ArtifactRecords | undefined;
  let line = 0;
  for await (const text of lines) {
    line++;
    const json = text.trim().replace(/,$/, ''); // in an array
    if (json === '' || json === '[' || json === ']') continue;
    const record = parseJson(json);
    if (record === undefined) yield trouble(line, 'is not JSON');
    else if (startsArtifact(record)) {
      if (group) yield await restoreGroup(group);
      group = { line, records: [record] };
    } else if (isArtifactRecord(record)) {
      if (group) group.records.push(record);
      else yield trouble(line, 'is a chunk whose artifact is not in the export');
    }
  }
  if (group) yield await restoreGroup(group);
  if (vectors) await finishModelIfComplete(store);
}

async function writeArtifact(
  store: Store,
  prepared: PreparedSource,
  vectors: VectorSource | undefined,
): Promise<RestoredArtifact> {
  const { source, chunks } = prepared;
  const { docId, title, hash, recipe } = source;
  const stored = await store.source(docId);
  const unchanged = stored?.hash === hash && stored.recipe === recipe && stored.title === title;
  if (!unchanged) {
    const attached = attachmentIdsOf(source);
    await store.write({
      put: [prepared],
      remove: attachmentIdsOf(stored).filter((id) => !attached.includes(id)),
      vectors: vectors ? await embedSources(store, [prepared], vectors) : [],
    });
  }
  return { artifactId: docId, title, chunks: chunks.length, unchanged };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
