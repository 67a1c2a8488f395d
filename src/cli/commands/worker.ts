/** `froe worker`: indexes files for `froe index --workers remote`, on this machine or another. */
import type { Command } from 'commander';
import { isDatabaseUrl } from '../../engine/indexes.js';
import type { Project } from '../../engine/project.js';
import { type BatchResult, type Queue, runWorker } from '../../engine/team.js';
import { FroeError } from '../../errors.js';
import { type EmbedderFlags, withEmbedder } from '../indexFlags.js';
import { printError, warn } from '../output.js';
import { projectAt } from '../project.js';

interface WorkerFlags extends EmbedderFlags {
  readonly drain?: boolean;
}

export function workerCommand(command: Command): void {
  withEmbedder(command)
    .option('--drain', 'stop when the queue is empty')
    .action(async (flags: WorkerFlags) => {
      const project = projectAt(undefined, flags);
      await project.withVectors(flags.embed ?? true, async (vectors) => {
        const queue = await openQueue(project);
        const store = await project.openStore();
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

export async function openQueue({ file }: Project): Promise<Queue> {
  if (isDatabaseUrl(file)) return (await import('../../remote/queue.js')).Queue.open(file);
  throw new FroeError('bad-option', 'A work queue needs a database', 'Name one: --index postgres://…');
}

/** The current batch is finished first; a second signal ends the process at once. */
function stopping(): AbortSignal {
  const controller = new AbortController();
  process.removeAllListeners('SIGINT'); // that of runProgram.ts would end it at once
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      warn('stopping after this batch');
      controller.abort();
    });
  return controller.signal;
}

function tell(done: BatchResult | FroeError): void {
  if (done instanceof FroeError) printError(done);
  else warn(`${done.written} files, ${done.chunks} chunks, ${done.embedded} embedded`);
}
