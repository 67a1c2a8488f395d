/** `froe watch`: brings an index up to date, and keeps it so until it is stopped. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import { type WatchOutcome, watch } from '../../sources/watch.js';
import type { Store } from '../../store/store.js';
import { withWriteLock } from '../../sync/writeLock.js';
import { bringUp, describe } from '../bringUp.js';
import { whole } from '../numbers.js';
import { openIndex } from '../openIndex.js';
import { type IndexPlace, placeOf, refuseNested } from '../place.js';
import { type CutFlags, withCut } from '../placeFlags.js';
import { syncOptions } from '../syncOptions.js';
import { complain, remark, say } from '../talk.js';
import { usingVectors } from '../usingVectors.js';

interface WatchFlags extends CutFlags {
  readonly settle: number;
  readonly wait: number;
  readonly nested?: boolean;
}

export function watchCommand(program: Command): void {
  withCut(program.command('watch').description('Keep an index up to date while files change.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index, else this one)')
    .option('--nested', 'make an index inside a folder that has one already')
    .option('--settle <ms>', 'how long a change must have settled', whole, 300)
    .option('--wait <seconds>', 'how long to wait for another process that writes', whole, 60)
    .action(async (path: string | undefined, flags: WatchFlags) => {
      const place = placeOf(path, flags);
      refuseNested(place, flags.nested);
      await keep(await openIndex(place), place, flags);
    });
}

/** Comes back only with an error: a watch is ended by a signal. */
async function keep(store: Store, place: IndexPlace, flags: WatchFlags): Promise<never> {
  // Said once, however often it is tried again.
  let said = '';
  const complainOnce = (error: FroeError): void => {
    if (error.message === said) return;
    said = error.message;
    complain(error);
    remark('it will be tried again');
  };
  const bring = async (): Promise<WatchOutcome> => {
    const report = await usingVectors(place.settings, flags, (vectors) =>
      withWriteLock(place, flags.wait, () => bringUp(store, syncOptions(place, vectors))),
    );
    const { added, changed, removed, embedded, failure } = report;
    if (added + changed + removed + embedded > 0) await say(describe(report, await store.state()));
    if (!failure) said = '';
    else complainOnce(failure);
    return failure ? 'unfinished' : 'done';
  };
  return new Promise((_, reject) => {
    // A trouble of one moment does not end the watch.
    const failed = (error: unknown): void => (error instanceof FroeError ? complainOnce(error) : reject(error));
    watch(place.root, { settleMs: flags.settle, changed: bring, failed }).then(
      () => remark(`watching ${place.root}; Ctrl-C ends it`),
      reject, // what is wrong at the start will not mend itself
    );
  });
}
