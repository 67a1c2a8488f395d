/**
 * Syntax tree → our nodes. A syntax tree has a node for every comma; ours has
 * one for what a reader would point at. The rule is the same for every language:
 *
 * - An *item* is a syntax node that begins its line. Items are whole lines.
 * - One that begins inside a line is looked through, for the items in it: the
 *   statements of `describe('x', () => {` are items of that call.
 * - An item that defines something becomes a node with its name; comments and
 *   decorators right above belong to it. Neighbouring imports are one node, and
 *   so are neighbouring statements up to a blank line.
 * - Classes and modules are opened always, anything else only when it is large:
 *   what is smaller than a piece will not be cut.
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { Node, Span } from '../../types.js';
import { type Role, type Roles, roleOf } from './roles.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

/** Code units below which nothing but a class or a module is opened. */
const LARGE = 600;
/** Deeper trees exist only to break somebody. */
const DEEPEST = 48;
const BLANK = new Set([9, 10, 12, 13, 32]);

export interface Grown {
  readonly children: readonly Node[];
  /** Top-level imports, as they are written. */
  readonly imports: readonly string[];
}

export function grow(text: string, cursor: TreeCursor, syntax: Syntax, roles: Roles): Grown {
  const grower = new Grower(text, cursor, syntax, roles);
  const children = grower.children({ first: 0, end: text.length, body: undefined }, 0, false);
  return { children, imports: grower.imports };
}

/** Where the items of a syntax node may begin, and where they end. Its body is looked through. */
interface Inside {
  readonly first: number;
  readonly end: number;
  readonly body: number | undefined;
}

/** A syntax node that begins its line, before it is known what it belongs to. */
interface Item {
  readonly role: Role;
  readonly start: number;
  readonly end: number;
  /** Definitions and large nodes are grown at once, while the cursor stands on them. */
  readonly node: Node | undefined;
}

class Grower {
  readonly imports: string[] = [];
  readonly #text: string;
  readonly #cursor: TreeCursor;
  readonly #syntax: Syntax;
  readonly #roles: Roles;

  constructor(text: string, cursor: TreeCursor, syntax: Syntax, roles: Roles) {
    this.#text = text;
    this.#cursor = cursor;
    this.#syntax = syntax;
    this.#roles = roles;
  }

  /** Nodes inside the syntax node under the cursor. */
  children(inside: Inside, depth: number, inClass: boolean): Node[] {
    const items: Item[] = [];
    this.#collect(items, inside, depth, inClass);
    return this.#join(items);
  }

