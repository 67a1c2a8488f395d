/** What the sessions of a server share: one index, and what keeps it true. */
import type { AutoSync } from '../engine/autoSync.js';
import type { Engine } from '../engine/engine.js';

export interface Workspace {
  readonly engine: Engine;
  readonly keeper: AutoSync;
  /** The most tokens of one answer. */
  readonly limit: number;
  /** How contexts are written, when somebody has said so; else it depends on the client. */
  readonly format?: string;
  readonly tokenizer: string;
  /** The folder that was asked for, where it is only a part of the index. */
  readonly within?: string;
  /** Clients may change what is kept: take in artifacts, and forget them. */
  readonly write: boolean;
}

/** The least that says anything. */
export const SMALLEST_LIMIT = 500;
