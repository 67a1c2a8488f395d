/** `froe clean`: removes an index, damaged or not. What it was made from is not touched. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import { withoutPassword } from '../../store/databaseUrl.js';
import { countStoredArtifacts, isShared, refuseForeignFile, removeStore, storeExists } from '../../store/openStore.js';
import { withWriteLock } from '../../sync/writeLock.js';
import { placeOf } from '../place.js';
import { type PlaceFlags, withPlace } from '../placeFlags.js';
import { say } from '../talk.js';

export function cleanCommand(program: Command): void {
  withPlace(program.command('clean').description('Remove an index. Files that were indexed are not touched.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .option('--yes', 'also what cannot be made again from files: artifacts, and an index that others share')
    .action(async (path: string | undefined, flags: PlaceFlags & { readonly yes?: boolean }) => {
      const place = placeOf(path, flags);
      if (!storeExists(place.file)) {
        await say(`there is no index at ${withoutPassword(place.file)}\n`);
        process.exitCode = 1;
        return;
      }
      refuseForeignFile(place.file);
      if (!flags.yes) await refuseLoss(place.file);
      await withWriteLock(place, 0, () => removeStore(place.file));
      await say(`removed ${withoutPassword(place.file)}\n`);
    });
}

/** What could not be made again is not removed by who has not said so. */
async function refuseLoss(file: string): Promise<void> {
  const artifacts = await countStoredArtifacts(file);
  const lost = [
    ...(artifacts === 0 ? [] : [`${artifacts.toLocaleString('en')} ${artifacts === 1 ? 'artifact' : 'artifacts'}`]),
    ...(isShared(file) ? ['what others keep there'] : []),
  ];
  if (lost.length === 0) return;
  const first = artifacts === 0 ? '' : 'Keep them first: froe export --artifacts > artifacts.jsonl. ';
  throw new FroeError(
    'unconfirmed',
    `${withoutPassword(file)} holds what cannot be made again: ${lost.join(' and ')}`,
    `${first}Then: froe clean --yes`,
  );
}
