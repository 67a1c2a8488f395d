/** What every command that asks starts with: the index, made first where there is none, and the vectors that answer. */
import { Engine } from '../engine/engine.js';
import { refuseOtherRoot } from '../store/otherRoot.js';
import type { VectorSource } from '../sync/vectorSource.js';
import { withWriteLock } from '../sync/writeLock.js';
import { mended } from './mended.js';
import { mergeIn } from './mergeFlags.js';
import { openToAsk } from './openIndex.js';
import { type AskedPlace, placeAsked } from './place.js';
import type { CutFlags } from './placeFlags.js';
import { rerankerIn } from './rerankerIn.js';
import { syncOptions } from './syncOptions.js';
import { remark } from './talk.js';
import { usingVectors } from './usingVectors.js';

const WAIT = 60;

type Ask<T> = (engine: Engine, place: AskedPlace) => Promise<T>;

export async function asking<T>(
  path: string | undefined,
  flags: CutFlags,
  what: Ask<T>,
  /** The process ends with the answer. */
  brief = true,
): Promise<T> {
  const place = placeAsked(path, flags);
  return usingVectors(place.settings, flags, (vectors) => mended(place, () => ask(place, flags, vectors, what, brief)));
}

async function ask<T>(
  place: AskedPlace,
  flags: CutFlags,
  vectors: VectorSource | undefined,
  what: Ask<T>,
  brief: boolean,
): Promise<T> {
  const store = await openToAsk(place);
  const { root, file } = place;
  const { vectors: _, ...options } = syncOptions(place);
  try {
    refuseOtherRoot(await store.root('main'), root, file);
    const { sources, model } = await store.state();
    if (sources === 0) {
      remark(`making an index of ${root}`);
      const { bringUp } = await import('./bringUp.js'); // with every parser, which an answer does not need
      await withWriteLock(place, WAIT, () => bringUp(store, syncOptions(place, vectors)));
    }
    const used = flags.embed === 'local' && sources > 0 && !model ? undefined : vectors; // it was made without
    const asked = {
      sync: { ...options, brief },
      from: process.cwd(),
      ...rerankerIn(place.settings),
      ...mergeIn(place.settings),
    };
    return await what(new Engine(root, store, file, used, asked), place);
  } finally {
    await store.close();
  }
}
