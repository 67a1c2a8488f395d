/**
 * Syntax tree → our nodes. A syntax tree has a node for every comma; ours has
 * nodes for statements and definitions. The rules are the same for every language:
 *
 * - An *item* is a syntax node that begins its line. Items are whole lines.
 * - A syntax node that begins inside a line is searched for items: the statements
 *   of `describe('x', () => {` are items of that call.
 * - A member of a class that does not begin its line is no item, since items are
 *   where chunks are cut, but it has a name: `class Point { fun x() = 1 }`. It is
 *   kept beside the items (`withinLines`).
 * - An item that defines something becomes a node with its name. Its comments and
 *   its clauses are joined to it (join.ts).
 * - Classes and modules are always opened, other nodes only if they are large:
 *   what is smaller than a chunk is not cut. Nothing below is visited then, which
 *   saves a call into WebAssembly for each step of the cursor.
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { Role, Syntax, SyntaxNode } from '../../languages/syntax.js';
import type { Node, Span } from '../../types.js';
import { type CodeContext, definitionIn, type FoundDefinition, partsOf } from './definition.js';
import { extendToNext, gatherClauses, type Item, join } from './join.js';
import { CodeLines } from './lines.js';
import type { Roles } from './roles.js';

/** Code units below which nothing but a class or a module is opened. */
const MIN_OPENED_CHARS = 600;
/** Members are not searched for in longer lines, which are generated. */
const MAX_MEMBER_LINE_CHARS = 500;
/** Maximum depth of nodes, and of syntax nodes that are searched: deeper trees are attacks. */
const MAX_DEPTH = 48;
const MAX_SEARCH_DEPTH = 400;

export interface Grown {
  readonly children: readonly Node[];
  /** Top-level imports, as written. If a file consists of modules, the imports of its modules. */
  readonly imports: readonly string[];
}

export function grow(text: string, cursor: TreeCursor, syntax: Syntax, roles: Roles, hasErrors: boolean): Grown {
  const grower = new Grower(cursor, { lines: new CodeLines(text), syntax, roles, hasErrors });
  const children = grower.children({ start: 0, end: text.length, within: 'file', depth: 0 });
  const { file, modules } = grower.imports;
  return {
    children: syntax.extendsToNext ? extendToNext(children) : children,
    imports: file.length > 0 ? file : modules,
  };
}

/** The inside of a syntax node: where its items may begin, and where they end. */
interface Scope {
  readonly start: number;
  readonly end: number;
  /** What contains them. Code: the inside of functions and statements. */
  readonly within: 'file' | 'module' | 'class' | 'code';
  readonly depth: number;
  /** Inside an `if` or a `try`: imports there are not imports of the file. */
  readonly conditional?: boolean;
  /** The body, which is searched for items. */
  readonly body?: SyntaxNode | null | undefined;
  /** Collects the members of the innermost class or module that do not begin their lines. Undefined outside of one. */
  readonly withinLines?: Node[] | undefined;
}

class Grower {
  readonly imports = { file: [] as string[], modules: [] as string[] };
  readonly #cursor: TreeCursor;
  readonly #context: CodeContext;
  readonly #lines: CodeLines;
  readonly #roles: Roles;

  constructor(cursor: TreeCursor, context: CodeContext) {
    this.#cursor = cursor;
    this.#context = context;
    this.#lines = context.lines;
    this.#roles = context.roles;
  }

