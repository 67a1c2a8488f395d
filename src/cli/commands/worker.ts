/** `froe worker`: indexes for whoever runs `froe index --workers remote`, on this machine or any other. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import type { BatchResult } from '../../remote/batch.js';
import type { Queue } from '../../remote/queue.js';
import { runWorker } from '../../remote/worker.js';
import { isDatabaseUrl } from '../../store/databaseUrl.js';
import { openIndex } from '../openIndex.js';
import { type IndexPlace, placeOf } from '../place.js';
import { type EmbedderFlags, withEmbedder } from '../placeFlags.js';
import { complain, remark } from '../talk.js';
import { usingVectors } from '../usingVectors.js';

interface WorkerFlags extends EmbedderFlags {
  readonly drain?: boolean;
}

export function workerCommand(program: Command): void {
  withEmbedder(program.command('worker').description('Index for others, out of the queue of a database.'))
    .option('--drain', 'stop when there is nothing left to do')
    .action(async (flags: WorkerFlags) => {
      const place = placeOf(undefined, flags);
      await usingVectors(place.settings, flags, async (vectors) => {
        const queue = await openQueue(place);
        const store = await openIndex(place);
        const signal = stopping();
        try {
          await runWorker(store, queue, { vectors, signal, drain: flags.drain === true, onBatch: tell });
        } finally {
          await queue.close();
          await store.close();
        }
      });
    });
}

export async function openQueue({ file }: IndexPlace): Promise<Queue> {
  if (isDatabaseUrl(file)) return (await import('../../remote/queue.js')).Queue.open(file);
  throw new FroeError('bad-option', 'Only a database has a queue', 'Give one: --index postgres://…');
}

/** The batch at hand is finished first; a second signal ends at once. */
function stopping(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      remark('stopping after this batch');
      controller.abort();
    });
  return controller.signal;
}

function tell(done: BatchResult | FroeError): void {
  if (done instanceof FroeError) complain(done);
  else remark(`${done.written} files, ${done.chunks} chunks, ${done.embedded} embedded`);
}
