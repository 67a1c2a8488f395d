/** What tells one provider's HTTP interface from another's. Everything else is in remote.ts. */
import type { BatchLimits } from '../embed/batch.js';

export interface RerankProvider {
  /** What people call it. */
  readonly title: string;
  /** Where it is unless told; undefined: wherever the user says, and nowhere else. */
  readonly baseUrl?: string;
  /** The variables with its key, the usual one first. It is sent to `baseUrl` only; elsewhere FROE_API_KEY is. */
  readonly keyVariables: readonly string[];
  /** What goes out together, well inside what the provider takes. A question counts with each of its texts. */
  readonly batch: BatchLimits;
  /** Milliseconds that a question may take, further tries and all: somebody waits who could have an answer without it. */
  readonly timeout: number;
  /** What to do when nobody answers there. */
  readonly unreachable?: string;
  /** How it is asked. Where there are several, the first that it understands is kept to. */
  readonly shapes: readonly RequestShape[];
}

export interface RequestShape {
  readonly path: string;
  body(request: RerankRequest): unknown;
}

export interface RerankRequest {
  readonly model: string;
  readonly query: string;
  readonly texts: readonly string[];
}
