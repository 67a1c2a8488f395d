/**
 * The main types. Read this file first.
 *
 *     bytes ─read→ Source ─parse→ Node tree ─chunk→ Chunk[]
 *
 * Offsets inside froe are UTF-16 code units, because that is what a JavaScript
 * string is made of. Bytes and lines are derived from them once, when a chunk
 * is made (text/offsets.ts). The chunk itself is in schema.ts.
 */
import type { Chunk } from './schema.js';
import type { Offsets } from './text/offsets.js';

/** Half-open range of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One file, or one text passed in: decoded, measured, named. */
export interface Source {
  /** The named root it belongs to. */
  readonly tree: string;
  /** Relative to that root, with forward slashes. */
  readonly path: string;
  /** `{tree}:{path}`, or `art_…` for an artifact. */
  readonly docId: string;
  /** Detected, or given by the caller: a key of a language table. */
  readonly language: string;
  readonly text: string;
  readonly offsets: Offsets;
  readonly decoding: Decoding;
  /** Set if the text was extracted from a file that is not plain text: a mail, a PDF. All offsets refer to this text. */
  readonly extracted?: Extracted;
  /** SHA-256 of the bytes as they were read; computed on demand. */
  hash(): string;
}

export interface Decoding {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
  /** Number of malformed sequences that became U+FFFD. */
  readonly replaced: number;
}

/** What an extractor (extract/) took from a file that is not plain text. */
export interface Extracted {
  /** The name of the extractor. */
  readonly by: string;
  /** The structure of the text, in order; parse/extracted.ts makes nodes of it. */
  readonly parts: readonly Node[];
  /** Metadata of the whole: the subject of a mail, the author of a PDF. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a leaf may be split, if it must be: see chunk/levels.ts. */
export type Grain = 'prose' | 'lines';

/**
 * A named span. Children are inside it, in order, without overlap; text between
 * them belongs to the node itself.
 */
export interface Node extends Span {
  readonly kind: string;
  readonly name?: string;
  readonly children: readonly Node[];
  readonly grain: Grain;
  /**
   * Members that do not begin their line: `class Point { fun x() = 1 }`. They are units, but nothing is cut at them, since
   * chunks of code are whole lines.
   */
  readonly withinLines?: readonly Node[];
  /** The lines that name it, without its body: a signature with its decorators. */
  readonly head?: Span;
  /** Its documentation: a comment above it, or a string inside. */
  readonly doc?: Span;
  /** Where it begins after its comment, and after its attributes; if `doc` and `head` are unknown. */
  readonly own?: readonly number[];
  /**
   * The context of every chunk cut from its inside: the header of a table, the line that
   * opens a fence. It goes into the chunk's `context`, never into its text.
   */
  readonly lead?: Span;
  /** Weight in search: 1 by default; 0 is stored, but never found. */
  readonly weight?: number;
  /** Its inside is in another language, to be parsed by that language's parser. */
  readonly inner?: Inner;
  /**
   * Its children and meta are parsed on demand. They have no names and no weights, so that a
   * search for those can skip it (parse/graft.ts).
   */
  readonly closed?: true;
  /** It began before this text (pipeline/textWindows.ts): its heading is not here, and no chunk is the whole of it. */
  readonly continued?: true;
  /** For a closed node: its grammar may be unloaded when the chunks of its source are made. */
  readonly fleeting?: true;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A range in another language, by id or common name: `python`, `py`. */
export interface Inner extends Span {
  readonly language: string;
}

/** What a person would name: a class, a function, a section, a mail; with or without a chunk of its own. */
export interface Unit {
  /** The `parentId` of its chunks. */
  readonly id: string;
  readonly parentId: string;
  readonly kind: string;
  readonly name: string;
  readonly depth: number;
  readonly charStart: number;
  readonly charEnd: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** How one unit refers to another. */
export const verbs = [
  ...(['creates', 'calls', 'reads', 'writes', 'triggers', 'belongs_to', 'has_many', 'has_one'] as const),
  ...(['includes', 'inherits', 'delegates', 'imports'] as const),
] as const;
export type Verb = (typeof verbs)[number];

/**
 * A reference in a source, as written. The definition that it means is resolved at query
 * time (graph/resolver.ts), so references belong to their source alone: an edit elsewhere
 * never makes them wrong.
 *
 *     import { Client as C } from './client.js'   imports, key Client, target Client, module ./client.js, local C
 *     this.client.send(message)                   calls, key send, target this.client.send
 */
export interface Reference {
  /** The unit that contains it, or the document. */
  readonly from: string;
  readonly verb: Verb;
  /** Names joined by dots, in every language; empty for a whole module, `*` for everything in it. */
  readonly target: string;
  /** The last name of the target, by which definitions are looked up. */
  readonly key: string;
  readonly line: number;
  /** For an import: the module as written. */
  readonly module?: string;
  /**
   * The local name of an import; of a read, the field that has this class, or `()`: a function returns it; of a call,
   * the variable it is on, where the target says what function returned its value.
   */
  readonly local?: string;
}

/** A note for the user about a source. It never stops the run. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly path: string;
}

export type DiagnosticCode =
  | 'binary'
  | 'broken'
  | 'decoding'
  | 'degraded'
  | 'empty'
  | 'encrypted'
  | 'no-text'
  | 'not-a-file'
  | 'too-large'
  | 'unreadable'
  | 'windowed';

/** Source text in no chunk, and why. */
export interface Gap extends Span {
  readonly kind: 'bom' | 'whitespace';
}

/** The result of cutting one source. */
export interface Cut {
  readonly chunks: readonly Chunk[];
  readonly gaps: readonly Gap[];
  readonly diagnostics: readonly Diagnostic[];
  /** Maximum tokens of a chunk, if units have sizes of their own. */
  readonly maxTokens?: number;
}
