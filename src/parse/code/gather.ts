/** Neighbours that belong together, though the grammar has them as siblings. */
import type { Node } from '../../types.js';
import type { CodeLines } from './lines.js';

/**
 * Clauses of one name are one function. If it is large, they are blocks in it, so
 * that it is cut between them:
 *
 *     len([]) -> 0;            function len
 *     len([_ | T]) -> …
 */
export function gatherClauses(nodes: readonly Node[], lines: CodeLines, large: number): Node[] {
  const functions: Node[][] = [];
  for (const node of nodes) {
    const last = functions.at(-1);
    if (last && isClauseOf(last[0], last[last.length - 1], node, lines)) last.push(node);
    else functions.push([node]);
  }
  return functions.map((clauses) => (clauses.length === 1 ? clauses[0] : functionOf(clauses, large)));
}

/** A clause with a comment after a blank line starts a new function. */
function isClauseOf(first: Node, last: Node, { kind, name, start, doc }: Node, lines: CodeLines): boolean {
  if (name === undefined || first.name !== name || first.kind !== kind) return false;
  if (kind !== 'function' && kind !== 'method') return false;
  return doc?.start !== start || lines.blankLines(last.end, start) === 0;
}

function functionOf(clauses: readonly Node[], large: number): Node {
  const [first] = clauses;
  const { end } = clauses[clauses.length - 1];
  const doc = first.doc ?? clauses.find((clause) => clause.doc)?.doc;
  const meta = Object.assign({}, ...clauses.map((clause) => clause.meta));
  return {
    ...first,
    end,
    children: end - first.start > large ? clauses.map(blockOf) : [],
    ...(doc ? { doc } : {}),
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  };
}

const blockOf = ({ start, end, children, grain }: Node): Node => ({ kind: 'block', start, end, children, grain });

/** A definition extends to the next one: a stage of a Dockerfile has no end of its own. */
export function gatherRest(nodes: readonly Node[]): Node[] {
  const stages: { readonly first: Node; readonly rest: Node[] }[] = [];
  for (const node of nodes) {
    const stage = stages.at(-1);
    if (stage?.first.name === undefined || node.name !== undefined) stages.push({ first: node, rest: [] });
    else stage.rest.push(node);
  }
  return stages.map(({ first, rest }) =>
    rest.length === 0 ? first : { ...first, end: rest[rest.length - 1].end, children: [...first.children, ...rest] },
  );
}
