/**
 * A file of the index, chunked with the options of the page, or as the index has it.
 * Small files are chunked here; a large one would block other requests, and is
 * chunked in another thread.
 */
import type { Engine } from '../engine/engine.js';
import { readBytes } from '../engine/files.js';
import type { SourceRow } from '../engine/indexes.js';
import type { SyncOptions } from '../engine/syncing.js';
import { FroeError } from '../errors.js';
import { fileBelow } from '../sources/jail.js';
import { sha256 } from '../text/hash.js';
import { chunkView } from './chunkView.js';
import type { Cutters } from './cutters.js';
import { type CutJob, cutView, type Recut, sized } from './cutView.js';
import { allChunksOf, indexedView, MAX_TEXT_BYTES } from './indexedView.js';
import { unknownFile } from './unknownFile.js';

/** Chunked in a few dozen milliseconds. */
const SMALL_BYTES = 1 << 17;

export interface Recutting {
  /** The words to mark. */
  readonly words: readonly string[];
  readonly cut: SyncOptions['cut'];
  readonly cutters: Cutters;
  /** The client has gone, or has sent another request. */
  readonly signal?: AbortSignal;
}

/** A FileView as JSON. */
export async function recut(
  engine: Engine,
  given: string,
  requested: Recut,
  { words, cut, cutters, signal }: Recutting,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const { file, row } = await viewedFile(engine, given);
  const { path } = row;
  if (file === undefined)
    return JSON.stringify(await indexedView(engine, row, words, ['The file was deleted: this is the indexed text']));
  const bytes = readBytes(file);
  if (bytes.length > MAX_TEXT_BYTES)
    throw new FroeError('too-large', `This file has ${bytes.length} bytes; the viewer shows at most ${MAX_TEXT_BYTES}`);
  sized(requested, cut, path); // refused here, before a thread starts
  // An unchanged file is shown as indexed: a pack may have chunked it with knowledge of other files.
  const isHeld = isSilent(requested) && sha256(bytes) === row.hash;
  const known = await allChunksOf(engine.store, row.docId);
  const job: CutJob = {
    path,
    bytes,
    cut,
    requested,
    words,
    held: isHeld ? known.map(chunkView) : undefined,
    known: isHeld ? [] : known.map(({ id, contentHash }) => ({ id, contentHash })),
  };
  return bytes.length <= SMALL_BYTES ? JSON.stringify(await cutView(job)) : cutters.run(job, signal);
}

const isSilent = (requested: Recut): boolean => Object.values(requested).every((value) => value === undefined);

async function resolved(engine: Engine, given: string): ReturnType<Engine['resolve']> {
  try {
    return await engine.resolve(given);
  } catch (error) {
    if (error instanceof FroeError && error.code === 'not-found') throw await unknownFile(engine, given, error);
    throw error;
  }
}

interface ViewedFile {
  /** Undefined if it was deleted. */
  readonly file: string | undefined;
  readonly row: SourceRow;
}

/**
 * The file of a path. It must be in the index, so that files ignored by git are not
 * served, and it must really lie below the root: a link put in its place later is
 * not followed.
 */
async function viewedFile(engine: Engine, given: string): Promise<ViewedFile> {
  const row = (await resolved(engine, given)).map(({ source }) => source).find(({ kind }) => kind === 'file');
  if (!row) throw new FroeError('not-found', 'No such file in the index', 'Update the index: froe index');
  try {
    const { root, path } = engine.locate(row.path);
    return { file: fileBelow(root, path), row };
  } catch (error) {
    if (error instanceof FroeError && error.code === 'not-found') return { file: undefined, row };
    throw error;
  }
}
