/** What the readers of AsciiDoc share. */
import type { Node } from '../../types.js';
import { MAX_BLOCK_DEPTH } from '../document/block.js';
import { Closers } from '../document/closers.js';
import type { DocumentLines } from '../document/lines.js';
import type { ReadContext, ReadPosition } from '../document/read.js';
import type { BlockAttributes } from './attributes.js';
import { delimiterOf } from './delimiters.js';

export interface AsciiDocContext extends ReadContext {
  /** Lines that delimit blocks, by their text. */
  readonly closers: Closers;
  /** What code is written in that does not say so: the attribute `source-language`. */
  language: string | undefined;
  /** What was said above the block that is read next, and the line that comes after. */
  above: { readonly next: number; readonly attributes: BlockAttributes };
  readonly inside: (place: ReadPosition) => Node[];
}

export const noAttributes: AsciiDocContext['above'] = { next: -1, attributes: {} };

/** The attributes of the block at `line`. */
export function attributesAt({ above, lines }: AsciiDocContext, line: number): BlockAttributes {
  return above.next >= 0 && lines.skipBlank(above.next, line) === line ? above.attributes : {};
}

/** Every line that may close a block. */
export function findClosers(lines: DocumentLines): Closers {
  const closers = new Closers();
  for (let line = 0; line < lines.count; line++) {
    const delimiter = delimiterOf(lines, line);
    if (delimiter?.closes) closers.add(delimiter.close, line);
  }
  return closers;
}

export const asciidocChildren = (
  context: AsciiDocContext,
  from: number,
  to: number,
  { depth }: ReadPosition,
): Node[] =>
  from >= to || depth + 1 >= MAX_BLOCK_DEPTH ? [] : context.inside({ line: from, to, depth: depth + 1, indent: 0 });