  /** Nodes inside the syntax node under the cursor. */
  children(scope: Scope): Node[] {
    if (scope.depth > MAX_DEPTH) return [];
    const items: Item[] = [];
    this.#collect(items, scope, 0);
    const nodes = join(items, this.#lines);
    return this.#context.syntax.clauses ? gatherClauses(nodes, this.#lines, MIN_OPENED_CHARS) : nodes;
  }

  #collect(items: Item[], scope: Scope, searchDepth: number): void {
    const cursor = this.#cursor;
    if (!cursor.gotoFirstChild()) return;
    do {
      const id = cursor.nodeTypeId;
      if (this.#roles.of(id) === 'nothing') continue;
      const start = cursor.startIndex;
      if (start >= scope.end) break;
      const end = cursor.endIndex;
      if (end > scope.start && end > start) this.#visit(id, { start, end }, items, scope, searchDepth); // or it is missing
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }

  /** The node under the cursor: an item, the end of one, or a node to search for items. */
  #visit(id: number, span: Span, items: Item[], scope: Scope, searchDepth: number): void {
    const last = items.at(-1);
    const coveredEnd = last?.end ?? scope.start;
    const lineStart = this.#lines.lineStartAt(span.start);
    const beginsLine = lineStart >= coveredEnd && !this.#isBody(scope, span);
    // `@send external f`, `*/ function f() {`: a node on the line of a decorator or comment is an item that begins with it.
    const sharesLine = (last?.role === 'decorator' || last?.role === 'comment') && span.start < last.end;
    const role = beginsLine || sharesLine ? this.#roles.at(this.#cursor, id) : this.#roles.of(id);
    if (role === 'tail' && last) items[items.length - 1] = this.#continued(last, this.#lineEnd(span, scope), scope);
    else if (sharesLine) {
      items[items.length - 1] = this.#item(role, { start: last.start, end: this.#lineEnd(span, scope) }, scope);
    } else if (beginsLine && role !== 'through') {
      const comments = commentsAtEnd(this.#cursor, span, this.#lines, this.#roles);
      const end = comments[0]?.start ?? this.#lineEnd(span, scope);
      items.push(this.#item(role, { start: lineStart, end }, scope), ...comments);
    } else {
      if (role === 'definition' || role === 'wrapper') this.#member(id, span, scope);
      if (span.end <= coveredEnd || searchDepth >= MAX_SEARCH_DEPTH) return;
      const isContainer = role === 'through' && lineStart >= coveredEnd;
      if (isContainer || this.#lines.hasLineBreak(span.start, span.end)) this.#collect(items, scope, searchDepth + 1);
      else if (this.#mayHoldMembers(role, span, scope)) this.#collectMembers(scope, searchDepth + 1);
    }
  }

  /** On one line, only the body of a class and what leads to it are searched. */
  #mayHoldMembers(role: Role, { start, end }: Span, { withinLines, body, start: scopeStart }: Scope): boolean {
    if (!withinLines) return false;
    if (role === 'through') return start >= scopeStart;
    return !!body && start <= body.startIndex && end >= body.endIndex;
  }

  /** Members in a syntax node that has no line break, and so no items. */
  #collectMembers(scope: Scope, searchDepth: number): void {
    const cursor = this.#cursor;
    if (searchDepth > MAX_SEARCH_DEPTH || !cursor.gotoFirstChild()) return;
    do {
      const id = cursor.nodeTypeId;
      const role = this.#roles.of(id);
      const span = { start: cursor.startIndex, end: cursor.endIndex };
      if (role === 'definition' || role === 'wrapper') this.#member(id, span, scope);
      if (role !== 'nothing' && this.#mayHoldMembers(role, span, scope)) this.#collectMembers(scope, searchDepth + 1);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }

  /** The node under the cursor does not begin its line. If it defines a member of the class around it, that is kept. */
  #member(id: number, span: Span, scope: Scope): void {
    const { withinLines, start, depth } = scope;
    if (!withinLines || span.start < start || depth >= MAX_DEPTH) return;
    if (!this.#lines.isShort(span.start, MAX_MEMBER_LINE_CHARS)) return;
    const role = this.#roles.at(this.#cursor, id);
    if (role !== 'definition' && role !== 'wrapper') return;
    const found = definitionIn(this.#cursor.currentNode, this.#roles);
    if (!found) return;
    // A class of several lines has items, which belong to the class around it.
    if (found.definition.kind !== 'function' && this.#lines.hasLineBreak(span.start, span.end)) return;
    withinLines.push({ ...this.#define(found, span, scope), children: [] });
  }

  #lineEnd({ end }: Span, scope: Scope): number {
    return Math.min(scope.end, this.#lines.lineEnd(end));
  }

  #isBody({ body }: Scope, { start, end }: Span): boolean {
    return body?.startIndex === start && body.endIndex === end && body.id === this.#cursor.nodeId;
  }

  #item(role: Role, span: Span, scope: Scope): Item {
    if (role === 'import') this.#import(this.#lines.text.slice(span.start, span.end).trim(), scope);
    if (role === 'import' || role === 'comment') return { role, ...span };
    const found =
      role === 'definition' || role === 'wrapper' ? definitionIn(this.#cursor.currentNode, this.#roles) : undefined;
    if (found) return { role: 'definition', ...span, node: this.#define(found, span, scope) };
    return { role: role === 'decorator' ? role : 'other', ...span, node: this.#block(role, span, scope) };
  }

  #import(statement: string, { within, conditional }: Scope): void {
    if (conditional) return;
    if (within === 'file') this.imports.file.push(statement);
    if (within === 'module') this.imports.modules.push(statement);
  }

  /** A node that defines nothing is opened if it is large, or for the definitions in it. */
  #block(role: Role, { start, end }: Span, { within, depth, conditional, withinLines }: Scope): Node | undefined {
    const isHolder = role === 'holder' && within !== 'code';
    const isLarge = end - start > MIN_OPENED_CHARS;
    if (!isHolder && !isLarge) return undefined;
    // The first syntax node inside another begins at the same offset, and is not an item of it.
    const children = this.children({
      start: start + 1,
      end,
      within: isHolder ? within : 'code',
      depth: depth + 1,
      conditional: conditional || this.#roles.isHolder(this.#cursor.nodeTypeId),
      withinLines: isHolder ? withinLines : undefined,
    });
    const isWorthANode = isLarge ? children.length > 0 : children.some(({ name, kind }) => name || kind === 'block');
    return isWorthANode ? { kind: 'block', start, end, children, grain: 'lines' } : undefined;
  }

  #define(found: FoundDefinition, span: Span, { within, depth }: Scope): Node {
    const { name, definition } = found;
    const { kind } = definition;
    const { start, end } = span;
    const { body, bodyStart, nodeFields } = partsOf(found, span, this.#context);
    const isOpened = !nodeFields.inner && (kind !== 'function' || end - start > MIN_OPENED_CHARS);
    const withinLines: Node[] = [];
    const scope: Scope = {
      start: bodyStart ?? start + 1,
      end,
      within: kind === 'function' ? 'code' : kind,
      depth: depth + 1,
      body,
      withinLines: kind !== 'function' && body ? withinLines : undefined,
    };
    const children = isOpened ? this.children(scope) : [];
    return {
      kind: kind === 'function' && within === 'class' ? 'method' : kind,
      name,
      start,
      end,
      children,
      grain: 'lines',
      ...(withinLines.length > 0 ? { withinLines } : {}),
      ...nodeFields,
    };
  }

  /** A definition whose body is its sibling: it ends with that body. */
  #continued(item: Item, end: number, { depth }: Scope): Item {
    if (!item.node) return { ...item, end };
    const isOpened = end - item.start > MIN_OPENED_CHARS;
    const scope: Scope = { start: this.#cursor.startIndex, end, within: 'code', depth: depth + 1 };
    const children = isOpened ? [...item.node.children, ...this.children(scope)] : item.node.children;
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
function commentsAtEnd(cursor: TreeCursor, { start: nodeStart, end }: Span, lines: CodeLines, roles: Roles): Item[] {
  if (lines.lineStartAt(end) <= nodeStart) return [];
  const comments: Item[] = [];
  const { startPosition, lastNamedChild } = cursor.currentNode;
  let node = lastNamedChild;
  while (node) {
    const start = lines.lineStartAt(node.startIndex);
    if (roles.of(node.typeId) === 'comment' && start >= 0 && node.startPosition.column <= startPosition.column) {
      comments.unshift({ role: 'comment', start, end: lines.lineEnd(node.endIndex) });
      node = node.previousNamedSibling;
    } else if (comments.length > 0) break;
    else node = node.lastNamedChild;
  }
  return comments;
}
