/** Blocks below a section: nodes without a name, on whole lines. */
import type { Grain, Node, Span } from '../../types.js';
import type { DocumentLines } from './lines.js';

/** Nested containers are read down to this depth; deeper ones stay one block. */
export const MAX_BLOCK_DEPTH = 12;

/** A node while it is being made. */
export type MutableNode = { -readonly [K in keyof Node]: Node[K] };

type BlockFields = Partial<Pick<Node, 'children' | 'grain' | 'lead' | 'weight' | 'inner' | 'meta'>>;

/** The lines [from, to) as one node. */
export const block = (kind: string, lines: DocumentLines, from: number, to: number, extra: BlockFields = {}): Node => ({
  kind,
  start: lines.start(from),
  end: lines.end(to - 1),
  children: [],
  grain: 'prose',
  ...extra,
});

/** The span of the lines [from, to); undefined if there are none. */
export const lineSpan = (lines: DocumentLines, from: number, to: number): Span | undefined =>
  to > from ? { start: lines.start(from), end: lines.end(to - 1) } : undefined;

/** Fields of a code block: its language, if named, and the line that opens it as `lead`. */
export function codeBlockFields(
  language: string | undefined,
  content: Span | undefined,
  lead: Span | undefined,
): BlockFields {
  const grain: Grain = 'lines';
  return {
    grain,
    ...(lead ? { lead } : {}),
    ...(language && content ? { inner: { language, start: content.start, end: content.end } } : {}),
    ...(language ? { meta: { language } } : {}),
  };
}

/** The node with more in its `meta`. */
export const withMeta = (node: Node, meta: Readonly<Record<string, unknown>>): Node =>
  Object.keys(meta).length === 0 ? node : { ...node, meta: { ...node.meta, ...meta } };

/**
 * A chunk contains nodes of one weight only, so a weighted node splits the text
 * around it. That is right for a licence or a long log, but not for a one-line
 * comment: short nodes keep the weight of their neighbours.
 */
/** Shorter nodes get no weight of their own. In UTF-16 code units. */
export const MIN_WEIGHTED_CHARS = 300;

/** Weight of comments, logs and settings. */
export const ASIDE_WEIGHT = 0.3;
/** Weight of text that no search should find: tables of contents. */
export const HIDDEN_WEIGHT = 0;

export const weighted = (node: Node, weight: number): Node =>
  node.end - node.start < MIN_WEIGHTED_CHARS ? node : { ...node, weight };
