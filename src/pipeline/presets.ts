/**
 * Presets: complete configurations by name: options by format, changes to the tree before it is cut, and to the chunks
 * after. Options of the caller override them.
 *
 *     units            framework units: models by section, controllers by action, classes by member; as in an index
 *     heading-tree     one chunk per section, whatever its size; a file without headings is one chunk
 *     token-windows    one chunk up to 1,200 tokens, else windows of 900 with an overlap of 100; ids of artifacts
 *     governed         along the structure, within the limit of models; overlap only where a unit itself is split
 *     unified-schema   functions whole, classes by their signatures; sections of 1,000 tokens; 2,000 characters of text
 */
import { aliasId, artifactId } from '../chunk/window.js';
import { defaults, type Limits, limits, type PresetName, type SizingLayer } from '../options.js';
import type { Parsed, Parser } from '../parse/index.js';
import type { SourceType } from '../schema.js';
import { filenameOf } from '../sources/read.js';
import type { Cut, Node, Source } from '../types.js';
import type { ChunkOptions } from './chunkOptions.js';

type Read = Parsed & { readonly source: Source };
type Way = SizingLayer & Pick<ChunkOptions, 'outlines' | 'strategy' | 'window'>;

type Asked = SizingLayer & Pick<ChunkOptions, 'preset'>;

interface Preset {
  ways(parser: Parser): Way;
  /** `docId`: the document id given by the caller. */
  before?(parsed: Read, docId: string | undefined): Read;
  after?(cut: Cut): Cut;
}

/** More tokens than any file has. */
const WHOLE_FILE_TOKENS = 2 ** 30;
const MAX_HEADING_LEVEL = 4;
const whole: Way = { granularity: 'pack', maxTokens: WHOLE_FILE_TOKENS, maxChars: Number.POSITIVE_INFINITY };

/** Maximum tokens of a document's chunk in an index, unless the caller sets another. */
export const INDEXED_DOCUMENT_TOKENS = 300;

/**
 * How an index cuts by default: so that one answer covers most of what was asked for
 * (eval/golden/rank_stats.txt). Code: one chunk per function; tiny ones still share one.
 * Documents: one chunk per section, however small, since it has the section's name; and
 * of a few paragraphs at most: a page of a thousand tokens hides its one good section.
 */
const indexed: Readonly<Record<SourceType, Way>> = {
  code: { granularity: 'node', minTokens: 64, outlines: 'context' },
  markdown: { maxTokens: INDEXED_DOCUMENT_TOKENS, granularity: 'node' },
  text: {},
  artifact: {},
  commit: {},
};

const schema: Readonly<Record<SourceType, Way>> = {
  code: { granularity: 'node', minTokens: 0, maxTokens: WHOLE_FILE_TOKENS, outlines: true },
  markdown: { granularity: 'node', minTokens: 0, maxTokens: 1000, overlap: 200 },
  text: {},
  artifact: {},
  commit: {},
};

export const presets: Readonly<Record<PresetName, Preset>> = {
  units: { ways: ({ sourceType }) => indexed[sourceType] },
  'heading-tree': {
    ways: ({ headings }) => (headings ? { ...whole, granularity: 'node', minTokens: 0 } : whole),
    before: (parsed) => (parsed.parser.headings ? parsed : titled(parsed)),
  },
  'token-windows': {
    ways: () => ({ strategy: 'window' }),
    before: ({ source, ...parsed }, docId) => ({
      ...parsed,
      source: docId === undefined ? { ...source, docId: artifactId({ content: source.text }, 8) } : source,
    }),
  },
  governed: {
    ways: () => ({
      maxTokens: defaults.maxTokens,
      overlap: 'auto',
      minTokens: 'auto',
      granularity: 'pack',
      outlines: false,
    }),
  },
  'unified-schema': {
    ways: ({ sourceType }) => schema[sourceType],
    before: (parsed) =>
      parsed.parser.headings ? { ...parsed, root: withoutDeep(parsed.root, parsed.source.text) } : parsed,
    after: (cut) => ({ ...cut, chunks: inOneSchema(cut.chunks) }),
  },
};

/** The given options, with those of the preset for this format as defaults. */
export const withPreset = <T extends Asked>(parser: Parser, options: T, preset = options.preset): T =>
  preset === undefined ? options : ({ ...presets[preset].ways(parser), ...defined(options) } as T); // its keys are those of T

/** The limits for this parser. If a limit is given, only the format's limit in characters still applies. */
export function limitsOf(parser: Parser, options: Asked): Limits {
  const asked = withPreset(parser, options);
  return limits(asked.maxTokens === undefined ? parser.preset : { maxChars: parser.preset.maxChars }, asked);
}

/** Without undefined options. */
const defined = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>; // fromEntries() forgets the keys

/** The title of a document without headings is its file name without the extension. */
function titled({ root, ...parsed }: Read): Read {
  const name = root.name ?? filenameOf(parsed.source.path).replace(/(?<=.)\.[^.]+$/, '');
  return { ...parsed, root: { ...root, name } };
}

/** Headings below the fourth level become text of their section. */
function withoutDeep(node: Node, text: string): Node {
  if (node.closed || node.children.length === 0) return node;
  return { ...node, children: node.children.map((child) => withoutDeep(plain(child, text), text)) };
}

function plain(node: Node, text: string): Node {
  const level = node.head ? (/^ {0,3}(#+)/.exec(text.slice(node.head.start, node.head.end))?.[1].length ?? 0) : 0;
  if (level <= MAX_HEADING_LEVEL) return node;
  const { name: _name, head: _head, ...rest } = node;
  return { ...rest, kind: 'block' };
}

/** A class is its signatures: its head is left out, as are tables of contents. */
function inOneSchema(chunks: Cut['chunks']): Cut['chunks'] {
  const ids = new Set(chunks.map(({ id }) => id));
  return chunks
    .filter(({ id, metadata }) => metadata.weight !== 0 && !(metadata.head && ids.has(`${id}:outline`)))
    .map((chunk, position) => ({ ...chunk, position, metadata: { ...chunk.metadata, alias: aliasId(chunk) } }));
}
