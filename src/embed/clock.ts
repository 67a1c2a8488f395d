/** Time and randomness, injected so that tests control both. */
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted(); // the caller's own reason instead of a general one
      throw error;
    }
  },
};
