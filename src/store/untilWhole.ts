/**
 * A question is several statements, and holds no lock: somebody may write between
 * what is found and what is read of it. Where some of it is gone by then, all is
 * asked again; where others write all the time, not for ever.
 */
const TRIES = 3;

export interface Attempt<T> {
  readonly found: T;
  /** Some of what was found is there no longer. */
  readonly gone: boolean;
}

export async function untilWhole<T>(attempt: () => Promise<Attempt<T>>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { found, gone } = await attempt();
    if (!gone || tries === TRIES) return found;
  }
}