  #collect(items: Item[], inside: Inside, depth: number, inClass: boolean): void {
    const cursor = this.#cursor;
    if (!cursor.gotoFirstChild()) return;
    do {
      if (!cursor.nodeIsNamed) continue; // brackets and keywords
      const { startIndex, endIndex } = cursor;
      if (startIndex >= inside.end) break;
      const last = items.at(-1);
      const taken = last?.end ?? inside.first;
      const head = this.#lineHead(startIndex);
      const role = this.#roles[cursor.nodeTypeId];
      if (role === 'tail' && last) {
        items[items.length - 1] = this.#continued(last, Math.min(inside.end, this.#lineEnd(endIndex)), depth);
      } else if (head >= taken && role !== 'through' && cursor.nodeId !== inside.body) {
        const comments = this.#comments(inside.end);
        const end = Math.min(inside.end, this.#lineEnd(comments[0]?.start ?? endIndex));
        items.push(this.#item(head, end, depth, inClass), ...comments);
      } else if (
        endIndex > taken &&
        ((role === 'through' && head >= taken) || this.#spansLines(startIndex, endIndex))
      ) {
        this.#collect(items, inside, depth, inClass);
      }
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }

  /** A definition whose body is its sibling: there it ends, and that is its inside. */
  #continued(item: Item, end: number, depth: number): Item {
    if (!item.node) return { ...item, end };
    const open = end - item.start > LARGE && depth < DEEPEST;
    const inside = { first: this.#cursor.startIndex, end, body: undefined };
    const children = open ? this.children(inside, depth + 1, false) : [];
    return { ...item, end, node: { ...item.node, end, children } };
  }

  /**
   * Where blocks end with their indentation, comments at the end of the node under the cursor that
   * stand no deeper than it: they speak of what follows.
   */
  #comments(before: number): Item[] {
    const found: Item[] = [];
    if (this.#lineHead(this.#cursor.endIndex) <= this.#cursor.startIndex) return found;
    const { startPosition, lastNamedChild } = this.#cursor.currentNode;
    let node = lastNamedChild;
    while (node) {
      const start = this.#lineHead(node.startIndex);
      const comment = this.#roles[node.typeId] === 'comment' && start >= 0;
      if (!comment || node.startPosition.column > startPosition.column) {
        if (found.length > 0) break;
        node = node.lastNamedChild;
        continue;
      }
      if (start < before) found.unshift({ role: 'comment', start, end: this.#lineEnd(node.endIndex), node: undefined });
      node = node.previousNamedSibling;
    }
    return found;
  }

  #item(start: number, end: number, depth: number, inClass: boolean): Item {
    const role = roleOf(this.#cursor, this.#syntax, this.#roles);
    if (role === 'import' && depth === 0) this.imports.push(this.#text.slice(start, end).trimEnd());
    const found = role === 'definition' || role === 'wrapper' ? this.#definition() : undefined;
    if (found) return { role: 'definition', start, end, node: this.#define(found, start, end, depth, inClass) };
    const large = end - start > LARGE && role !== 'comment' && depth < DEEPEST;
    // The first syntax node inside another begins where that one does, and is no item of it.
    const children = large ? this.children({ first: start + 1, end, body: undefined }, depth + 1, false) : [];
    const node: Node | undefined =
      children.length > 0 ? { kind: 'block', start, end, children, grain: 'lines' } : undefined;
    return { role: role === 'wrapper' || role === 'definition' ? 'other' : role, start, end, node };
  }

  /** The definition under the cursor: the node itself, or the one a wrapper holds. */
  #definition(): { node: SyntaxNode; definition: Definition; name: string } | undefined {
    let node: SyntaxNode | null = this.#cursor.currentNode;
    for (let depth = 0; node && depth < 4; depth++) {
      const definition = this.#syntax.definitions[node.type];
      const name = definition && nameOf(node, definition);
      if (definition && name) return { node, definition, name };
      const inner: SyntaxNode | undefined =
        node.namedChildren.find(
          (child) => child !== null && (this.#isDefinition(child.type) || this.#isWrapper(child.type)),
        ) ?? undefined;
      node = inner ?? null;
    }
    return undefined;
  }

  #isDefinition(kind: string): boolean {
    return Object.hasOwn(this.#syntax.definitions, kind);
  }

  #isWrapper(kind: string): boolean {
    return this.#syntax.wrappers?.includes(kind) ?? false;
  }

  #define(
    { node, definition, name }: { node: SyntaxNode; definition: Definition; name: string },
    start: number,
    end: number,
    depth: number,
    inClass: boolean,
  ): Node {
    const { kind } = definition;
    const open = kind !== 'function' || end - start > LARGE;
    const body = bodyOf(node, definition);
    const first = body ? this.#firstIn(body) : undefined;
    const head = this.#head(start, first ?? end);
    const doc = this.#syntax.docstrings && body ? docstringOf(body) : undefined;
    const meta = this.#metaOf(node, name);
    const inside = { first: first ?? start + 1, end, body: body?.id };
    const children = open && depth < DEEPEST ? this.children(inside, depth + 1, kind === 'class') : [];
    return {
      kind: kind === 'function' && inClass ? 'method' : kind,
      name,
      start,
      end,
      children,
      grain: 'lines',
      head,
      ...(doc === undefined ? {} : { doc }),
      ...(meta === undefined ? {} : { meta }),
    };
  }

  #metaOf(node: SyntaxNode, name: string): Node['meta'] {
    const exported = this.#syntax.exported?.(node, name) ?? false;
    if (!exported && !node.hasError) return undefined;
    return { ...(exported ? { exported } : {}), ...(node.hasError ? { clean: false } : {}) };
  }

  /** Where the inside begins: at the body, or at the comments above it that some grammars leave outside. */
  #firstIn(body: SyntaxNode): number {
    let first = this.#lineHead(body.startIndex);
    let above = body.previousSibling;
    while (first >= 0 && above && this.#roles[above.typeId] === 'comment') {
      const head = this.#lineHead(above.startIndex);
      if (head < 0) break;
      first = head;
      above = above.previousSibling;
    }
    return first >= 0 ? first : body.startIndex;
  }

  /** What stands before the body, without the blanks and the bracket that opens it. */
  #head(start: number, end: number): Span {
    const opener = this.#syntax.opener ?? '{';
    const head = this.#text.slice(start, end).trimEnd();
    const bare = opener !== '' && head.endsWith(opener) ? head.slice(0, -opener.length).trimEnd() : head;
    return { start, end: start + bare.length };
  }

  /** Items → nodes: what describes is joined to what it describes, and small neighbours to runs. */
  #join(items: readonly Item[]): Node[] {
    const nodes: Node[] = [];
    let run: { kind: 'imports' | 'statements' | 'comment'; start: number; end: number } | undefined;
    const flush = (): void => {
      if (run) nodes.push({ kind: run.kind, start: run.start, end: run.end, children: [], grain: 'lines' });
      run = undefined;
    };
    for (let i = 0; i < items.length; i++) {
      const { role, start, end, node } = items[i];
      const touches =
        run !== undefined &&
        !this.#blankBetween(run.end, start, run.kind === 'comment' && node !== undefined ? run.start : -1);
      if (role === 'comment' || role === 'decorator') {
        // What stands right above a definition waits for it; else it is a run of its own.
        if (!touches || run?.kind !== 'comment') flush();
        run = run ? { ...run, end } : { kind: 'comment', start, end };
        continue;
      }
      if (node) {
        const above = touches && run?.kind === 'comment' ? run : undefined;
        if (above) run = undefined;
        flush();
        nodes.push(above ? described(node, { start: above.start, end: above.end }) : node);
        continue;
      }
      const kind = role === 'import' ? 'imports' : 'statements';
      const joins = run !== undefined && touches && (run.kind === kind || run.kind === 'comment');
      if (joins && run) run = { kind, start: run.start, end };
      else {
        flush();
        run = { kind, start, end };
      }
    }
    flush();
    return nodes;
  }

  /** Start of the line, when nothing but blanks stands before `at`; else -1. */
  #lineHead(at: number): number {
    let i = at;
    while (i > 0) {
      const unit = this.#text.charCodeAt(i - 1);
      if (unit === 10 || unit === 13) return i;
      if (unit !== 32 && unit !== 9 && unit !== 0xfeff && unit !== 12) return -1;
      i--;
    }
    return 0;
  }

