/**
 * A file of the index, cut as the page asks: as the index has it unless it says
 * otherwise. Small files are cut here, at once; a large one would hold up
 * everybody else who asks, and is cut in another thread.
 */
import { setImmediate } from 'node:timers/promises';
import { FroeError } from '../errors.js';
import type { Engine } from '../open.js';
import type { Chunk } from '../schema.js';
import { readBytes } from '../sources/read.js';
import type { Store } from '../store/store.js';
import type { SyncOptions } from '../sync/sync.js';
import { sha256 } from '../text/hash.js';
import type { Cutters } from './cutters.js';
import { type CutJob, cutView, type Recut, sized } from './cutView.js';
import { inside } from './inside.js';
import { pieceView } from './pieceView.js';

/** A page is no place for a file of any size: the text travels whole. */
export const MOST_BYTES = 16_000_000;
/** Cut in a few dozen milliseconds. */
const SMALL = 1 << 17;
/** Pieces read from the index in one go. */
const AT_ONCE = 500;

export interface Recutting {
  readonly cut: SyncOptions['cut'];
  readonly cutters: Cutters;
  /** Whoever asked has gone, or asks something else by now. */
  readonly signal?: AbortSignal;
}

/** A FileView as JSON. */
export async function recut(
  engine: Engine,
  given: string,
  asked: Recut,
  { cut, cutters, signal }: Recutting,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const { file, row } = await inside(engine, given);
  const { path } = row;
  const bytes = readBytes(file);
  if (bytes.length > MOST_BYTES)
    throw new FroeError('too-large', `This file has ${bytes.length} bytes; ${MOST_BYTES} can be shown`);
  sized(asked, cut, path); // refused here, before a thread is asked
  // What the index holds is shown as it is held: a pack may have cut it by what it knows of other files.
  const isHeld = isSilent(asked) && sha256(bytes) === row.hash;
  const known = await piecesOf(engine.store, row.docId);
  const job: CutJob = {
    path,
    bytes,
    cut,
    asked,
    held: isHeld ? known.map(pieceView) : undefined,
    known: isHeld ? [] : known.map(({ id, contentHash }) => ({ id, contentHash })),
  };
  return bytes.length <= SMALL ? JSON.stringify(await cutView(job)) : cutters.run(job, signal);
}

const isSilent = (asked: Recut): boolean => Object.values(asked).every((value) => value === undefined);

/** A large file has many, and others may ask in between. */
export async function piecesOf(store: Store, docId: string): Promise<readonly Chunk[]> {
  const all: Chunk[] = [];
  for (let from = 0; ; from += AT_ONCE) {
    const some = await store.chunksOf(docId, from, from + AT_ONCE - 1);
    if (some.length === 0) return all;
    all.push(...some);
    await setImmediate();
  }
}
