/**
 * Chunks hold nodes of one weight only, so a node with a weight of its own breaks
 * the text around it into chunks. For a licence or a long log that is right; for
 * a comment of one line it would cost more than it brings, and such a node stays
 * with its neighbours.
 */
import type { Node } from '../../types.js';

/** Shorter ones are not worth a chunk, in UTF-16 code units. */
export const WORTH_A_CHUNK = 300;

/** What people wrote for themselves: comments, logs, settings. */
export const ASIDE = 0.3;
/** What no search should find: tables of contents. */
export const UNSEEN = 0;

export const dimmed = (node: Node, weight: number): Node =>
  node.end - node.start < WORTH_A_CHUNK ? node : { ...node, weight };
