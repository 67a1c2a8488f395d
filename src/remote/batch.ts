/** One job of the queue: some files of one run, to be cut, embedded and written. */
import type { Task, Trouble } from '../jobs/job.js';
import type { PrepareJob } from '../jobs/prepare.js';
import type { Frequency } from '../sources/history.js';
import type { Stat } from '../sources/stat.js';
import type { IndexModel } from '../store/store.js';
import type { Diagnostic } from '../types.js';

export interface BatchFile extends Omit<PrepareJob, 'file'> {
  readonly frequency?: Frequency | undefined;
  /** Its contents when it was sent; without them, the worker reads the file itself, in the shared folder. */
  readonly sent?: Stat & { readonly hash: string; readonly base64: string };
}

export interface WorkBatch {
  /** The run it belongs to. */
  readonly run: string;
  readonly task: Task;
  /** The model of the vectors; none for keywords only. */
  readonly model?: IndexModel | undefined;
  /** The folder that the worker shares with the sender. */
  readonly root?: string | undefined;
  readonly files: readonly BatchFile[];
}

/** The result, stored with the job and summed up by the sender. */
export interface BatchResult {
  readonly written: number;
  readonly chunks: number;
  readonly embedded: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
}
