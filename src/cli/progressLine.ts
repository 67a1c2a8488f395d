/** The progress of a long run: stage, speed and remaining time, as one line on a terminal's stderr. */

const EVERY_MS = 100;
const BAR = 24;

/** Labels of the stages of an index run; other stages are shown as they are. */
const doing: ReadonlyMap<string, string> = new Map([
  ['read', 'reading'],
  ['embed', 'embedding'],
]);

interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export class ProgressLine {
  readonly #shown: boolean;
  #stage: string | undefined;
  #started = 0;
  #last = 0;
  #drawn = false;

  constructor(wanted = true) {
    this.#shown = wanted && process.stderr.isTTY === true;
    if (this.#shown) process.once('exit', () => this.clear()); // also when interrupted
  }

  show({ stage, done, total }: Progress): void {
    if (!this.#shown) return;
    const now = performance.now();
    if (stage !== this.#stage) [this.#stage, this.#started] = [stage, now];
    if (now - this.#last < EVERY_MS && done < total) return;
    this.#last = now;
    this.#drawn = true;
    const filled = Math.min(BAR, Math.round((done / total) * BAR));
    const rate = done / Math.max(0.001, (now - this.#started) / 1000);
    const left = Math.max(0, total - done) / Math.max(rate, 0.001);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
    process.stderr.write(
      `\r\x1b[K${doing.get(stage) ?? stage} ${bar} ${done}/${total} · ${Math.round(rate)}/s · ${clock(left)} left`,
    );
  }

  /** Clears the line, so that nothing of it stays between the data. */
  clear(): void {
    if (this.#drawn) process.stderr.write('\r\x1b[K');
    this.#drawn = false;
  }
}

const clock = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
