/** Many files, each an artifact. One that cannot be taken in is a trouble to be told; the rest goes on. */
import { basename } from 'node:path';
import { FroeError } from '../errors.js';
import { type Trouble, troubleOf } from '../jobs/job.js';
import { readBytes } from '../sources/read.js';
import type { Store } from '../store/store.js';
import type { Artifact } from './artifact.js';
import type { ArtifactFile } from './artifactFiles.js';
import { type IngestOptions, type IngestResult, ingest } from './ingest.js';

/** What holds of all of them. Where they come from is told by their folder unless it is said here. */
export type SharedArtifactFields = Partial<Omit<Artifact, 'content' | 'filename' | 'attachmentOf'>>;

export type IngestedFile = ArtifactFile &
  ({ readonly result: IngestResult } | { readonly result?: undefined; readonly trouble: Trouble });

export async function* ingestFiles(
  store: Store,
  files: readonly ArtifactFile[],
  about: SharedArtifactFields,
  options: IngestOptions,
): AsyncGenerator<IngestedFile> {
  for (const one of files) {
    const { file, sourceSystem, sourceId } = one;
    try {
      const content = readBytes(file);
      const artifact = { sourceSystem, sourceId, ...about, content, filename: basename(file) };
      yield { ...one, sourceId: artifact.sourceId, result: await ingest(store, artifact, options) };
    } catch (error) {
      // What is wrong with every file is no trouble of this one.
      if (error instanceof FroeError && !OF_A_FILE.has(error.code)) throw error;
      yield { ...one, trouble: troubleOf({ file, path: sourceId, named: one.named }, error) };
    }
  }
}

const OF_A_FILE: ReadonlySet<string> = new Set([
  'bad-source',
  'binary',
  'not-a-file',
  'not-found',
  'too-large',
  'unreadable',
]);
