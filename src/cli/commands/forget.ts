/** `froe forget`: takes an artifact, or a file, out of the index again. */
import type { Command } from 'commander';
import { Engine } from '../../engine/engine.js';
import { FroeError } from '../../errors.js';
import { openExisting } from '../openIndex.js';
import { placeOf } from '../place.js';
import { type PlaceFlags, withPlace } from '../placeFlags.js';
import { say } from '../talk.js';

export function forgetCommand(program: Command): void {
  withPlace(program.command('forget').description('Take an artifact, or a file, out of the index with all its chunks.'))
    .argument('<id...>', 'ids of artifacts (art_…), or of files (main:src/app.py)')
    .option('--root <path>', 'the folder whose index it is (default: the nearest one above that has one)')
    .action(async (ids: string[], flags: PlaceFlags & { readonly root?: string }) => {
      const place = placeOf(flags.root, flags);
      const store = await openExisting(place);
      try {
        const known = await new Engine(place.root, store, place.file, undefined, {}).forget(ids);
        for (const id of known) await say(`forgot ${id}\n`);
        const missing = ids.filter((id) => !known.includes(id));
        if (missing.length > 0) throw new FroeError('not-found', `The index has no ${missing.join(', ')}`);
      } finally {
        await store.close();
      }
    });
}
