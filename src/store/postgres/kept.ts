/**
 * A value that takes long to work out, kept while nothing was written. While
 * others write all the time it may be a little old: who needs a second to count
 * a million rows does so at most every twenty.
 */
const MAX_AGE_FACTOR = 20;

export class StateCache<T> {
  #kept: { readonly value: T; readonly version: string; readonly until: number } | undefined;

  async get(version: string, make: () => Promise<T>): Promise<T> {
    const began = performance.now();
    if (this.#kept && (this.#kept.version === version || began < this.#kept.until)) return this.#kept.value;
    const value = await make();
    const ended = performance.now();
    this.#kept = { value, version, until: ended + (ended - began) * MAX_AGE_FACTOR };
    return value;
  }

  /** What this process wrote itself is seen at once. */
  forget(): void {
    this.#kept = undefined;
  }
}
