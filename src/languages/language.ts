/**
 * A language is one object. `Language` is plain data about its delimiters: enough
 * to find blocks without a grammar, and what a user describes a language with.
 * `CodeLanguage` adds a grammar, and with it definitions, references and imports.
 */
import type { Grain } from '../types.js';
import type { ModuleLookup } from './modules.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import type { Syntax } from './syntax.js';

/** A language with a grammar. Its delimiters are the fallback for files that the grammar cannot read. */
export interface CodeLanguage extends Language {
  /** The grammar, and which of its nodes are units. */
  readonly syntax: Syntax;
  /** How code refers to what is defined elsewhere. Without it a language has no references. */
  readonly references?: ReferenceSyntax;
  /** Where it looks for imported modules. Languages with the same lookup see each other's definitions. */
  readonly modules?: ModuleLookup;
}

export interface Language {
  /** As people write it: `C++`. */
  readonly name: string;
  /** With their dot, in lower case. Of two that fit, the longer wins: `.blade.php`. */
  readonly extensions: readonly string[];
  /** Files that are named like another language's, and are this one's if they contain that, comments aside. */
  readonly shares?: { readonly extension: string; readonly pattern: RegExp };
  /** Exact file names that have no extension to go by: `Makefile`. */
  readonly filenames?: readonly string[];
  /** Interpreters in a `#!` line: `python3`. */
  readonly interpreters?: readonly string[];
  /** Other names for it: `golang`. */
  readonly aliases?: readonly string[];
  readonly grain: Grain;

  readonly blocks: Blocks;
  /** Set for documents whose structure is their headings; `blocks` is then unused. */
  readonly headings?: Headings;

  readonly strings: readonly StringRule[];
  readonly comments: Comments;
  /** Outside strings, the character after this one means nothing: `\(` in Clojure. */
  readonly escape?: string;
  /** `/…/` is a regular expression where a value may be. */
  readonly regex?: RegexRule;
  readonly heredocs?: HeredocRule;
  readonly directives?: Directives;

  /** Keywords are the same in either case. */
  readonly caseless?: boolean;
  /** Characters that belong to a word besides letters, digits and `_`. */
  readonly letters?: string;
  /** A word next to one of these is a name and not a keyword: `:end`, `x.class`. Default `.@$`. */
  readonly sigils?: string;

  /**
   * A line whose last character is none of these continues on the next one.
   * Without it a line continues only where the next is indented further.
   */
  readonly ends?: string;
  /** A statement of several lines is a node of its own, with a block or without. */
  readonly standalone?: boolean;
  /** Last character of a line that always continues. Default `\`. */
  readonly carries?: string;
  /** Neighbouring lines that start with the same word are the clauses of one function. */
  readonly clauses?: boolean;
  /** Starts of lines that belong to what follows them: `@`, `#[`. */
  readonly attributes?: readonly string[];
  /** An attribute may precede code on its line; such a line is not an attribute. */
  readonly inlineAttributes?: boolean;
  /** Starts of lines that import other files. */
  readonly imports?: readonly string[];

  /** Keywords before the name of a block, and the kind of block that each defines. */
  readonly definers: Readonly<Record<string, DefinedKind>>;
  /** Words in the place of a function's name that are not names: `if (…) {`. */
  readonly control?: readonly string[];
  /** Words whose parentheses are skipped in the search for a function's name: `__attribute__`. */
  readonly passed?: readonly string[];
  /** Where a block's name is looked for, in this order. Default: the definers. */
  readonly names?: readonly Naming[];
}

/** A definition becomes a chunk of this type; a `block` only has a name. */
export type DefinedKind = 'function' | 'class' | 'module' | 'block';

/**
 * `definers`: the word after a definer. `signature`: the word before the first
 * parenthesis. `first-word`: the line's first word. Control words are not names.
 * A pattern is tried on the start of the block's head, whose group 1 (or whole
 * match) is the name; it must start with `^`, so that it is tried at one place only.
 */
export type Naming = 'definers' | 'signature' | 'first-word' | NamePattern;

export interface NamePattern {
  readonly pattern: RegExp;
  readonly kind: DefinedKind;
}

/** How nesting is found. Pairs are two characters each, the strongest first: a `)` never closes a `{`. */
export type Blocks = BracketBlocks | WordBlocks | IndentedBlocks;

export interface BracketBlocks {
  readonly by: 'brackets';
  readonly pairs: readonly string[];
  /** Openers that belong to the line above when they start a line: `{`. */
  readonly bodies: readonly string[];
  /** Starts of lines that continue the block above: `else`. */
  readonly middles: readonly string[];
}

