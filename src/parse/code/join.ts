/**
 * Items → nodes. Comments and decorators are joined to their definition, and small
 * neighbours to runs:
 *
 *     import a            imports
 *     import b
 *
 *     // Says how many.   function size, and the comment is its documentation
 *     @cached
 *     function size() …
 *
 *     x = 1               statements, up to a blank line
 *     y = 2
 */

import type { Role } from '../../languages/syntax.js';
import type { Node, Span } from '../../types.js';
import type { CodeLines } from './lines.js';

/** A syntax node that begins its line, before it is joined to others. */
export interface Item extends Span {
  readonly role: Role;
  /** The nodes of definitions and large items are built at once, while the cursor is on them. */
  readonly node?: Node | undefined;
}

/** Pending items. A run of comments may be the documentation of what follows. */
interface Run extends Span {
  readonly kind: 'imports' | 'statements' | 'comment';
  /** The comments among comments and decorators. */
  readonly doc?: Span | undefined;
  /** It ends with a decorator, which belongs to the next item even across blank lines. */
  readonly endsWithDecorator: boolean;
}

export function join(items: readonly Item[], lines: CodeLines): Node[] {
  const nodes: Node[] = [];
  let run: Run | undefined;
  const flush = (): void => {
    if (run) nodes.push({ kind: run.kind, start: run.start, end: run.end, children: [], grain: 'lines' });
    run = undefined;
  };
  for (const item of items) {
    const adjacentRun: Run | undefined = run && isAdjacent(run, item, lines) ? run : undefined;
    const commentsAbove = adjacentRun?.kind === 'comment' ? adjacentRun : undefined;
    if (item.node) {
      if (commentsAbove) run = undefined;
      flush();
      nodes.push(commentsAbove ? withComments(item.node, commentsAbove) : item.node);
      continue;
    }
    const kind = kindOf(item.role);
    const extendedRun = commentsAbove ?? (kind !== 'comment' && adjacentRun?.kind === kind ? adjacentRun : undefined);
    if (!extendedRun) flush();
    run = {
      kind,
      start: extendedRun?.start ?? item.start,
      end: item.end,
      endsWithDecorator: item.role === 'decorator',
      doc:
        item.role === 'comment'
          ? { start: commentsAbove?.doc?.start ?? item.start, end: item.end }
          : commentsAbove?.doc,
    };
  }
  flush();
  return nodes;
}

function kindOf(role: Role): Run['kind'] {
  if (role === 'comment' || role === 'decorator') return 'comment';
  return role === 'import' ? 'imports' : 'statements';
}

/** A documentation comment may be one blank line above its definition; nothing else may. */
function isAdjacent(run: Run, { start, node }: Item, lines: CodeLines): boolean {
  if (run.endsWithDecorator) return true;
  const maxBlankLines =
    run.kind === 'comment' && node && lines.text.startsWith('/**', lines.firstVisible(run.start)) ? 1 : 0;
  return lines.blankLines(run.end, start) <= maxBlankLines;
}

/**
 * A node with the lines above it: comments are its documentation, unless it has
 * some inside, and decorators the first lines of its head.
 */
function withComments(node: Node, commentsAbove: Run): Node {
  const { start, end, doc: comments } = commentsAbove;
  const doc = node.doc ?? comments;
  const hasDecorators = node.head && comments?.end !== end;
  const head = hasDecorators ? { start: comments?.end ?? start, end: node.head.end } : node.head;
  return { ...node, start, ...(head ? { head } : {}), ...(doc ? { doc } : {}) };
}

/**
 * Clauses of one name are one function. If it is large, they are blocks in it, so
 * that it is cut between them:
 *
 *     len([]) -> 0;            function len
 *     len([_ | T]) -> …
 */
export function gatherClauses(nodes: readonly Node[], lines: CodeLines, largeChars: number): Node[] {
  const functions: Node[][] = [];
  for (const node of nodes) {
    const last = functions.at(-1);
    if (last && isClauseOf(last[0], last[last.length - 1], node, lines)) last.push(node);
    else functions.push([node]);
  }
  return functions.map((clauses) => (clauses.length === 1 ? clauses[0] : functionOf(clauses, largeChars)));
}

/** A clause with a comment after a blank line starts a new function. */
function isClauseOf(first: Node, last: Node, { kind, name, start, doc }: Node, lines: CodeLines): boolean {
  if (name === undefined || first.name !== name || first.kind !== kind) return false;
  if (kind !== 'function' && kind !== 'method') return false;
  return doc?.start !== start || lines.blankLines(last.end, start) === 0;
}

function functionOf(clauses: readonly Node[], largeChars: number): Node {
  const [first] = clauses;
  const { end } = clauses[clauses.length - 1];
  const doc = first.doc ?? clauses.find((clause) => clause.doc)?.doc;
  const meta = Object.assign({}, ...clauses.map((clause) => clause.meta));
  return {
    ...first,
    end,
    children: end - first.start > largeChars ? clauses.map(blockOf) : [],
    ...(doc ? { doc } : {}),
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  };
}

const blockOf = ({ start, end, children, grain }: Node): Node => ({ kind: 'block', start, end, children, grain });

/** A definition extends to the next one: a stage of a Dockerfile has no end of its own. */
export function extendToNext(nodes: readonly Node[]): Node[] {
  const stages: { readonly first: Node; readonly following: Node[] }[] = [];
  for (const node of nodes) {
    const stage = stages.at(-1);
    if (stage?.first.name === undefined || node.name !== undefined) stages.push({ first: node, following: [] });
    else stage.following.push(node);
  }
  return stages.map(({ first, following }) =>
    following.length === 0
      ? first
      : { ...first, end: following[following.length - 1].end, children: [...first.children, ...following] },
  );
}
