import type { PgDriver } from '../engine/team.js';
import { defaults } from '../options.js';

/**
 * The metrics of a server, in the format of Prometheus:
 *
 *     froe_request_seconds_bucket{route="/v1/search",le="0.05"} 17
 */
type Labels = Readonly<Record<string, string>>;

/** Upper bounds of the buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

export class Metrics {
  readonly #counters = new Map<string, number>();
  readonly #histograms = new Map<string, { readonly labels: Labels; readonly of: Histogram }>();

  count(name: string, labels: Labels = {}): void {
    const key = series(name, labels);
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + 1);
  }

  /** How long a request took, in seconds. */
  time(labels: Labels, seconds: number): void {
    const key = series('', labels);
    const { of } = this.#histograms.get(key) ?? { of: { counts: BUCKETS.map(() => 0), sum: 0, count: 0 } };
    this.#histograms.set(key, { labels, of });
    BUCKETS.forEach((most, i) => {
      if (seconds <= most) of.counts[i]++;
    });
    of.sum += seconds;
    of.count++;
  }

  /** All metrics, including these gauges. */
  text(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    const types = new Map<string, string>();
    const add = (name: string, type: string, line: string): void => {
      if (!types.has(name)) lines.push(`# TYPE ${name} ${type}`);
      types.set(name, type);
      lines.push(line);
    };
    for (const { name, labels = {}, value } of gauges) add(name, 'gauge', `${series(name, labels)} ${value}`);
    for (const [key, value] of [...this.#counters].sort(byName)) add(key.split('{')[0], 'counter', `${key} ${value}`);
    for (const { labels, of } of this.#histograms.values()) {
      BUCKETS.forEach((most, i) => {
        add(TIMES, 'histogram', `${series(`${TIMES}_bucket`, { ...labels, le: String(most) })} ${of.counts[i]}`);
      });
      lines.push(`${series(`${TIMES}_bucket`, { ...labels, le: '+Inf' })} ${of.count}`);
      lines.push(`${series(`${TIMES}_sum`, labels)} ${of.sum}`, `${series(`${TIMES}_count`, labels)} ${of.count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

export interface Gauge {
  readonly name: string;
  readonly labels?: Labels;
  readonly value: number;
}

const TIMES = 'froe_request_seconds';

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);

function series(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value.replace(/[\\"\n]/g, quoted)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

const quoted = (found: string): string => (found === '\n' ? '\\n' : `\\${found}`);

/** The size and growth of the index of each tenant that the key may see: counted in the database, the same for every server. */
export async function measure(driver: PgDriver): Promise<readonly Gauge[]> {
  const rows = await driver.reading((sql) => sql.all('SELECT * FROM froe.figures($1)', defaults.maxTokens));
  return gauges.flatMap(([name, value]) =>
    rows.map((row) => ({ name, labels: { tenant: String(row.name) }, value: value(row) })),
  );
}

type Counted = Readonly<Record<string, unknown>>;

const gauges: readonly (readonly [name: string, value: (row: Counted) => number])[] = [
  ['froe_chunks', ({ chunks }) => Number(chunks)],
  ['froe_tokens', ({ tokens }) => Number(tokens)],
  ['froe_sources', ({ sources }) => Number(sources)],
  ['froe_sources_skipped', ({ skipped }) => Number(skipped)],
  ['froe_files_per_minute', ({ recent }) => Number(recent)],
  ['froe_oversize_share', ({ over, chunks }) => (Number(chunks) === 0 ? 0 : Number(over) / Number(chunks))],
];
