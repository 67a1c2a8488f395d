/** Adds artifacts to an index and removes them; one writer at a time. */
import { inShort } from '../checkArgument.js';
import { words } from '../config/kinds.js';
import { FroeError } from '../errors.js';
import type { Store } from '../store/store.js';
import { type Artifact, attachmentIdsOf } from './artifact.js';
import type { ArtifactFile } from './artifactFiles.js';
import type { IngestedFile, IngestOptions, IngestResult, SharedArtifactFields } from './ingest.js';
import type { RestoredArtifact } from './ingestExport.js';
import type { VectorSource } from './vectorSource.js';
import { withWriteLock } from './writeLock.js';

type Hook = Pick<IngestOptions, 'context' | 'contextVersion' | 'log' | 'parsers'>;
type SizingOption = Pick<IngestOptions, 'sizing'>;

/** How long to wait for another writer: an artifact is small, and it will be done soon. */
const LOCK_TIMEOUT_SECONDS = 60;

export class ArtifactWriter {
  readonly #store: Store;
  readonly #file: string;
  readonly #options: IngestOptions;

  constructor(
    store: Store,
    file: string,
    vectors: VectorSource | undefined,
    { context, contextVersion, log, parsers }: Hook = {},
  ) {
    this.#store = store;
    this.#file = file;
    const hook = context ? { context, ...(contextVersion === undefined ? {} : { contextVersion }) } : {};
    this.#options = { vectors, log, ...(parsers ? { parsers } : {}), ...hook };
  }

  async ingest(artifact: Artifact, sizing: SizingOption = {}): Promise<IngestResult> {
    const { ingest } = await import('./ingest.js');
    return this.#withLock(() => ingest(this.#store, artifact, { ...this.#options, ...sizing }));
  }

  /** Ingests each file as an artifact. `onResult` is called for each; one that fails is reported, and the rest goes on. */
  async ingestFiles(
    files: readonly ArtifactFile[],
    sharedFields: SharedArtifactFields,
    onResult: (file: IngestedFile) => Promise<void> | void,
    sizing: SizingOption = {},
  ): Promise<void> {
    const { ingestFiles } = await import('./ingest.js');
    await this.#withLock(async () => {
      for await (const result of ingestFiles(this.#store, files, sharedFields, { ...this.#options, ...sizing }))
        await onResult(result);
    });
  }

  /** Restores the artifacts of an export. */
  async restoreExport(
    lines: AsyncIterable<string> | Iterable<string>,
    path: string,
    onResult: (restored: RestoredArtifact) => Promise<void> | void,
  ): Promise<void> {
    const { ingestExport } = await import('./ingestExport.js');
    await this.#withLock(async () => {
      for await (const result of ingestExport(this.#store, lines, path, this.#options.vectors)) await onResult(result);
    });
  }

  /** Removes artifacts with their attachments; returns the ids that existed. */
  async forget(docIds: readonly string[]): Promise<readonly string[]> {
    if (!words.takes(docIds))
      throw new FroeError('bad-option', `forget() expects a list of ids, not ${inShort(docIds)}`);
    const rows = (await Promise.all(docIds.map((docId) => this.#store.source(docId)))).flatMap((row) => row ?? []);
    const existingIds = [...new Set(rows.flatMap((row) => [row.docId, ...attachmentIdsOf(row)]))];
    if (existingIds.length > 0) await this.#withLock(() => this.#store.write({ remove: existingIds }));
    return existingIds;
  }

  #withLock<T>(work: () => Promise<T>): Promise<T> {
    return withWriteLock({ file: this.#file }, LOCK_TIMEOUT_SECONDS, work);
  }
}
