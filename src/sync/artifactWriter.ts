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
type Sized = Pick<IngestOptions, 'sizing'>;

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

  async ingest(artifact: Artifact, sized: Sized = {}): Promise<IngestResult> {
    const { ingest } = await import('./ingest.js');
    return this.#writing(() => ingest(this.#store, artifact, { ...this.#options, ...sized }));
  }

  /** Ingests each file as an artifact. `tell` is called for each; one that fails is reported, and the rest goes on. */
  async ingestFiles(
    files: readonly ArtifactFile[],
    about: SharedArtifactFields,
    tell: (file: IngestedFile) => Promise<void> | void,
    sized: Sized = {},
  ): Promise<void> {
    const { ingestFiles } = await import('./ingest.js');
    await this.#writing(async () => {
      for await (const one of ingestFiles(this.#store, files, about, { ...this.#options, ...sized })) await tell(one);
    });
  }

  /** Restores the artifacts of an export. */
  async restoreExport(
    lines: AsyncIterable<string> | Iterable<string>,
    path: string,
    tell: (restored: RestoredArtifact) => Promise<void> | void,
  ): Promise<void> {
    const { ingestExport } = await import('./ingestExport.js');
    await this.#writing(async () => {
      for await (const one of ingestExport(this.#store, lines, path, this.#options.vectors)) await tell(one);
    });
  }

  /** Removes artifacts with their attachments; returns the ids that existed. */
  async forget(docIds: readonly string[]): Promise<readonly string[]> {
    if (!words.takes(docIds))
      throw new FroeError('bad-option', `forget() expects a list of ids, not ${inShort(docIds)}`);
    const rows = (await Promise.all(docIds.map((docId) => this.#store.source(docId)))).flatMap((row) => row ?? []);
    const known = [...new Set(rows.flatMap((row) => [row.docId, ...attachmentIdsOf(row)]))];
    if (known.length > 0) await this.#writing(() => this.#store.write({ remove: known }));
    return known;
  }

  #writing<T>(what: () => Promise<T>): Promise<T> {
    return withWriteLock({ file: this.#file }, LOCK_TIMEOUT_SECONDS, what);
  }
}
