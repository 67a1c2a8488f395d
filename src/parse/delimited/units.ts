/** Ranges of lines that are not yet nodes. Lines are counted from 0. */
import type { Node } from '../../types.js';

/** Blocks with fewer lines have no children. */
export const MIN_LINES = 3;

export interface UnitLines {
  readonly start: number;
  last: number;
}

/** Comments kept for the unit below them. */
interface PendingComments extends UnitLines {
  /** A blank line is before them. */
  readonly afterBlank: boolean;
}

interface Run extends UnitLines {
  isImports: boolean;
}

export interface OpenUnit extends UnitLines {
  readonly depth: number;
  /** The first line that is not a comment. */
  readonly afterComments: number;
  /** The line that names it: the first one that is neither comment nor attribute. */
  nameLine: number;
  /** The last line before its body. */
  headLine: number;
  hasBlock: boolean;
  /** Its block is a body and not just a parenthesis, so it may have a name. */
  hasBody: boolean;
  isAttribute: boolean;
  isImport: boolean;
  innerNodes: Node[];
}

export interface UnitFrame {
  /** All its lines are deeper than this. */
  readonly outerDepth: number;
  readonly nodes: Node[];
  unit: OpenUnit | undefined;
  run: Run | undefined;
  comments: PendingComments | undefined;
}

export const lineCount = ({ start, last }: UnitLines): number => last - start + 1;

export const newFrame = (outerDepth: number): UnitFrame => ({
  outerDepth,
  nodes: [],
  unit: undefined,
  run: undefined,
  comments: undefined,
});

/** A body that is one run of statements needs no node of its own: it adds no boundary. */
export function childUnits(unit: OpenUnit): readonly Node[] {
  if (lineCount(unit) < MIN_LINES) return [];
  return unit.innerNodes.length === 1 && unit.innerNodes[0].kind === 'statements' ? [] : unit.innerNodes;
}

/** A function of a class. */
export const asMember = (node: Node): Node => (node.kind === 'function' ? { ...node, kind: 'method' } : node);
