/**
 * Syntax tree → our nodes. A syntax tree has a node for every comma; ours has
 * nodes for statements and definitions. The rules are the same for every language:
 *
 * - An *item* is a syntax node that begins its line. Items are whole lines.
 * - A syntax node that begins inside a line is searched for items: the statements
 *   of `describe('x', () => {` are items of that call.
 * - An item that defines something becomes a node with its name. Its comments and
 *   its clauses are joined to it (join.ts).
 * - Classes and modules are always opened, other nodes only if they are large:
 *   what is smaller than a chunk is not cut. Nothing below is visited then, which
 *   saves a call into WebAssembly for each step of the cursor.
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { Role, Syntax, SyntaxNode } from '../../languages/syntax.js';
import type { Node, Span } from '../../types.js';
import { definitionIn, type FoundDefinition, partsOf, type Reading } from './definition.js';
import { gatherClauses, gatherRest, type Item, join } from './join.js';
import { CodeLines } from './lines.js';
import type { Roles } from './roles.js';

/** Code units below which nothing but a class or a module is opened. */
const LARGE = 600;
/** Maximum depth of nodes, and of syntax nodes that are searched: deeper trees are attacks. */
const DEEPEST = 48;
const DEEPEST_LOOK = 400;

export interface Grown {
  readonly children: readonly Node[];
  /** Top-level imports, as written. If a file consists of modules, the imports of its modules. */
  readonly imports: readonly string[];
}

export function grow(text: string, cursor: TreeCursor, syntax: Syntax, roles: Roles, broken: boolean): Grown {
  const grower = new Grower(cursor, { lines: new CodeLines(text), syntax, roles, broken });
  const children = grower.children({ first: 0, end: text.length, within: 'file', depth: 0 });
  const { file, modules } = grower.imports;
  return { children: syntax.takesRest ? gatherRest(children) : children, imports: file.length > 0 ? file : modules };
}

/** The inside of a syntax node: where its items may begin, and where they end. */
interface Inside {
  readonly first: number;
  readonly end: number;
  /** What contains them. Code: the inside of functions and statements. */
  readonly within: 'file' | 'module' | 'class' | 'code';
  readonly depth: number;
  /** Inside an `if` or a `try`: imports there are not imports of the file. */
  readonly conditional?: boolean;
  /** The body, which is searched for items. */
  readonly body?: SyntaxNode | null | undefined;
}

class Grower {
  readonly imports = { file: [] as string[], modules: [] as string[] };
  readonly #cursor: TreeCursor;
  readonly #reading: Reading;
  readonly #lines: CodeLines;
  readonly #roles: Roles;

  constructor(cursor: TreeCursor, reading: Reading) {
    this.#cursor = cursor;
    this.#reading = reading;
    this.#lines = reading.lines;
    this.#roles = reading.roles;
  }

