/**
 * A format supplies a parser and nothing else: source in, tree of named spans
 * out. Sizes, overlap, ids and packing belong to chunk/.
 *
 * Implementations are in `src/parse/*` and collected in `src/parse/index.ts`.
 */
import type { Sizing } from '../options.js';
import type { Chunk, ChunkType, SourceType } from '../schema.js';
import type { Node, Source } from '../types.js';

/** Ids of all parsers, known without loading them. */
export const parserIds = [
  ...(['text', 'markdown', 'rst', 'latex', 'asciidoc', 'org', 'html', 'config', 'csv', 'chat'] as const),
  ...(['code', 'headed', 'delimited', 'lines'] as const),
] as const;
export type ParserId = (typeof parserIds)[number];

/** What a parser needs to name a chunk's type. */
export interface Shape {
  /** The deepest node that contains the whole chunk. */
  readonly node: Node;
  /** The chunk is the whole source. */
  readonly whole: boolean;
  /** The node was split, and this is one of its chunks. */
  readonly part: boolean;
}

/** A chunk, as a parser sees it when it adds fields to the record. */
export interface ParsedChunk {
  readonly source: Source;
  readonly root: Node;
  readonly node: Node;
  /** The nodes that it contains completely. */
  readonly shows: readonly Node[];
  /** Names of the enclosing nodes, outermost first. */
  parents(): readonly string[];
  readonly content: string;
}

/** A value of `metadata` that is expensive: it is computed on first access. Undefined: there is none. */
export class Later {
  readonly read: () => unknown;

  constructor(read: () => unknown) {
    this.read = read;
  }
}

/** Fields of the record that only some formats have; `metadata` is added to what every chunk has, see `Later`. */
export type ParserFields = Partial<
  Pick<Chunk, 'title' | 'slug' | 'docstring' | 'imports' | 'headers' | 'headingLevel' | 'isCode' | 'metadata'>
>;

/** What a caller needs beyond the tree. */
export interface ParseRequest {
  /** Collect references into `meta.mentions` of the root, in languages with a reference syntax. */
  readonly mentions?: boolean;
  /** The text is a later window of a document. Ignored by parsers that do not resume. */
  readonly before?: DocumentState;
}

/** What a window of a document needs of those before it, which are no longer in memory. */
export interface DocumentState {
  /** Of the document. */
  readonly title?: string | undefined;
  /** Headings whose sections have not ended, the outermost first. */
  readonly open: readonly OpenHeading[];
  /** What heading levels depend on in formats where each document has its own: `meta.levels` of the previous root. */
  readonly levels?: readonly string[] | undefined;
}

export interface OpenHeading {
  readonly level: number;
  readonly name: string;
}

export interface Parser {
  readonly id: string;
  readonly sourceType: SourceType;
  /** Default sizes of this format, unless the caller sets a limit. */
  readonly preset: Partial<Sizing>;
  /** How ids name a node: by its dotted path (`Client.get`), or by a slug of its own title. */
  readonly anchors: 'path' | 'slug';
  /** `Node.head` is a heading line: it stays with the text below it. With one chunk per unit it is a gap. */
  readonly headings?: true;
  /** parse() can begin in the middle of a document: see ParseRequest.before. */
  readonly resumes?: true;
  chunkType(shape: Shape): ChunkType;
  /** With granularity `node`: does this node get a chunk of its own? The root has depth 0. */
  isUnit(node: Node, depth: number): boolean;
  /** Fields of the record that only this format has. */
  fields?(chunk: ParsedChunk): ParserFields;
  /** The name of a chunk without one. Default: the file's name. */
  describe?(filename: string, startLine: number, endLine: number): string;
  /**
   * Loads what parsing this language needs; undefined when everything is loaded. Parsing itself is synchronous: see
   * pendingLoad().
   */
  load?(language: string): Promise<void> | undefined;
  /**
   * Never throws on any text. The root spans [0, text.length). A parser that
   * cannot make sense of the source returns undefined, and the next one in
   * detect()'s chain is tried.
   */
  parse(source: Source, request?: ParseRequest): Node | undefined;
  /** Why parse() returns undefined for this source, where the diagnostic can name it: `minified`. */
  declines?(source: Source): string | undefined;
  /** What it splits a text by, for the note that a text was left to it: `lines`. */
  readonly splitsBy?: string;
  /** parse() may return undefined for a file of this language, which then gets another source type. */
  readonly refuses?: true;
}

/**
 * Loads what these parsers still need for a language. Loading for one file may evict what another one loaded, so call
 * this until it returns undefined, right before parsing.
 */
export function pendingLoad(parsers: readonly Parser[], language: string): Promise<void> | undefined {
  for (const parser of parsers) {
    const pending = parser.load?.(language);
    if (pending) return pending;
  }
  return undefined;
}
