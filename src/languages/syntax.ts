/**
 * What a programming language looks like in its syntax tree: which kinds of
 * syntax nodes define something, and where the name is. Data, one file per
 * language in `languages/`, collected in `languages/index.ts`. Whatever a kind
 * needs beyond a field name is a small function beside it; shared code never
 * asks which language it is reading.
 */
import type { Node as SyntaxNode } from 'web-tree-sitter';

export type { Node as SyntaxNode } from 'web-tree-sitter';

/** What a definition is. A function inside a class is a method by itself. */
export type DefinitionKind = 'function' | 'class' | 'module';

/** The role of a syntax node. Kinds that are not listed are `other`; marks and keywords have none. */
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
  /** The field that holds the body; what stands before it is the signature. Default `body`. */
  readonly body?: string | ((node: SyntaxNode) => SyntaxNode | null | undefined);
  /** The language its body is written in, where that is another: `<script lang="ts">`. */
  readonly language?: (node: SyntaxNode) => string | undefined;
}

export interface Syntax {
  /** Name of the grammar's file in `grammars/`. */
  readonly grammar: string;
  /** Kinds of syntax nodes that define something. */
  readonly definitions: Readonly<Record<string, Definition>>;
  /** Kinds that bring in other files. */
  readonly imports: readonly string[];
  /** Kinds of comments. Default: `comment`, `line_comment`, `block_comment`. */
  readonly comments?: readonly string[];
  /** Kinds that stand before what they describe, as its siblings: attributes, decorators. */
  readonly decorators?: readonly string[];
  /** Kinds that wrap a definition and begin before it: `export …`, `template <…>`. */
  readonly wrappers?: readonly string[];
  /** Kinds that are never items themselves: what only holds others (`declarations`) and what only closes them. */
  readonly through?: readonly string[];
  /** Kinds that are opened whatever their size, if there are definitions in them: `#ifdef`, `if()` of a build script. */
  readonly holders?: readonly string[];
  /** Kinds that end what stands before them: bodies that are siblings of their signatures. */
  readonly tails?: readonly string[];
  /** Kinds that are one thing or another, asked node by node. Undefined: what the lists above say. */
  readonly either?: Readonly<Record<string, (node: SyntaxNode) => Role | undefined>>;
  /** Neighbours of one name are one function: its clauses. One that is described after a blank line begins anew. */
  readonly clauses?: boolean;
  /** What follows a definition belongs to it, up to the next one: the stages of a Dockerfile. */
  readonly takesRest?: boolean;
  /** The documentation inside a body. */
  readonly docstring?: (body: SyntaxNode, text: string) => SyntaxNode | null | undefined;
  /** What a signature ends with that is no part of it. Default `{`; empty for none. */
  readonly opener?: string;
  /** Whether other files can see it; undefined: unknown. */
  readonly exported?: (node: SyntaxNode, name: string) => boolean;
}
