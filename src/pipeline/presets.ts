/**
 * Whole ways of cutting, by one word: what they want of each format, what they make of the tree before it is cut,
 * and of the chunks after. What the caller says beside it wins.
 *
 *     units            an application's units: models by section, controllers by action, classes by member; as an index
 *     heading-tree     a chunk for every section, whatever its size; anything without headings is one
 *     token-windows    whole up to 1,200 tokens, else windows of 900 that share 100; ids of artifacts
 *     governed         along the structure inside a cap that models set; overlap only where a unit itself is cut
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
  /** `docId`: what the caller calls the document. */
  before?(parsed: Read, docId: string | undefined): Read;
  after?(cut: Cut): Cut;
}

/** No file that is read has more tokens. */
const WHOLE = 2 ** 30;
const DEEPEST_HEADING = 4;
const whole: Way = { granularity: 'pack', maxTokens: WHOLE, maxChars: Number.POSITIVE_INFINITY };

/** Of a chunk of a document in an index, unless the caller says otherwise. */
export const INDEXED_DOCUMENT_TOKENS = 300;

/**
 * How an index cuts unless the caller says otherwise: so that what fits into one
 * answer covers most of what was asked for (eval/golden/rank_stats.txt). Code, a
 * chunk for every function; smaller ones still share one. Documents, a chunk for
 * every section, however small, since its name is the section's; and of a few
 * paragraphs at most: a page of a thousand tokens hides its one good section.
 */
const indexed: Readonly<Record<SourceType, Way>> = {
  code: { granularity: 'node', minTokens: 64, outlines: 'context' },
  markdown: { maxTokens: INDEXED_DOCUMENT_TOKENS, granularity: 'node' },
  text: {},
  artifact: {},
  commit: {},
};

const schema: Readonly<Record<SourceType, Way>> = {
  code: { granularity: 'node', minTokens: 0, maxTokens: WHOLE, outlines: true },
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

/** The options given, and else those of the preset for this format. */
export const withPreset = <T extends Asked>(parser: Parser, options: T, preset = options.preset): T =>
  preset === undefined ? options : ({ ...presets[preset].ways(parser), ...defined(options) } as T); // its keys are those of T

/** The limits of what this parser has read. Where a cap is named, only the format's cap on characters is left of its own. */
export function limitsOf(parser: Parser, options: Asked): Limits {
  const asked = withPreset(parser, options);
  return limits(asked.maxTokens === undefined ? parser.preset : { maxChars: parser.preset.maxChars }, asked);
}

/** Without the options that say nothing. */
const defined = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>; // fromEntries() forgets the keys

/** A document without headings is called by its file's name without the extension. */
function titled({ root, ...parsed }: Read): Read {
  const name = root.name ?? filenameOf(parsed.source.path).replace(/(?<=.)\.[^.]+$/, '');
  return { ...parsed, root: { ...root, name } };
}

/** Headings below the fourth level are text of the section they stand in. */
function withoutDeep(node: Node, text: string): Node {
  if (node.closed || node.children.length === 0) return node;
  return { ...node, children: node.children.map((child) => withoutDeep(plain(child, text), text)) };
}

function plain(node: Node, text: string): Node {
  const level = node.head ? (/^ {0,3}(#+)/.exec(text.slice(node.head.start, node.head.end))?.[1].length ?? 0) : 0;
  if (level <= DEEPEST_HEADING) return node;
  const { name: _name, head: _head, ...rest } = node;
  return { ...rest, kind: 'block' };
}

/** A class is its signatures: its head says nothing more. Tables of contents are left out. */
function inOneSchema(chunks: Cut['chunks']): Cut['chunks'] {
  const ids = new Set(chunks.map(({ id }) => id));
  return chunks
    .filter(({ id, metadata }) => metadata.weight !== 0 && !(metadata.head && ids.has(`${id}:outline`)))
    .map((chunk, position) => ({ ...chunk, position, metadata: { ...chunk.metadata, alias: aliasId(chunk) } }));
}
