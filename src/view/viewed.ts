/** What a page shows: an index, and how it is updated. */
import type { Engine } from '../engine/engine.js';
import type { SyncOptions } from '../engine/indexing.js';
import type { Cutters } from './cutters.js';

export interface Viewed {
  readonly engine: Engine;
  /** How the index is made, so that files are cut as it cuts them. */
  readonly sync: Omit<SyncOptions, 'root' | 'vectors'>;
  /** The page may have the index brought up to date. Files are never written. */
  readonly write: boolean;
  /** Tokens and form of a context, unless the page says otherwise. */
  readonly budget: number;
  readonly format: string;
  /** Who cuts large files. */
  readonly cutters?: Cutters;
}
