/**
 * How a programming language appears in its syntax tree: which kinds of
 * syntax nodes define something, and where the name is. Data, one file per
 * language in `languages/`, collected in `languages/index.ts`. Where a field
 * name is not enough, a kind has a small function; shared code never
 * tests which language it reads.
 */
import type { Node as SyntaxNode } from 'web-tree-sitter';

export type { Node as SyntaxNode } from 'web-tree-sitter';

/** What a definition is. A function inside a class becomes a method without being marked as one. */
export type DefinitionKind = 'function' | 'class' | 'module';

/** The role of a syntax node. Kinds that are not listed are `other`; punctuation and keywords have none. */
export type Role =
  | 'nothing'
  | 'other'
  | 'definition'
  | 'wrapper'
  | 'import'
  | 'comment'
  | 'decorator'
  | 'through'
  | 'holder'
  | 'tail';

export interface Definition {
  readonly kind: DefinitionKind;
  /** The field that holds the name, or a way to find it. Default `name`. No name found: no definition. */
  readonly name?: string | ((node: SyntaxNode) => string | null | undefined);
  /** The field that holds the body; the text before it is the signature. Default `body`. */
  readonly body?: string | ((node: SyntaxNode) => SyntaxNode | null | undefined);
  /** The language of its body, if it is another: `<script lang="ts">`. */
  readonly language?: (node: SyntaxNode) => string | undefined;
}

export interface Syntax {
  /** Name of the grammar's file in `grammars/`. */
  readonly grammar: string;
  /** Kinds of syntax nodes that define something. */
  readonly definitions: Readonly<Record<string, Definition>>;
  /** Kinds that import other files. */
  readonly imports: readonly string[];
  /** Kinds of comments. Default: `comment`, `line_comment`, `block_comment`. */
  readonly comments?: readonly string[];
  /** Kinds that precede the definition they belong to, as siblings: attributes, decorators. */
  readonly decorators?: readonly string[];
  /** Kinds that wrap a definition and begin before it: `export …`, `template <…>`. */
  readonly wrappers?: readonly string[];
  /** Kinds that are never items themselves: containers of others (`declarations`) and what closes them. */
  readonly through?: readonly string[];
  /** Kinds that are split whatever their size, if they contain definitions: `#ifdef`, `if()` of a build script. */
  readonly holders?: readonly string[];
  /** Kinds that end the item before them: bodies that are siblings of their signatures. */
  readonly tails?: readonly string[];
  /** Kinds whose role depends on the node. Undefined: the role that the lists above give. */
  readonly roleByNode?: Readonly<Record<string, (node: SyntaxNode) => Role | undefined>>;
  /** Neighbours of the same name are the clauses of one function. A clause with a comment after a blank line starts a new one. */
  readonly clauses?: boolean;
  /** A definition extends to the next one: the stages of a Dockerfile. */
  readonly extendsToNext?: boolean;
  /** The documentation inside a body. */
  readonly docstring?: (body: SyntaxNode, text: string) => SyntaxNode | null | undefined;
  /** The end of a signature that is not part of it. Default `{`; empty for none. */
  readonly opener?: string;
  /** Whether other files can see it; undefined: unknown. */
  readonly exported?: (node: SyntaxNode, name: string) => boolean;
}

/** The first named child of one of these kinds. */
export const namedChild = (node: SyntaxNode | null | undefined, ...kinds: readonly string[]): SyntaxNode | undefined =>
  node?.namedChildren.find((child) => child !== null && kinds.includes(child.type)) ?? undefined;
