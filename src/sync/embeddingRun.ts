/** Makes the vectors that an index lacks. A provider that failed is not asked again in the same run. */
import type { EmbedderName } from '../embed/index.js';
import { prefixedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { VectorCode } from '../store/sqlite/packedSource.js';
import type { PreparedSource, Store, TextVector } from '../store/store.js';
import { threadEmbedder, type VectorSource } from './vectorSource.js';

const CHUNKS_AT_ONCE = 256;

export class EmbeddingRun {
  readonly local: boolean;
  readonly #store: Store;
  readonly #vectors: VectorSource;
  readonly #signal: AbortSignal | undefined;
  readonly #until: AbortSignal | undefined;
  #count = 0;
  #failure: FroeError | undefined;

  /** `signal` ends it with an error; `until` ends it like a provider that is down. */
  constructor(store: Store, vectors: VectorSource, signal?: AbortSignal, until?: AbortSignal) {
    this.#store = store;
    this.#vectors = vectors;
    this.#signal = signal;
    this.#until = until;
    this.local = vectors.embedder.local;
  }

  /** Texts embedded so far. */
  get count(): number {
    return this.#count;
  }

  get threadEmbedder(): EmbedderName | undefined {
    return threadEmbedder(this.#vectors);
  }

  get failure(): FroeError | undefined {
    return this.#failure;
  }

  /** Vectors of the chunks that have none in the index; undefined if the provider fails. */
  async of(sources: readonly PreparedSource[]): Promise<readonly TextVector[] | undefined> {
    const chunks = sources.flatMap(({ chunks: indexed }) => indexed.map(({ chunk }) => chunk));
    const texts = textsOf(chunks.filter(({ metadata }) => metadata.weight !== 0));
    const missing = new Set(await this.#store.missingVectors([...texts.keys()]));
    return this.#embed([...texts].filter(([hash]) => missing.has(hash)));
  }

  /** Of vectors made in other threads, those that the index lacks, without duplicates. */
  async missing(codes: readonly VectorCode[]): Promise<readonly VectorCode[]> {
    const byHash = new Map(codes.map((code) => [Buffer.from(code.hash).toString('hex'), code]));
    const missing = new Set(await this.#store.missingVectors([...byHash.keys()]));
    this.#count += missing.size;
    return [...byHash].filter(([hash]) => missing.has(hash)).map(([, code]) => code);
  }

  /** Makes all missing vectors, batch by batch; each is stored as it arrives. */
  async fillIn(onProgress: (done: number, total: number) => void): Promise<void> {
    const { pending } = await this.#store.state();
    if (pending === 0) return; // looking for them would read every chunk
    for await (const chunks of this.#store.pending(CHUNKS_AT_ONCE)) {
      this.#signal?.throwIfAborted();
      if (this.#until?.aborted) return;
      const vectors = await this.#embed([...textsOf(chunks)]);
      if (!vectors) return;
      await this.#store.write({ vectors });
      // More than these may be done: other chunks with the same texts have vectors now, too.
      onProgress(pending - (await this.#store.state()).pending, pending);
    }
  }

  async #embed(texts: readonly (readonly [hash: string, text: string])[]): Promise<readonly TextVector[] | undefined> {
    if (texts.length === 0) return [];
    if (this.#failure) return undefined;
    try {
      const chunks = texts.map(([hash, text]) => ({ hash, text }));
      const vectors = await this.#vectors.embedTexts(chunks, this.#stopSignal);
      this.#count += vectors.length;
      return chunks.map(({ hash }, i) => ({ hash, vector: vectors[i] }));
    } catch (error) {
      if (this.#until?.aborted && !this.#signal?.aborted) this.#failure = timeoutError(error);
      else if (error instanceof FroeError && error.code === 'provider') this.#failure = error;
      else throw error;
      return undefined;
    }
  }

  /** A local model is fast, and need not be stopped. */
  get #stopSignal(): AbortSignal | undefined {
    if (!this.#until || this.local) return this.#signal;
    return this.#signal ? AbortSignal.any([this.#signal, this.#until]) : this.#until;
  }
}

const timeoutError = (cause: unknown): FroeError =>
  new FroeError('provider', 'The provider did not answer in time', 'Run: froe index', cause);

/** Distinct texts by hash. */
export const textsOf = (chunks: readonly Chunk[]): ReadonlyMap<string, string> =>
  new Map(chunks.map((chunk) => [chunk.embedHash, prefixedText(chunk)]));
