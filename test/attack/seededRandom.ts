/** Random numbers from a seed: the same seed gives the same numbers. */
export interface SeededRandom {
  /** From 0 to `below`, without it. */
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { below: (count) => next() % Math.max(1, count), pick: (items) => items[next() % items.length] };
}
