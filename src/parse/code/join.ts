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
  readonly binds: boolean;
}

export function join(items: readonly Item[], lines: CodeLines): Node[] {
  const nodes: Node[] = [];
  let run: Run | undefined;
  const flush = (): void => {
    if (run) nodes.push({ kind: run.kind, start: run.start, end: run.end, children: [], grain: 'lines' });
    run = undefined;
  };
  for (const item of items) {
    const waiting: Run | undefined = run && touches(run, item, lines) ? run : undefined;
    const above = waiting?.kind === 'comment' ? waiting : undefined;
    if (item.node) {
      if (above) run = undefined;
      flush();
      nodes.push(above ? described(item.node, above) : item.node);
      continue;
    }
    const kind = kindOf(item.role);
    const joined = above ?? (kind !== 'comment' && waiting?.kind === kind ? waiting : undefined);
    if (!joined) flush();
    run = {
      kind,
      start: joined?.start ?? item.start,
      end: item.end,
      binds: item.role === 'decorator',
      doc: item.role === 'comment' ? { start: above?.doc?.start ?? item.start, end: item.end } : above?.doc,
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
function touches(run: Run, { start, node }: Item, lines: CodeLines): boolean {
  if (run.binds) return true;
  const far = run.kind === 'comment' && node && lines.text.startsWith('/**', lines.firstVisible(run.start)) ? 1 : 0;
  return lines.blankLines(run.end, start) <= far;
}

/**
 * A node with the lines above it: comments are its documentation, unless it has
 * some inside, and decorators the first lines of its head.
 */
function described(node: Node, above: Run): Node {
  const { start, end, doc: comments } = above;
  const doc = node.doc ?? comments;
  const decorated = node.head && comments?.end !== end;
  const head = decorated ? { start: comments?.end ?? start, end: node.head.end } : node.head;
  return { ...node, start, ...(head ? { head } : {}), ...(doc ? { doc } : {}) };
}
