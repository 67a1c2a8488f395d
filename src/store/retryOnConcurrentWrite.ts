/**
 * A query is several statements without a lock: another process may write between
 * finding chunks and reading them. If some are gone by then, the query is repeated, a
 * limited number of times.
 */
const MAX_TRIES = 3;

export interface ReadAttempt<T> {
  readonly result: T;
  /** Some of what was found is gone. */
  readonly stale: boolean;
}

export async function retryOnConcurrentWrite<T>(attempt: () => Promise<ReadAttempt<T>>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { result, stale } = await attempt();
    if (!stale || tries === MAX_TRIES) return result;
  }
}
