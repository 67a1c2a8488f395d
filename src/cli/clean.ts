/** `froe clean`: removes an index, damaged or not. What it was made from is not touched. */
import type { Command } from 'commander';
import { removeStore, storeExists } from '../store/openStore.js';
import { shown } from '../store/where.js';
import { alone } from '../sync/alone.js';
import { placeOf } from './place.js';
import { type PlaceFlags, withPlace } from './placeFlags.js';
import { say } from './talk.js';

export function cleanCommand(program: Command): void {
  withPlace(program.command('clean').description('Remove an index. Files that were indexed are not touched.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .action(async (path: string | undefined, flags: PlaceFlags) => {
      const place = placeOf(path, flags);
      if (!storeExists(place.file)) {
        await say(`there is no index at ${shown(place.file)}\n`);
        process.exitCode = 1;
        return;
      }
      await alone(place, 0, () => removeStore(place.file));
      await say(`removed ${shown(place.file)}\n`);
    });
}
