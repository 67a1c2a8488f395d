/**
 * One worker: processes batches until it is stopped. A batch is written in one
 * transaction, and writing a source replaces it: a batch that is processed twice, because
 * its worker died between writing and reporting, has the same result.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsOf, specOf } from '../embed/spec.js';
import { FroeError } from '../errors.js';
import { type Trouble, troubleOf } from '../jobs/job.js';
import { type PrepareResult, prepareFile, prepareLoaded } from '../jobs/prepare.js';
import { isSameModel, modelMismatch } from '../store/mismatch.js';
import type { IndexChange, PreparedSource, Store } from '../store/store.js';
import { EmbeddingRun } from '../sync/embeddingRun.js';
import { preparedWithFrequency } from '../sync/indexWriter.js';
import { indexModelOf, type VectorSource } from '../sync/vectorSource.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Diagnostic } from '../types.js';
import type { BatchFile, BatchResult, WorkBatch } from './batch.js';
import type { Queue } from './queue.js';

/** How often an empty queue is polled. */
const POLL_MS = 250;

export interface WorkOptions {
  readonly vectors?: VectorSource | undefined;
  /** Stop when the queue is empty, instead of waiting for more. */
  readonly drain?: boolean;
  readonly signal?: AbortSignal;
  readonly onBatch?: (done: BatchResult | FroeError) => void;
}

export async function runWorker(store: Store, queue: Queue, options: WorkOptions): Promise<void> {
  const { signal, drain, onBatch } = options;
  while (!signal?.aborted) {
    const taken = await queue.take();
    if (taken) {
      const done = await attempt(store, queue, taken, options);
      onBatch?.(done);
    } else if (drain) return;
    else await sleep(POLL_MS, undefined, { ...(signal ? { signal } : {}) }).catch(() => {}); // aborted: the loop sees it
  }
}

async function attempt(
  store: Store,
  queue: Queue,
  { id, batch }: { readonly id: string; readonly batch: WorkBatch },
  options: WorkOptions,
): Promise<BatchResult | FroeError> {
  try {
    const done = await doBatch(store, batch, options);
    await queue.done(id, done);
    return done;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await queue.failed(id, message);
    return error instanceof FroeError ? error : new FroeError('bad-source', message, undefined, error);
  }
}

/** A whole batch, in one transaction. */
export async function doBatch(store: Store, batch: WorkBatch, { vectors, signal }: WorkOptions): Promise<BatchResult> {
  const embedding = embeddingFor(store, batch, vectors, signal);
  const troubles: (Diagnostic | Trouble)[] = [];
  const put: PreparedSource[] = [];
  const touch: NonNullable<IndexChange['touch']>[number][] = [];
  for (const file of batch.files) {
    const result = await prepareOne(file, batch, troubles);
    if (!result) continue;
    troubles.push(...result.diagnostics);
    if ('same' in result) touch.push({ docId: `${batch.task.prepare?.tree}:${file.path}`, ...result.same });
    else put.push(preparedWithFrequency(result.prepared, file.frequency));
  }
  const made = embedding ? await embedding.of(put) : [];
  if (!made) throw embedding?.failure ?? new FroeError('provider', 'No vectors could be made');
  await store.write({ put, touch, vectors: made });
  const chunks = put.reduce((sum, one) => sum + one.chunks.length, 0);
  return { written: put.length, chunks, embedded: made.length, troubles };
}

function embeddingFor(
  store: Store,
  { model }: WorkBatch,
  vectors?: VectorSource,
  signal?: AbortSignal,
): EmbeddingRun | undefined {
  if (!model) return undefined;
  if (!vectors)
    throw new FroeError(
      'other-model',
      `The index holds vectors of ${specOf(model.id)}`,
      `Start the worker with ${flagsOf(model)}`,
    );
  const own = indexModelOf(vectors);
  if (!isSameModel(own, model)) throw modelMismatch(model, own);
  return new EmbeddingRun(store, vectors, signal);
}

async function prepareOne(file: BatchFile, batch: WorkBatch, troubles: Trouble[]): Promise<PrepareResult | undefined> {
  const { path, sent } = file;
  const { options: cut, prepare: how } = batch.task;
  if (!how) throw new FroeError('bad-source', 'The batch does not say how to chunk its files');
  const options = { ...cut, tokenizer: tokenizer(cut.tokenizer) };
  try {
    return sent
      ? await prepareLoaded({ ...sent, bytes: Buffer.from(sent.base64, 'base64') }, file, how, options)
      : await prepareFile({ ...file, file: join(batch.root ?? '', path) }, how, options);
  } catch (error) {
    if (error instanceof FroeError && error.code === 'bad-option') throw error;
    troubles.push(troubleOf({ path, named: false }, error));
    return undefined;
  }
}
