/**
 * Chunks hold nodes of one weight only, so a node with a weight of its own breaks
 * the text around it into chunks. For a licence or a long log that is right; for
 * a comment of one line it would cost more than it brings, and such a node stays
 * with its neighbours.
 */
import type { Node } from '../../types.js';

/** Shorter ones are not worth a chunk, in UTF-16 code units. */
export const MIN_WEIGHTED_LENGTH = 300;

/** What people wrote for themselves: comments, logs, settings. */
export const ASIDE_WEIGHT = 0.3;
/** What no search should find: tables of contents. */
export const HIDDEN_WEIGHT = 0;

export const weighted = (node: Node, weight: number): Node =>
  node.end - node.start < MIN_WEIGHTED_LENGTH ? node : { ...node, weight };
