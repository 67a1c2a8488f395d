/** What the readers of reStructuredText share. */
import type { Node } from '../../types.js';
import { MAX_BLOCK_DEPTH } from '../document/block.js';
import type { ReadContext, ReadPosition } from '../document/read.js';

export interface RstContext extends ReadContext {
  /** Kinds of adornment, in the order of appearance: they are the levels. */
  readonly adornments: string[];
  /** What literal blocks are written in, as the last `highlight` directive says. */
  language: string | undefined;
  /** Reads the blocks inside a container. */
  readonly inside: (place: ReadPosition) => Node[];
}

/** The blocks of [from, to) below a container; none where it is too deep to go on. */
export const rstChildren = (context: RstContext, from: number, to: number, { depth }: ReadPosition): Node[] =>
  from >= to || depth + 1 >= MAX_BLOCK_DEPTH ? [] : context.inside({ line: from, to, depth: depth + 1, indent: 0 });
