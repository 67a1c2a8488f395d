/** Time and chance, handed in so that tests need neither. */
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason as soon as it is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1, without 1. */
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
