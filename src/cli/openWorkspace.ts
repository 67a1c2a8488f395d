/** The index of a folder, opened for as long as a server runs, and kept true meanwhile. */

import { AutoSync } from '../engine/autoSync.js';
import { Engine } from '../engine/engine.js';
import { SMALLEST_LIMIT, type Workspace } from '../mcp/workspace.js';
import { refuseOtherRoot } from '../store/otherRoot.js';
import { mergeIn } from './mergeFlags.js';
import { openToAsk } from './openIndex.js';
import { placeOf } from './place.js';
import type { CutFlags } from './placeFlags.js';
import { rerankerIn } from './rerankerIn.js';
import { syncOptions } from './syncOptions.js';
import { happened } from './talk.js';
import { usingVectors } from './usingVectors.js';

export interface OpenWorkspace extends Workspace {
  close(): Promise<void>;
}

export function openWorkspace(root: string, flags: CutFlags, write: boolean): Promise<OpenWorkspace> {
  const place = placeOf(root, flags);
  const { settings, origins, file } = place;
  return new Promise((resolve, reject) => {
    // What makes the vectors is closed when all this is over, however it ends.
    const over = usingVectors(settings, flags, async (vectors) => {
      const store = await openToAsk(place);
      try {
        refuseOtherRoot(await store.root('main'), place.root, file);
      } catch (error) {
        await store.close();
        throw error;
      }
      const { vectors: _, ...options } = syncOptions(place);
      const engine = new Engine(place.root, store, file, vectors, {
        sync: options,
        kept: true,
        log: happened(),
        ...rerankerIn(settings),
        ...mergeIn(settings),
      });
      const keeper = new AutoSync(engine);
      keeper.start();
      await new Promise<void>((end) => {
        resolve({
          engine,
          keeper,
          limit: Math.max(SMALLEST_LIMIT, settings.budget),
          tokenizer: settings.tokenizer,
          ...(origins.format.from === 'default' ? {} : { format: settings.format }),
          write,
          close: () => {
            end();
            return over;
          },
        });
      });
      await keeper.close();
      await store.close();
    });
    over.catch(reject);
  });
}
