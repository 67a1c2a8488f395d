/** `froe get`: the text behind a location or an id, as `froe search` prints them. */
import type { Command } from 'commander';
import { toRecord } from '../chunkRecord.js';
import { FroeError } from '../errors.js';
import { asking } from './asking.js';
import { type PlaceFlags, withPlace } from './placeFlags.js';
import { say } from './talk.js';

interface GetFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly root?: string;
}

export function getCommand(program: Command): void {
  withPlace(program.command('get').description('Show the text of a location or an id.'))
    .argument('<place>', 'path:from-to, a path, or the id of a piece or a unit')
    .option('--root <path>', 'the folder whose index it is (default: the nearest one above that has one)')
    .option('--json', 'the records of its pieces')
    .action(async (place: string, flags: GetFlags) => {
      await asking(flags.root, { ...flags, embed: false }, async (engine) => {
        const { chunks, text } = await engine.get(place);
        if (chunks.length === 0) throw new FroeError('not-found', `The index has no ${place}`);
        await say(flags.json ? chunks.map((chunk) => `${JSON.stringify(toRecord(chunk))}\n`).join('') : text);
      });
    });
}
