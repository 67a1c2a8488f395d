/**
 * A file of the index, cut as the page asks: as the index has it unless it says
 * otherwise. Small files are cut here, at once; a large one would hold up
 * everybody else who asks, and is cut in another thread.
 */

import type { Engine } from '../engine/engine.js';
import { readBytes } from '../engine/files.js';
import type { SyncOptions } from '../engine/indexing.js';
import { FroeError } from '../errors.js';
import { sha256 } from '../text/hash.js';
import { chunkView } from './chunkView.js';
import type { Cutters } from './cutters.js';
import { type CutJob, cutView, type Recut, sized } from './cutView.js';
import { inside } from './inside.js';
import { chunksOf, kept, MOST_BYTES } from './kept.js';

/** Cut in a few dozen milliseconds. */
const SMALL = 1 << 17;

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
  if (file === undefined)
    return JSON.stringify(await kept(engine, row, ['The file was deleted: this is the indexed text']));
  const bytes = readBytes(file);
  if (bytes.length > MOST_BYTES)
    throw new FroeError('too-large', `This file has ${bytes.length} bytes; the viewer shows at most ${MOST_BYTES}`);
  sized(asked, cut, path); // refused here, before a thread is asked
  // What the index holds is shown as it is held: a pack may have cut it by what it knows of other files.
  const isHeld = isSilent(asked) && sha256(bytes) === row.hash;
  const known = await chunksOf(engine.store, row.docId);
  const job: CutJob = {
    path,
    bytes,
    cut,
    asked,
    held: isHeld ? known.map(chunkView) : undefined,
    known: isHeld ? [] : known.map(({ id, contentHash }) => ({ id, contentHash })),
  };
  return bytes.length <= SMALL ? JSON.stringify(await cutView(job)) : cutters.run(job, signal);
}

const isSilent = (asked: Recut): boolean => Object.values(asked).every((value) => value === undefined);