export interface WordBlocks {
  readonly by: 'words';
  readonly pairs: readonly string[];
  readonly opens: Readonly<Record<string, WordPlace>>;
  readonly closes: Readonly<Record<string, WordPlace>>;
  readonly bodies: readonly string[];
  readonly middles: readonly string[];
  /** A word with what follows it, where the word opens and closes nothing: `end if`, `begin ;`. */
  readonly except?: readonly string[];
  /** First words of lines on which nothing opens: `extern function f();` */
  readonly declarations?: readonly string[];
  /** Opening words that repeat, after a closing word, what it closes: `end case`. */
  readonly tails?: readonly string[];
}

/**
 * `anywhere`, `first` (where a statement may start: `x if y` opens nothing), or
 * `loop`: like `first`, and the next opening word of the line is its own `do`.
 */
export type WordPlace = 'anywhere' | 'first' | 'loop';

export interface IndentedBlocks {
  readonly by: 'indentation';
  /** Lines between these are one statement, whatever their indentation. */
  readonly pairs: readonly string[];
  /** Words that belong to the line above if no blank line is between: the `var` of a Pascal procedure. */
  readonly bodies: readonly string[];
  /** Starts of lines that continue the block above: `else`, `end`, `</`. */
  readonly middles: readonly string[];
  /** Starts of the first and last line of a block that need not be indented: `<script`, `</script`. */
  readonly sections?: readonly (readonly [open: string, close: string])[];
}

export interface StringRule {
  readonly open: string;
  /** Default: the same as `open`. */
  readonly close?: string;
  /** Default `\`; empty: none. */
  readonly escape?: string;
  /** A doubled closing mark is an escaped one. Without this it is two strings, which makes no difference where both are quotes. */
  readonly doubled?: boolean;
  readonly multiline?: boolean;
  /** What opens code inside the string, ending in an opening bracket: `${`. */
  readonly interpolation?: string;
  /** Contains one character or one escape: `'('`, but not the `'` of `'static`. */
  readonly short?: boolean;
  /** Opens no string right after a word, a bracket or itself: the transposition of `A'`. */
  readonly apart?: boolean;
}

export interface Comments {
  readonly line: readonly Mark[];
  readonly block: readonly BlockComment[];
}

/** `margin`: in the first column. `first`: before anything else on its line. `spaced`: there or after a blank. */
export type MarkPlace = 'margin' | 'first' | 'spaced';

export type Mark = string | { readonly text: string; readonly at: MarkPlace };

export interface BlockComment {
  readonly open: string;
  readonly close: string;
  readonly nested?: boolean;
  readonly at?: MarkPlace;
}

export interface RegexRule {
  /** Characters after which a regular expression may start. */
  readonly after: string;
  /** Words after which a regular expression may start. */
  readonly words: readonly string[];
}

export interface HeredocRule {
  readonly mark: string;
  /** A space is allowed between the mark and the tag. */
  readonly spaced: boolean;
}

/** Preprocessor lines. Their brackets do not count, and each branch of a condition starts at the same depth. */
export interface Directives {
  readonly start: string;
  readonly branches: Readonly<Record<string, 'enter' | 'again' | 'leave'>>;
}

export interface Headings {
  readonly rules: readonly HeadingRule[];
  readonly fences: readonly Fence[];
}

export type HeadingRule =
  /** A run of this character, at most `deepest` long: `### name`. */
  | {
      readonly by: 'marker';
      readonly marker: string;
      readonly deepest: number;
      /** A space must follow. */
      readonly spaced: boolean;
      /** The longest run is the highest level. */
      readonly inverse?: boolean;
      /** At most this many spaces before it. Default 0. */
      readonly indent?: number;
    }
  /** `\section{name}`, `h1. name`. */
  | { readonly by: 'start'; readonly start: string; readonly level: number; readonly braced?: boolean }
  /** The line below consists of one of these characters. `first-seen`: the levels are in the order of appearance. */
  | {
      readonly by: 'underline';
      readonly characters: string;
      readonly level: number | 'first-seen';
      /** A line that starts with one of these is not a title. */
      readonly notAfter?: string;
    };

/** Lines between these have no headings. An unclosed fence lasts to the end. */
export interface Fence {
  readonly open: string;
  /** Default: the opening run again, at least as long. */
  readonly close?: string;
  /** Nothing may follow the opening run on its line. */
  readonly bare?: boolean;
  /** Only on the first line of the document. */
  readonly top?: boolean;
}
