/**
 * A question is several statements, and holds no lock: somebody may write between
 * what is found and what is read of it. Where some of it is gone by then, all is
 * asked again; where others write all the time, not for ever.
 */
const MAX_TRIES = 3;

export interface ReadAttempt<T> {
  readonly result: T;
  /** Some of what was found is there no longer. */
  readonly stale: boolean;
}

export async function retryOnConcurrentWrite<T>(attempt: () => Promise<ReadAttempt<T>>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { result: found, stale: gone } = await attempt();
    if (!gone || tries === MAX_TRIES) return found;
  }
}
