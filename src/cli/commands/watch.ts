/** `froe watch`: updates an index, and keeps it up to date until it is stopped. */
import type { Command } from 'commander';
import type { Store } from '../../engine/indexes.js';
import { type WatchOutcome, watch } from '../../engine/indexing.js';
import type { Project } from '../../engine/project.js';
import { FroeError } from '../../errors.js';
import { bringUp, describeSync } from '../bringUp.js';
import { type CutFlags, withCut } from '../indexFlags.js';
import { printError, say, warn } from '../output.js';
import { projectAt } from '../project.js';
import { wholeNumber } from '../sharedFlags.js';

interface WatchFlags extends CutFlags {
  readonly settle: number;
  readonly wait: number;
  readonly nested?: boolean;
}

export function watchCommand(command: Command): void {
  withCut(command)
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('--nested', 'create a separate index inside an indexed folder')
    .option('--settle <ms>', 'wait until files have not changed for this long', wholeNumber, 300)
    .option('--wait <seconds>', 'maximum time to wait for another writer', wholeNumber, 60)
    .action(async (path: string | undefined, flags: WatchFlags) => {
      const project = projectAt(path, flags);
      project.refuseNested(flags.nested);
      await keep(await project.openStore(), project, flags);
    });
}

/** Returns only with an error: a watch is ended by a signal. */
async function keep(store: Store, project: Project, flags: WatchFlags): Promise<never> {
  // Each error is printed once, however often it is retried.
  let lastMessage = '';
  const complainOnce = (error: FroeError): void => {
    if (error.message === lastMessage) return;
    lastMessage = error.message;
    printError(error);
    warn('retrying');
  };
  const bring = async (): Promise<WatchOutcome> => {
    const report = await project.withVectors(flags.embed ?? true, (vectors) =>
      project.withWriteLock(flags.wait, (signal) => bringUp(store, { ...project.syncOptions(vectors), signal })),
    );
    const { added, changed, removed, embedded, failure } = report;
    if (added + changed + removed + embedded > 0) await say(describeSync(report, await store.state()));
    if (!failure) lastMessage = '';
    else complainOnce(failure);
    return failure ? 'unfinished' : 'done';
  };
  return new Promise((_, reject) => {
    // A temporary error does not end the watch.
    const failed = (error: unknown): void => (error instanceof FroeError ? complainOnce(error) : reject(error));
    watch(project.root, { settleMs: flags.settle, changed: bring, failed }).then(
      () => warn(`watching ${project.root}; press Ctrl-C to stop`),
      reject, // an error at the start will not go away
    );
  });
}
