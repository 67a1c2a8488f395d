/** One line on a terminal's stderr that says how far a run has come; silent everywhere else. */
const EVERY_MS = 100;
const BAR = 24;

export class ProgressLine {
  readonly #total: number;
  readonly #shown: boolean;
  #done = 0;
  #last = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(total: number, wanted: boolean) {
    this.#total = total;
    this.#shown = wanted && process.stderr.isTTY === true && total > 1;
    if (this.#shown) process.once('exit', () => this.clear()); // also when interrupted
  }

  step(): void {
    this.#done++;
    const now = performance.now();
    if (!this.#shown || now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#drawn = true;
    const filled = Math.round((this.#done / this.#total) * BAR);
    process.stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${this.#done}/${this.#total}`);
  }

  /** Takes the line away, so that nothing of it stays between the data. */
  clear(): void {
    if (this.#drawn) process.stderr.write('\r\x1b[K');
    this.#drawn = false;
  }
}
