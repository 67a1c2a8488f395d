/** What differs between the HTTP APIs of providers. Everything else is in remote.ts. */
import type { BatchLimits } from './batch.js';
import type { Purpose } from './embedder.js';
import { field } from './request.js';

export interface EmbedProvider {
  /** Its display name. */
  readonly title: string;
  /** Default base URL. Paths are appended to it. */
  readonly baseUrl: string;
  readonly path: string;
  /** The variable with its key. It is sent to `baseUrl` only; elsewhere FROE_API_KEY is. */
  readonly keyVariable?: string;
  /** Limits of a batch, well below the provider's: its tokens are not exactly those we count. */
  readonly batch: BatchLimits;
  /** Timeout of a request, in milliseconds. */
  readonly timeout: number;
  /** A hint for when there is no response. */
  readonly unreachable?: string;
  /** A hint for an unknown model. */
  missing?(model: string): string;
  body(request: EmbedRequest): unknown;
  /** The vectors of a response in the order of the texts, not validated; undefined if it has another form. */
  rows(answer: unknown): readonly unknown[] | undefined;
}

export interface EmbedRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly purpose: Purpose;
  /** Set if another size than the model's own is requested. */
  readonly dimensions?: number | undefined;
}

/**
 * `{ data: [{ index, embedding }] }`, in any order. Every index must occur exactly once:
 * if one occurs twice, another text has lost its vector.
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
