/** `froe clean`: removes an index, damaged or not. What it was made from is not touched. */
import { existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { alone } from '../sync/alone.js';
import { placeOf } from './place.js';
import { type PlaceFlags, withPlace } from './placeFlags.js';
import { say } from './talk.js';

/** SQLite's own companions, and our lock. */
const COMPANIONS = ['', '-wal', '-shm', '-writer'];

export function cleanCommand(program: Command): void {
  withPlace(program.command('clean').description('Remove an index. Files that were indexed are not touched.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .action(async (path: string | undefined, flags: PlaceFlags) => {
      const place = placeOf(path, flags);
      if (!existsSync(place.file)) {
        await say(`there is no index at ${place.file}\n`);
        process.exitCode = 1;
        return;
      }
      await alone(place, 0, async () => {
        for (const suffix of COMPANIONS) rmSync(`${place.file}${suffix}`, { force: true });
      });
      await say(`removed ${place.file}\n`);
    });
}
