/** Statistics of a run: chunk sizes, speed, and errors by kind. */
import type { JobSummary, Trouble } from '../engine/cutting.js';

export interface Stats {
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly mean_tokens: number;
  readonly p50_tokens: number;
  readonly p95_tokens: number;
  readonly max_tokens: number;
  /** Chunks of more than TARGET tokens. */
  readonly over_target: number;
  /** Files with a record that the schema refused. */
  readonly validation_errors: number;
  /** Share of files that exceeded the limit before they were cut. */
  readonly share_over_budget: number;
  readonly seconds: number;
  readonly files_per_second: number;
  readonly errors: Readonly<Record<string, number>>;
}

/** The recommended maximum of a chunk, independent of its limit. */
const TARGET = 800;

/** Errors that change the exit code if the user named the path. */
const UNREAD: ReadonlySet<Trouble['code']> = new Set(['not-a-file', 'not-found', 'too-large', 'unreadable']);
/** The file exists but could not be read. */
const CLOSED: ReadonlySet<Trouble['code']> = new Set([
  ...UNREAD,
  ...(['broken', 'encrypted', 'crashed', 'bad-record', 'bad-source'] as const),
]);
const NOT_TEXT: ReadonlySet<Trouble['code']> = new Set(['binary', 'empty', 'no-text']);
/** Bugs in froe. */
const FAULTS: ReadonlySet<Trouble['code']> = new Set(['bad-record', 'bad-source', 'crashed']);

export class Tally {
  readonly #started = performance.now();
  readonly #tokens: number[] = [];
  readonly #errors = new Map<string, number>();
  #files = 0;
  #bytes = 0;
  #over = 0;
  #failed = false;
  #closed = 0;
  #missing = 0;
  #notText = 0;

  get chunks(): number {
    return this.#tokens.length;
  }

  get files(): number {
    return this.#files;
  }

  /** A named file could not be read, or froe failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Files that could not be read: missing, no permission, too large, broken. */
  get unread(): number {
    return this.#closed + this.#missing;
  }

  /** Those of them that are counted as files. */
  get closed(): number {
    return this.#closed;
  }

  /** Files without text: binary, empty, images only. */
  get notText(): number {
    return this.#notText;
  }

  /** A path that cannot be opened and is not even a job. */
  missing(trouble: Trouble, named: boolean): void {
    this.trouble(trouble, named);
    this.#missing++;
  }

  add(summary: JobSummary): void {
    if (summary.passedOver) return;
    this.#files++;
    const has = (codes: ReadonlySet<Trouble['code']>): boolean =>
      summary.tokens.length === 0 && summary.troubles.some(({ code }) => codes.has(code));
    if (has(CLOSED)) this.#closed++;
    else if (has(NOT_TEXT)) this.#notText++;
    this.#bytes += summary.bytes;
    if (summary.over) this.#over++;
    for (const tokens of summary.tokens) this.#tokens.push(tokens);
  }

  trouble({ code }: Trouble, named: boolean): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
    if (FAULTS.has(code) || (named && UNREAD.has(code))) this.#failed = true;
  }

  stats(): Stats {
    const sorted = this.#tokens.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0; // nearest rank
    const seconds = (performance.now() - this.#started) / 1000;
    return {
      files: this.#files,
      bytes: this.#bytes,
      chunks: sorted.length,
      mean_tokens: sorted.length === 0 ? 0 : round(sorted.reduce((sum, n) => sum + n, 0) / sorted.length),
      p50_tokens: at(0.5),
      p95_tokens: at(0.95),
      max_tokens: at(1),
      over_target: sorted.filter((tokens) => tokens > TARGET).length,
      validation_errors: this.#errors.get('bad-record') ?? 0,
      share_over_budget: this.#files === 0 ? 0 : round(this.#over / this.#files, 4),
      seconds: round(seconds, 3),
      files_per_second: round(this.#files / seconds),
      errors: Object.fromEntries([...this.#errors].sort()),
    };
  }
}

const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

export function describeStats(stats: Stats): string {
  const n = (value: number): string => value.toLocaleString('en');
  const errors = Object.entries(stats.errors).map(([code, count]) => `${code} ${count}`);
  const rows: readonly (readonly [string, string])[] = [
    ['files', `${n(stats.files)} (${n(stats.bytes)} bytes)`],
    ['chunks', n(stats.chunks)],
    [
      'tokens',
      `mean ${n(stats.mean_tokens)} · p50 ${n(stats.p50_tokens)} · p95 ${n(stats.p95_tokens)} · max ${n(stats.max_tokens)}`,
    ],
    ['over target', `${n(stats.over_target)} of ${n(stats.chunks)} above ${TARGET} tokens`],
    ['validation', `${n(stats.validation_errors)} errors`],
    ['over budget', `${(stats.share_over_budget * 100).toFixed(1)} % of files before cutting`],
    ['speed', `${n(stats.files_per_second)} files per second (${stats.seconds} s)`],
    ['errors', errors.length === 0 ? 'none' : errors.join(', ')],
  ];
  return rows.map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join('');
}