  /** Past the line break that ends the last line before `at` that is not blank. */
  #lineEnd(at: number): number {
    let last = at;
    while (last > 0 && BLANK.has(this.#text.charCodeAt(last - 1))) last--;
    const lf = this.#text.indexOf('\n', last);
    return lf < 0 ? this.#text.length : lf + 1;
  }

  #spansLines(start: number, end: number): boolean {
    const lf = this.#text.indexOf('\n', start);
    return lf >= 0 && lf < end;
  }

  /** A documentation comment may stand one blank line above what it describes; anything else may not. */
  #blankBetween(end: number, start: number, comment: number): boolean {
    let breaks = 0;
    for (let i = end; i < start; i++) if (this.#text.charCodeAt(i) === 10) breaks++;
    return breaks > (comment >= 0 && this.#text.startsWith('/**', comment + this.#indentAt(comment)) ? 1 : 0);
  }

  #indentAt(lineStart: number): number {
    let i = lineStart;
    while (this.#text.charCodeAt(i) === 32 || this.#text.charCodeAt(i) === 9) i++;
    return i - lineStart;
  }
}

function nameOf(node: SyntaxNode, { name = 'name' }: Definition): string | undefined {
  const found = typeof name === 'string' ? node.childForFieldName(name)?.text : name(node);
  return found?.replace(/\s+/g, ' ').trim() || undefined;
}

function bodyOf(node: SyntaxNode, { body = 'body' }: Definition): SyntaxNode | null | undefined {
  return typeof body === 'string' ? node.childForFieldName(body) : body(node);
}

/** A body's first string, when it stands there for itself. */
function docstringOf(body: SyntaxNode): Span | undefined {
  const first = body.namedChild(0);
  const string = first?.type === 'expression_statement' ? first.namedChild(0) : first;
  return string?.type === 'string' ? { start: string.startIndex, end: string.endIndex } : undefined;
}

/** A node with what stands above it. Unless it has a string inside, that is its documentation. */
const described = (node: Node, above: Span): Node => ({ ...node, start: above.start, doc: node.doc ?? above });
