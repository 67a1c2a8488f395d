/** What the sessions of a server share: one index, and what keeps it true. */
import type { AutoSync } from '../engine/autoSync.js';
import type { Engine } from '../engine/engine.js';

export interface Workspace {
  readonly engine: Engine;
  readonly keeper: AutoSync;
  /** The most tokens of one answer. */
  readonly limit: number;
  /** The format of contexts, if it is set; else it depends on the client. */
  readonly format?: string;
  readonly tokenizer: string;
  /** The requested folder, if it is only a part of the index. */
  readonly within?: string;
  /** Whether clients may add and remove artifacts. */
  readonly write: boolean;
}

/** The least that says anything. */
export const SMALLEST_LIMIT = 500;
