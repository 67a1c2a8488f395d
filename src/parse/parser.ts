/**
 * A format supplies a parser and nothing else: source in, tree of named spans
 * out. Sizes, overlap, ids and packing are chunk/'s business.
 *
 * Implementations live in `src/parse/*` and are collected in `src/parse/index.ts`.
 */
import type { Sizing } from '../options.js';
import type { Chunk, ChunkType, SourceType } from '../schema.js';
import type { Node, Source } from '../types.js';

/** Their names, told without loading them. */
export const parserIds = [
  ...(['text', 'markdown', 'rst', 'latex', 'asciidoc', 'org', 'html', 'config', 'csv', 'chat'] as const),
  ...(['code', 'headed', 'delimited', 'lines'] as const),
] as const;
export type ParserId = (typeof parserIds)[number];

/** What a parser is asked before it names a chunk's type. */
export interface Shape {
  /** The node the chunk stands for: the deepest one that holds all of it. */
  readonly node: Node;
  /** The chunk is the whole source. */
  readonly whole: boolean;
  /** The node was cut, and the chunk is one of its chunks. */
  readonly part: boolean;
}

/** A chunk, as a parser is asked about it. */
export interface ParsedChunk {
  readonly source: Source;
  readonly root: Node;
  readonly node: Node;
  /** The nodes it holds whole. */
  readonly shows: readonly Node[];
  /** Names of what it stands in, from the outside in. */
  parents(): readonly string[];
  readonly content: string;
}

/** Fields of the record that only some formats have; `metadata` is added to what every chunk has. */
export type ParserFields = Partial<
  Pick<Chunk, 'title' | 'slug' | 'docstring' | 'imports' | 'headers' | 'headingLevel' | 'isCode' | 'metadata'>
>;

/** What a caller wants to know beyond the tree. */
export interface ParseRequest {
  /** What the source speaks of: `meta.mentions` of the root, for languages of which froe knows how they refer. */
  readonly mentions?: boolean;
}

export interface Parser {
  readonly id: string;
  readonly sourceType: SourceType;
  /** Sizes this format is known to want, unless the caller names a cap. */
  readonly preset: Partial<Sizing>;
  /** How ids name a node: by its dotted path (`Client.get`), or by a slug of its own title. */
  readonly anchors: 'path' | 'slug';
  /** `Node.head` is a heading line. It goes with what follows; with a chunk for every unit it is a gap. */
  readonly headings?: true;
  chunkType(shape: Shape): ChunkType;
  /** With granularity `node`: does this node stand alone? The root has depth 0. */
  isUnit(node: Node, depth: number): boolean;
  /** What else this format knows of a chunk. */
  fields?(chunk: ParsedChunk): ParserFields;
  /** What to call a chunk that has no name of its own. Without this, the file's name. */
  describe?(filename: string, startLine: number, endLine: number): string;
  /**
   * Brings in what parsing this language needs; undefined when all is there. Parsing itself is synchronous: see
   * missing().
   */
  load?(language: string): Promise<void> | undefined;
  /**
   * Never throws on any text. The root spans [0, text.length). A parser that
   * cannot make sense of the source returns undefined, and the next one in
   * detect()'s chain is asked.
   */
  parse(source: Source, wanted?: ParseRequest): Node | undefined;
  /** What is of its language need not be of its form, and is a source of another type then; without this, it never is. */
  readonly refuses?: true;
}

/**
 * What these parsers still need for a language. One file may lose what was brought in for another, so this is asked
 * until there is nothing, right before parsing.
 */
export function pendingLoad(parsers: readonly Parser[], language: string): Promise<void> | undefined {
  for (const parser of parsers) {
    const loading = parser.load?.(language);
    if (loading) return loading;
  }
  return undefined;
}
