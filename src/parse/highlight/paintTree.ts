/**
 * Colours a text by its syntax tree, in one walk. Strings and comments are painted whole; names by their context:
 * defined, called, a type.
 *
 *     def  get    (self, url: Url = None)    keyword function … type … number
 *     conn.send   (body)                     the last part of a qualified name is called
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { CodeLanguage } from '../../languages/language.js';
import type { Definition } from '../../languages/syntax.js';
import type { Grammar } from '../code/grammars.js';
import { readTree } from '../code/syntaxTree.js';
import { CONSTANT, NO_COLOUR, type NodeColour, nodeColours } from './nodeColours.js';
import type { HighlightKind, Paint } from './paint.js';

interface GrammarColours {
  readonly nodes: readonly NodeColour[];
  readonly definitions: readonly (Definition | undefined)[];
}

/** By language: when the runtime is replaced, the grammars are new, but the numbers of their kinds stay. */
const coloursByLanguage = new WeakMap<CodeLanguage, GrammarColours>();

function coloursOf(language: CodeLanguage, { language: grammar }: Grammar): GrammarColours {
  const colours = coloursByLanguage.get(language) ?? {
    nodes: nodeColours(grammar),
    definitions: Array.from({ length: grammar.nodeTypeCount }, (_, id) => {
      const name = grammar.nodeTypeForId(id) ?? '';
      return Object.hasOwn(language.syntax.definitions, name) ? language.syntax.definitions[name] : undefined;
    }),
  };
  coloursByLanguage.set(language, colours);
  return colours;
}

/** False: there is no tree, since parsing took too long. */
export function paintTree(paint: Paint, language: CodeLanguage, grammar: Grammar): boolean {
  const isPainted = readTree(paint.text, grammar, (tree) => {
    const cursor = tree.walk();
    try {
      new TreePainter(paint, cursor, language, coloursOf(language, grammar)).walk(0, false);
      return true;
    } finally {
      cursor.delete();
    }
  });
  return isPainted === true;
}

/** Deeper nodes have the colour of their parent. */
const MAX_DEPTH = 1000;
const CALLEES: ReadonlySet<string> = new Set(
  'function method name declarator callee target constructor macro operator'.split(' '),
);

class TreePainter {
  readonly #paint: Paint;
  readonly #cursor: TreeCursor;
  readonly #language: CodeLanguage;
  readonly #colours: GrammarColours;
  /** The last name on the walk. */
  #nameStart = 0;
  #nameEnd = 0;

  constructor(paint: Paint, cursor: TreeCursor, language: CodeLanguage, colours: GrammarColours) {
    this.#paint = paint;
    this.#cursor = cursor;
    this.#language = language;
    this.#colours = colours;
  }

  /** True if the node is a single name. */
  walk(depth: number, inString: boolean): boolean {
    const cursor = this.#cursor;
    const id = cursor.nodeTypeId;
    const node = this.#colours.nodes[id] ?? NO_COLOUR;
    if (node.isInterpolation) this.#paint.fill('plain', cursor.startIndex, cursor.endIndex);
    const isString = (inString && !node.isInterpolation) || node.colour === 'string';
    if (node.extent === 'whole' && node.colour) {
      if (!inString) this.#paint.fill(node.colour, cursor.startIndex, cursor.endIndex);
      if (node.colour !== 'string') return false;
    }
    const definition = this.#colours.definitions[id];
    const name = definition && definedNameOf(definition, cursor);
    if (depth < MAX_DEPTH && cursor.gotoFirstChild()) {
      const isName = this.#walkChildren(depth, node, isString, name === undefined ? undefined : definition, name ?? '');
      cursor.gotoParent();
      return isName;
    }
    return !isString && this.#paintLeaf(node, cursor.startIndex, cursor.endIndex);
  }

  /** `definedName`: the name that the parent defines, if known; otherwise it is in a field. */
  #walkChildren(
    depth: number,
    parent: NodeColour,
    inString: boolean,
    definition: Definition | undefined,
    definedName: string,
  ): boolean {
    const cursor = this.#cursor;
    const nameField = typeof definition?.name === 'string' ? definition.name : 'name';
    let [isFirst, isNamed, isName, count] = [true, false, false, 0];
    do {
      const field = definition || parent.isCall ? cursor.currentFieldName : null;
      const node = this.#colours.nodes[cursor.nodeTypeId] ?? NO_COLOUR;
      isName = this.walk(depth + 1, inString) || node.isQualified;
      count++;
      if (isName && definition && !isNamed && (definedName === '' ? field === nameField : this.#isEndOf(definedName))) {
        this.#paint.fill(definition.kind === 'function' ? 'function' : 'type', this.#nameStart, this.#nameEnd);
        isNamed = true;
      } else if (isName && parent.isCall && (field === null || field === 'value' ? isFirst : CALLEES.has(field)))
        this.#paintCall(this.#nameStart, this.#nameEnd);
      if (node.isNamed) isFirst = false;
    } while (cursor.gotoNextSibling());
    return isName && count === 1;
  }

  #isEndOf(name: string): boolean {
    return name.endsWith(this.#paint.text.slice(this.#nameStart, this.#nameEnd));
  }

  /** In languages whose definitions are calls (`defmodule`), the defining words are keywords. */
  #paintCall(start: number, end: number): void {
    const name = this.#paint.text.slice(start, end);
    this.#paint.fill(this.#isKeyword(name) ? 'keyword' : 'function', start, end);
  }

  #isKeyword(name: string): boolean {
    const { definers, control = [], imports = [] } = this.#language;
    return Object.hasOwn(definers, name) || control.includes(name) || imports.includes(name);
  }

  #paintLeaf(node: NodeColour, start: number, end: number): boolean {
    const { isNamed } = node;
    const text = isNamed ? this.#paint.text.slice(start, Math.min(end, start + MAX_NAME_CHARS)) : '';
    // Some grammars name their keywords, too.
    const isKeyword = isNamed && text === node.name;
    const colour = isKeyword ? 'keyword' : (node.colour ?? (isNamed ? colourOfName(text) : undefined));
    if (colour) this.#paint.fill(colour, start, end);
    if (!isNamed || !NAME.test(text)) return false;
    this.#nameStart = start;
    this.#nameEnd = end;
    return true;
  }
}

const MAX_NAME_CHARS = 80;
const NAME = /^[\p{L}_$@:]/u;

/** Empty: it is in a field. Undefined: this node defines nothing. */
const definedNameOf = ({ name }: Definition, cursor: TreeCursor): string | undefined =>
  typeof name === 'function' ? name(cursor.currentNode) || undefined : '';

/** `Client` is a type and `MAX_SIZE` a constant in nearly every language. */
function colourOfName(name: string): HighlightKind | undefined {
  if (CONSTANT.test(name)) return 'number';
  if (/^(?::\w|['"])/.test(name)) return 'string'; // or a symbol
  if (/^\d/.test(name)) return 'number';
  if (/^[A-Z][A-Z\d]*_[A-Z\d_]+$|^[A-Z]{3,}$/.test(name)) return 'number';
  return /^[A-Z]\w*[a-z]\w*$/.test(name) ? 'type' : undefined;
}
