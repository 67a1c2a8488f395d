/** What tells one provider's HTTP interface from another's. Everything else is in remote.ts. */
import type { BatchLimits } from './batch.js';
import type { Purpose } from './embedder.js';
import { field } from './request.js';

export interface EmbedProvider {
  /** What people call it. */
  readonly title: string;
  /** Where it is unless told. Paths are added to it. */
  readonly baseUrl: string;
  readonly path: string;
  /** The variable with its key. It is sent to `baseUrl` only; elsewhere FROE_API_KEY is. */
  readonly keyVariable?: string;
  /** What goes out together, well inside what the provider takes: its tokens are not quite those we count. */
  readonly batch: BatchLimits;
  /** Milliseconds that one request may take. */
  readonly timeout: number;
  /** What to do when nobody answers there. */
  readonly unreachable?: string;
  /** What to do when it does not know the model. */
  missing?(model: string): string;
  body(request: EmbedRequest): unknown;
  /** The vectors of an answer in the order of the texts, not looked at yet; undefined when it is no such answer. */
  rows(answer: unknown): readonly unknown[] | undefined;
}

export interface EmbedRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly purpose: Purpose;
  /** Set when another size than the model's own is asked for. */
  readonly dimensions?: number | undefined;
}

/**
 * `{ data: [{ index, embedding }] }`, in any order. Every index must be there
 * once: a list with a doubled index has lost somebody's vector.
 */
export function rowsByIndex(answer: unknown): readonly unknown[] | undefined {
  const data = field(answer, 'data');
  if (!Array.isArray(data)) return undefined;
  const rows = new Array<unknown>(data.length);
  const seen = new Set<number>();
  for (const item of data) {
    const index = field(item, 'index');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= data.length) return undefined;
    seen.add(index);
    rows[index] = field(item, 'embedding');
  }
  return seen.size === data.length ? rows : undefined;
}
