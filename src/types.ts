/**
 * The nouns. Read this file first.
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

/** One file, or one text handed in: decoded, measured, named. */
export interface Source {
  /** The named root it belongs to. */
  readonly tree: string;
  /** Relative to that root, with forward slashes. */
  readonly path: string;
  /** `{tree}:{path}`, or `art_…` for an artifact. */
  readonly docId: string;
  /** What detect() found, or the caller said: a key of a language table. */
  readonly language: string;
  readonly text: string;
  readonly offsets: Offsets;
  readonly decoding: Decoding;
  /** Set when the text is not the file's own but was taken out of it: a mail, a PDF. All offsets are into this text. */
  readonly extracted?: Extracted;
  /** SHA-256 of the bytes as they were read; worked out when asked for. */
  hash(): string;
}

export interface Decoding {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
  /** How many malformed sequences became U+FFFD. */
  readonly replaced: number;
}

/** What an extractor (extract/) took out of a file that is not plain text. */
export interface Extracted {
  /** Which extractor it was. */
  readonly by: string;
  /** What stands where in the text, in order; parse/extracted.ts makes nodes of them. */
  readonly parts: readonly Node[];
  /** What is known of the whole: the subject of a mail, the author of a PDF. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How the inside of a leaf may be cut, when it must be: see chunk/levels.ts. */
export type Grain = 'prose' | 'lines';

/**
 * A named span. Children lie inside it, in order, without overlap; text between
 * them belongs to the node itself.
 */
export interface Node extends Span {
  readonly kind: string;
  readonly name?: string;
  readonly children: readonly Node[];
  readonly grain: Grain;
  /** The lines that say what it is, without its body: a signature with its decorators. */
  readonly head?: Span;
  /** Its documentation: a comment above it, or a string inside. */
  readonly doc?: Span;
  /** Where it begins below the comment about it, and below its attributes; where `doc` and `head` are not known. */
  readonly own?: readonly number[];
  /**
   * What a chunk cut from its inside must be read under: the header of a table,
   * the line that opens a fence. It goes into the chunk's `context`, never into its text.
   */
  readonly lead?: Span;
  /** How much it counts when chunks are looked for: 1 unless said; 0 is kept, but never offered. */
  readonly weight?: number;
  /** Its inside is in another language, for that language's own parser to read. */
  readonly inner?: Inner;
  /**
   * Its children and its meta are read when they are asked for. There is no name and no weight
   * among them: who looks for those passes it by (parse/graft.ts).
   */
  readonly closed?: true;
  /** Of a closed node: the grammar that reads it may be unloaded when the chunks of its source are made. */
  readonly fleeting?: true;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A stretch in another language, by its id or by what people call it: `python`, `py`. */
export interface Inner extends Span {
  readonly language: string;
}

/** What a person would name: a class, a function, a section, a mail; whether or not a chunk stands for it alone. */
export interface Unit {
  /** As the chunks below it say in `parentId`. */
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

/** How one unit leans on another. */
export const verbs = [
  ...(['creates', 'calls', 'reads', 'writes', 'triggers', 'belongs_to', 'has_many', 'has_one'] as const),
  ...(['includes', 'inherits', 'delegates', 'imports'] as const),
] as const;
export type Verb = (typeof verbs)[number];

/**
 * What a source says of another, as it is written. Which definition is meant is
 * worked out when somebody asks (graph/resolver.ts), so a source's references
 * are its own: an edit elsewhere never makes them untrue.
 *
 *     import { Client as C } from './client.js'   imports, key Client, target Client, module ./client.js, local C
 *     this.client.send(message)                   calls, key send, target this.client.send
 */
export interface Reference {
  /** The unit it stands in, or the document. */
  readonly from: string;
  readonly verb: Verb;
  /** Names joined by dots, whatever the language joins them with; empty for a module as a whole, `*` for all that is in it. */
  readonly target: string;
  /** The last name of what is meant: what definitions are looked up by. */
  readonly key: string;
  readonly line: number;
  /** Of an import: where from, as written, and what it is called here. */
  readonly module?: string;
  readonly local?: string;
}

/** Something worth telling the user about a source. It never stops the run. */
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

/** Source text that no chunk holds, and why. */
export interface Gap extends Span {
  readonly kind: 'bom' | 'whitespace';
}

/** What cutting one source gives. */
export interface Cut {
  readonly chunks: readonly Chunk[];
  readonly gaps: readonly Gap[];
  readonly diagnostics: readonly Diagnostic[];
  /** The most tokens of a chunk, where units have a size of their own. */
  readonly maxTokens?: number;
}
