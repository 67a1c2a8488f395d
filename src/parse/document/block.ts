/** Blocks below a section: nodes without a name, on whole lines. */
import type { Grain, Node, Span } from '../../types.js';
import type { DocumentLines } from './lines.js';

/** Containers in containers are read down to here; what is deeper stays one block. */
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

/** The lines [from, to); undefined when there are none. */
export const lineSpan = (lines: DocumentLines, from: number, to: number): Span | undefined =>
  to > from ? { start: lines.start(from), end: lines.end(to - 1) } : undefined;

/** Fields of a block of code: its language, where it is named, and the line it must be read under. */
export function codeBlockFields(
  language: string | undefined,
  inside: Span | undefined,
  lead: Span | undefined,
): BlockFields {
  const grain: Grain = 'lines';
  return {
    grain,
    ...(lead ? { lead } : {}),
    ...(language && inside ? { inner: { language, start: inside.start, end: inside.end } } : {}),
    ...(language ? { meta: { language } } : {}),
  };
}

/** The node with more in its `meta`. */
export const withMeta = (node: Node, meta: Readonly<Record<string, unknown>>): Node =>
  Object.keys(meta).length === 0 ? node : { ...node, meta: { ...node.meta, ...meta } };