  /** Nodes inside the syntax node under the cursor. */
  children(inside: Inside): Node[] {
    if (inside.depth > DEEPEST) return [];
    const items: Item[] = [];
    this.#collect(items, inside, 0);
    const nodes = join(items, this.#lines);
    return this.#reading.syntax.clauses ? gatherClauses(nodes, this.#lines, LARGE) : nodes;
  }

  #collect(items: Item[], inside: Inside, looks: number): void {
    const cursor = this.#cursor;
    if (!cursor.gotoFirstChild()) return;
    do {
      const id = cursor.nodeTypeId;
      if (this.#roles.of(id) === 'nothing') continue;
      const start = cursor.startIndex;
      if (start >= inside.end) break;
      const end = cursor.endIndex;
      if (end > inside.first && end > start) this.#visit(id, { start, end }, items, inside, looks); // or it is missing
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }

  /** The node under the cursor: an item, the end of one, or a node to search for items. */
  #visit(id: number, span: Span, items: Item[], inside: Inside, looks: number): void {
    const last = items.at(-1);
    const taken = last?.end ?? inside.first;
    const head = this.#lines.head(span.start);
    const begins = head >= taken && !this.#isBody(inside, span);
    // `@send external f`, `*/ function f() {`: a node on the line of a decorator or comment is an item that begins with it.
    const beside = (last?.role === 'decorator' || last?.role === 'comment') && span.start < last.end;
    const role = begins || beside ? this.#roles.at(this.#cursor, id) : this.#roles.of(id);
    if (role === 'tail' && last) items[items.length - 1] = this.#continued(last, this.#lineEnd(span, inside), inside);
    else if (beside) {
      items[items.length - 1] = this.#item(role, { start: last.start, end: this.#lineEnd(span, inside) }, inside);
    } else if (begins && role !== 'through') {
      const comments = commentsAtEnd(this.#cursor, span, this.#lines, this.#roles);
      const end = comments[0]?.start ?? this.#lineEnd(span, inside);
      items.push(this.#item(role, { start: head, end }, inside), ...comments);
    } else if (span.end > taken && looks < DEEPEST_LOOK) {
      const holds = role === 'through' && head >= taken;
      if (holds || this.#lines.between(span.start, span.end)) this.#collect(items, inside, looks + 1);
    }
  }

  #lineEnd({ end }: Span, inside: Inside): number {
    return Math.min(inside.end, this.#lines.end(end));
  }

  #isBody({ body }: Inside, { start, end }: Span): boolean {
    return body?.startIndex === start && body.endIndex === end && body.id === this.#cursor.nodeId;
  }

  #item(role: Role, span: Span, inside: Inside): Item {
    if (role === 'import') this.#import(this.#lines.text.slice(span.start, span.end).trim(), inside);
    if (role === 'import' || role === 'comment') return { role, ...span };
    const found =
      role === 'definition' || role === 'wrapper' ? definitionIn(this.#cursor.currentNode, this.#roles) : undefined;
    if (found) return { role: 'definition', ...span, node: this.#define(found, span, inside) };
    return { role: role === 'decorator' ? role : 'other', ...span, node: this.#block(role, span, inside) };
  }

  #import(statement: string, { within, conditional }: Inside): void {
    if (conditional) return;
    if (within === 'file') this.imports.file.push(statement);
    if (within === 'module') this.imports.modules.push(statement);
  }

  /** A node that defines nothing is opened if it is large, or for the definitions in it. */
  #block(role: Role, { start, end }: Span, { within, depth, conditional }: Inside): Node | undefined {
    const holds = role === 'holder' && within !== 'code';
    const large = end - start > LARGE;
    if (!holds && !large) return undefined;
    // The first syntax node inside another begins at the same offset, and is not an item of it.
    const children = this.children({
      first: start + 1,
      end,
      within: holds ? within : 'code',
      depth: depth + 1,
      conditional: conditional || this.#roles.isHolder(this.#cursor.nodeTypeId),
    });
    const worthIt = large ? children.length > 0 : children.some(({ name, kind }) => name || kind === 'block');
    return worthIt ? { kind: 'block', start, end, children, grain: 'lines' } : undefined;
  }

  #define(found: FoundDefinition, span: Span, { within, depth }: Inside): Node {
    const { name, definition } = found;
    const { kind } = definition;
    const { start, end } = span;
    const { body, first, described } = partsOf(found, span, this.#reading);
    const opened = !described.inner && (kind !== 'function' || end - start > LARGE);
    const inside: Inside = {
      first: first ?? start + 1,
      end,
      within: kind === 'function' ? 'code' : kind,
      depth: depth + 1,
      body,
    };
    return {
      kind: kind === 'function' && within === 'class' ? 'method' : kind,
      name,
      start,
      end,
      children: opened ? this.children(inside) : [],
      grain: 'lines',
      ...described,
    };
  }

  /** A definition whose body is its sibling: it ends with that body. */
  #continued(item: Item, end: number, { depth }: Inside): Item {
    if (!item.node) return { ...item, end };
    const opened = end - item.start > LARGE;
    const inside: Inside = { first: this.#cursor.startIndex, end, within: 'code', depth: depth + 1 };
    const children = opened ? [...item.node.children, ...this.children(inside)] : item.node.children;
    return { ...item, end, node: { ...item.node, end, children } };
  }
}

/**
 * In languages whose blocks end with their indentation, a grammar may include the
 * lines between two blocks in the first:
 *
 *     def size: Int =
 *       1
 *
 *     // Says which.        ← still inside the syntax node of `size`
 *     def name: String =
 *
 * Comments at the end of a node that are not indented deeper than it belong to what
 * follows. This returns such comments of the node under the cursor, in order. Only a
 * node that ends where a line begins has them.
 */
function commentsAtEnd(cursor: TreeCursor, { start: from, end }: Span, lines: CodeLines, roles: Roles): Item[] {
  if (lines.head(end) <= from) return [];
  const comments: Item[] = [];
  const { startPosition, lastNamedChild } = cursor.currentNode;
  let node = lastNamedChild;
  while (node) {
    const start = lines.head(node.startIndex);
    if (roles.of(node.typeId) === 'comment' && start >= 0 && node.startPosition.column <= startPosition.column) {
      comments.unshift({ role: 'comment', start, end: lines.end(node.endIndex) });
      node = node.previousNamedSibling;
    } else if (comments.length > 0) break;
    else node = node.lastNamedChild;
  }
  return comments;
}
