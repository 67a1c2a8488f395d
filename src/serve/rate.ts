/** So many requests a minute for each name, evenly: a bucket that fills up again by itself. */
export class Rate {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /** Is there one left? Then it is taken. */
  take(name: string, perMinute: number, now = performance.now()): boolean {
    const bucket = this.#buckets.get(name) ?? { left: perMinute, at: now };
    bucket.left = Math.min(perMinute, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    this.#buckets.set(name, bucket);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }
}
