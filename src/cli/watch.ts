/** `froe watch`: brings an index up to date, and keeps it so until it is stopped. */
import type { Command } from 'commander';
import { FroeError } from '../errors.js';
import { watch } from '../sources/watch.js';
import { whole } from './flags.js';
import { alone, bringUp, describe } from './index-command.js';
import { type CutFlags, openIndex, placeOf, withCut, withEmbedder, withPlace } from './place.js';
import { complain, remark, say } from './talk.js';

interface WatchFlags extends CutFlags {
  readonly settle: number;
  readonly wait: number;
}

export function watchCommand(program: Command): void {
  withCut(withEmbedder(withPlace(program.command('watch').description('Keep an index up to date while files change.'))))
    .argument('[path]', 'the folder (default: the nearest one above that has an index, else this one)')
    .option('--settle <ms>', 'how long a change must have settled', whole, 300)
    .option('--wait <seconds>', 'how long to wait for another process that writes', whole, 60)
    .action(async (path: string | undefined, flags: WatchFlags) => {
      const place = placeOf(path, flags);
      const store = openIndex(place);
      const bring = async (): Promise<void> => {
        const report = await alone(place, flags.wait, () => bringUp(store, place, flags));
        const { added, changed, removed } = report;
        if (added + changed + removed > 0) await say(describe(report, (await store.state()).pending));
        if (report.failure) complain(report.failure);
      };
      await bring();
      await watch(place.root, flags.settle, () => bring().catch(told));
      remark(`watching ${place.root}; Ctrl-C ends it`);
      await new Promise(() => {}); // until a signal
    });
}

/** A trouble of one moment does not end the watch. */
function told(error: unknown): void {
  if (!(error instanceof FroeError)) throw error;
  complain(error);
}
