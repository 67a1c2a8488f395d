/**
 * A queue in the database (pg-boss). A worker holds a job for the length of its lease; if
 * the lease ends because the worker was killed or hangs, the job returns to the queue; a
 * job that failed too often goes to a queue of dead letters.
 *
 * Every tenant, and each of its roots, has its own queue, so that none waits for another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { parseTenantAddress } from '../store/postgres/connect.js';
import type { BatchResult, WorkBatch } from './batch.js';

const SCHEMA = 'froe_jobs';
/** Maximum retries of a batch. A killed worker counts. */
const MAX_RETRIES = 5;

export interface LeasedBatch {
  readonly id: string;
  readonly batch: WorkBatch;
}

/** Failed too often. */
export interface DeadBatch {
  readonly batch: WorkBatch;
  readonly reason: string;
}

export interface QueueStatus {
  /** Waiting, or in progress. */
  readonly open: number;
  readonly active: number;
  readonly done: readonly BatchResult[];
}

export class Queue {
  readonly #boss: PgBoss;
  readonly #name: string;
  readonly #dead: string;

  private constructor(boss: PgBoss, tenant: string, root: string | undefined) {
    this.#boss = boss;
    [this.#name, this.#dead] = queuesOf(tenant, root);
  }

  static async open(where: string): Promise<Queue> {
    const { url, tenant, root } = parseTenantAddress(where);
    // No background jobs: the sender checks leases while it waits (expire).
    const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false, max: 4 });
    boss.on('error', () => {}); // each call answers with its own error
    const queue = new Queue(boss, tenant, root);
    await retryTransient(() => boss.start());
    await retryTransient(() => boss.createQueue(queue.#dead));
    const settings = { name: queue.#name, deadLetter: queue.#dead, policy: 'standard' } as const;
    await retryTransient(() => boss.createQueue(queue.#name, settings));
    return queue;
  }

  async send(batches: readonly WorkBatch[], lease: number): Promise<void> {
    await this.#boss.insert(
      batches.map((data) => ({
        name: this.#name,
        data,
        retryLimit: MAX_RETRIES,
        expireInSeconds: lease,
        deadLetter: this.#dead,
      })),
    );
  }

  async take(): Promise<LeasedBatch | undefined> {
    const [job] = (await retryTransient(() => this.#boss.fetch<WorkBatch>(this.#name))) ?? [];
    return job && { id: job.id, batch: job.data };
  }

  done(id: string, result: BatchResult): Promise<void> {
    return retryTransient(() => this.#boss.complete(this.#name, id, result));
  }

  failed(id: string, reason: string): Promise<void> {
    return retryTransient(() => this.#boss.fail(this.#name, id, { message: reason }));
  }

  /** Removes the batches of an abandoned run that were not started. */
  async clear(): Promise<void> {
    await this.#boss.purgeQueue(this.#name);
    await this.#boss.purgeQueue(this.#dead);
  }

  /** Returns jobs whose lease has ended to the queue. */
  expire(): Promise<void> {
    return retryTransient(() => this.#boss.expire());
  }

  /** Batches that failed too often, and why. */
  async dead(): Promise<readonly DeadBatch[]> {
    const jobs = (await this.#boss.fetch<WorkBatch>(this.#dead, { batchSize: 100, includeMetadata: true })) ?? [];
    if (jobs.length > 0)
      await this.#boss.complete(
        this.#dead,
        jobs.map(({ id }) => id),
      );
    return jobs.map(({ data, output }) => ({ batch: data, reason: reasonOf(output) }));
  }

  /** The progress of a run. */
  async status(run: string): Promise<QueueStatus> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT count(*) FILTER (WHERE state < 'completed') AS open, count(*) FILTER (WHERE state = 'active') AS active,
         coalesce(json_agg(output) FILTER (WHERE state = 'completed' AND data ->> 'run' = $2), '[]') AS done
       FROM ${SCHEMA}.job WHERE name = $1`,
      [this.#name, run],
    );
    const [{ open, active, done }] = rows;
    return { open: Number(open), active: Number(active), done };
  }

  /** Removes old finished jobs. */
  maintain(): Promise<void> {
    return this.#boss.maintain();
  }

  close(): Promise<void> {
    return this.#boss.stop({ graceful: false, wait: true });
  }
}

/**
 * The names of a tenant's queues, for work and for dead letters. They are unique per tenant: the kind comes first, so
 * that no name can end like another, and `_` is only used to escape other characters.
 *
 *     a.b → batches-a_db        a_b → batches-a__b        its root web@2 → batches-a__b_rweb_x40_2
 */
function queuesOf(tenant: string, root: string | undefined): readonly [work: string, dead: string] {
  const plain = (text: string): string => text.replace(/[^a-z0-9-]/giu, writtenSign);
  const name = root === undefined ? plain(tenant) : `${plain(tenant)}_r${plain(root)}`;
  return [`batches-${name}`, `dead-${name}`];
}

const writtenSign = (sign: string): string =>
  sign === '_' ? '__' : sign === '.' ? '_d' : `_x${sign.codePointAt(0)?.toString(16)}_`;

/** Deadlock, serialization failure, created concurrently: a retry succeeds. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set(['40P01', '40001', '23505', '42P07', '42710']);
const MAX_TRIES = 5;

/** Workers start together, and each would create the tables of a queue. */
async function retryTransient<T>(what: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await what();
    } catch (error) {
      const passes = error instanceof Error && 'code' in error && TRANSIENT_CODES.has(error.code);
      if (!passes || tries === MAX_TRIES) throw error;
      await sleep(tries * 50 * (1 + Math.random()));
    }
  }
}

/** The last failure: our message, or that of pg-boss when a lease ended. */
function reasonOf(output: object | null): string {
  const detail = output && 'value' in output ? output.value : output;
  return typeof detail === 'object' && detail !== null && 'message' in detail
    ? String(detail.message)
    : 'no reason given';
}
