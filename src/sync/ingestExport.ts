/** An export → the artifacts that were in it, each as it was. What is damaged is a trouble; the rest goes on. */
import { FroeError } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import type { PreparedSource, Store } from '../store/store.js';
import { isOfArtifact, opensArtifact, restored } from './archive.js';
import { attachmentIdsOf } from './artifact.js';
import { embed, finished } from './ingest.js';
import { useModelOf, type Vectors } from './vectors.js';

export type Restored =
  | { readonly artifactId: string; readonly title: string; readonly chunks: number; readonly unchanged: boolean }
  | { readonly artifactId?: undefined; readonly trouble: Trouble };

/** The records of one artifact, and the line that they begin at. */
interface Group {
  readonly line: number;
  readonly records: unknown[];
}

/** `lines`: of `froe export`, or of its `all_chunks.json`. `path` is where troubles are said to be. */
export async function* ingestExport(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
  path: string,
  vectors?: Vectors,
): AsyncGenerator<Restored> {
  for (const note of vectors ? await useModelOf(store, vectors) : []) yield { trouble: note };
  const trouble = (line: number, message: string): Restored => ({
    trouble: { code: 'bad-record', path: `${path}:${line}`, message },
  });
  const close = async ({ line, records }: Group): Promise<Restored> => {
    try {
      return await put(store, restored(records), vectors);
    } catch (error) {
      if (error instanceof FroeError && error.code === 'bad-record') return trouble(line, error.message);
      throw error;
    }
  };
  let group: Group | undefined;
  let line = 0;
  for await (const text of lines) {
    line++;
    const json = text.trim().replace(/,$/, ''); // as an array has it
    if (json === '' || json === '[' || json === ']') continue;
    const record = parsed(json);
    if (record === undefined) yield trouble(line, 'is no JSON');
    else if (opensArtifact(record)) {
      if (group) yield await close(group);
      group = { line, records: [record] };
    } else if (isOfArtifact(record)) {
      if (group) group.records.push(record);
      else yield trouble(line, 'is a chunk whose artifact is not in the export');
    }
  }
  if (group) yield await close(group);
  if (vectors) await finished(store);
}

async function put(store: Store, prepared: PreparedSource, vectors: Vectors | undefined): Promise<Restored> {
  const { source, chunks } = prepared;
  const { docId, title, hash, recipe } = source;
  const kept = await store.source(docId);
  const unchanged = kept?.hash === hash && kept.recipe === recipe && kept.title === title;
  if (!unchanged) {
    const attached = attachmentIdsOf(source);
    await store.write({
      put: [prepared],
      remove: attachmentIdsOf(kept).filter((id) => !attached.includes(id)),
      vectors: vectors ? await embed(store, [prepared], vectors) : [],
    });
  }
  return { artifactId: docId, title, chunks: chunks.length, unchanged };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
