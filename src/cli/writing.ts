/** What a command starts with that takes something into an index: all of the index, made where there is none. */
import { Engine } from '../engine/engine.js';
import { contextHook } from './contextHook.js';
import { openIndex } from './openIndex.js';
import { placeOf, refuseNested } from './place.js';
import type { EmbedderFlags } from './placeFlags.js';
import { happened } from './talk.js';
import { usingVectors } from './usingVectors.js';

export async function writing<T>(
  flags: EmbedderFlags & { readonly root?: string },
  what: (engine: Engine) => Promise<T>,
): Promise<T> {
  const place = placeOf(flags.root, flags);
  refuseNested(place);
  const command = place.settings['hooks.context'];
  const hook = command === undefined ? {} : { context: contextHook(command, place.root), contextVersion: command };
  return usingVectors(place.settings, flags, async (vectors) => {
    const store = await openIndex(place);
    try {
      return await what(new Engine(place.root, store, place.file, vectors, { sync: hook, log: happened() }));
    } finally {
      await store.close();
    }
  });
}
