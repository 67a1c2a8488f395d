/** Ranges of lines that are not yet nodes. Lines are counted from 0. */
import type { Node } from '../../types.js';

/** Blocks with fewer lines have no children. */
export const MIN_LINES = 3;

export interface Stretch {
  readonly start: number;
  last: number;
}

/** Comments kept for the unit below them. */
interface Note extends Stretch {
  /** A blank line is before them. */
  readonly apart: boolean;
}

interface Run extends Stretch {
  imports: boolean;
}

export interface OpenUnit extends Stretch {
  readonly depth: number;
  /** The first line that is not a comment. */
  readonly own: number;
  /** The line that names it: the first one that is neither comment nor attribute. */
  code: number;
  /** The last line before its body. */
  head: number;
  block: boolean;
  /** Its block is a body and not just a parenthesis, so it may have a name. */
  braced: boolean;
  attribute: boolean;
  imports: boolean;
  inner: Node[];
}

export interface UnitFrame {
  /** All its lines are deeper than this. */
  readonly floor: number;
  readonly nodes: Node[];
  unit: OpenUnit | undefined;
  run: Run | undefined;
  note: Note | undefined;
}

export const lineCount = ({ start, last }: Stretch): number => last - start + 1;

export const newFrame = (floor: number): UnitFrame => ({
  floor,
  nodes: [],
  unit: undefined,
  run: undefined,
  note: undefined,
});

/** A body that is one run of statements needs no node of its own: it adds no boundary. */
export function childUnits(unit: OpenUnit): readonly Node[] {
  if (lineCount(unit) < MIN_LINES) return [];
  return unit.inner.length === 1 && unit.inner[0].kind === 'statements' ? [] : unit.inner;
}

/** A function of a class. */
export const asMember = (node: Node): Node => (node.kind === 'function' ? { ...node, kind: 'method' } : node);
