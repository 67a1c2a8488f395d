/**
 * Token counts of pretokens seen before. Keys are runs of UTF-16 code units in one
 * array, found by open addressing: a hit compares numbers and allocates nothing.
 * When it is full it is cleared, and the common pretokens are counted once more.
 */
const SLOTS = 1 << 19;
const ENTRIES = 250_000;
const UNITS = 1 << 21;
/**
 * At half load a slot is found in two or three steps. Pretokens that were crafted to share a hash would need a
 * hundred thousand: they are counted each time instead.
 */
const MAX_PROBES = 64;
const NOWHERE = -1;

export class PretokenCache {
  readonly #longest: number;
  readonly #slots = new Int32Array(SLOTS);
  readonly #hashes = new Int32Array(ENTRIES + 1);
  readonly #starts = new Int32Array(ENTRIES + 1);
  readonly #lengths = new Uint16Array(ENTRIES + 1);
  readonly #counts = new Uint16Array(ENTRIES + 1);
  readonly #units = new Uint16Array(UNITS);
  #used = 0;
  #entries = 0;
  /** Slot and hash of the last miss: keep() puts the pretoken there. */
  #missed = 0;
  #missedHash = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Count of the pretoken, or 0 if it is not cached. */
  find(units: Uint16Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.#longest) return 0;
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + units[i]) | 0;
    hash ^= hash >>> 15;
    let slot = hash & (SLOTS - 1);
    for (let step = 0; step < MAX_PROBES; step++) {
      const entry = this.#slots[slot];
      if (entry === 0) {
        this.#missed = slot;
        this.#missedHash = hash;
        return 0;
      }
      if (this.#hashes[entry] === hash && this.#lengths[entry] === length) {
        const at = this.#starts[entry];
        let i = 0;
        while (i < length && this.#units[at + i] === units[start + i]) i++;
        if (i === length) return this.#counts[entry];
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    this.#missed = NOWHERE;
    return 0;
  }

  /** Remembers the pretoken that find() has just missed. */
  keep(units: Uint16Array, start: number, end: number, count: number): void {
    const length = end - start;
    if (length > this.#longest || this.#missed === NOWHERE) return;
    if (this.#entries === ENTRIES || this.#used + length > UNITS) {
      this.#slots.fill(0);
      this.#entries = 0;
      this.#used = 0;
      return;
    }
    const entry = ++this.#entries;
    this.#slots[this.#missed] = entry;
    this.#hashes[entry] = this.#missedHash;
    this.#starts[entry] = this.#used;
    this.#lengths[entry] = length;
    this.#counts[entry] = count;
    for (let i = 0; i < length; i++) this.#units[this.#used + i] = units[start + i];
    this.#used += length;
  }
}
