/**
 * The flow on one screen.
 *
 *     bytes ─read→ Source ─parse→ Node tree ─chunk→ Chunk[]
 */
import { cut } from './chunk/cut.js';
import { cutWindows, type WindowSizing } from './chunk/window.js';
import type { Prefix } from './chunk/writer.js';
import { outline } from './enrich/outline.js';
import { extract, extractorFor } from './extract/index.js';
import { limits, type SizingLayer } from './options.js';
import { Formats, type Language, type Parsed, type ParserId } from './parse/index.js';
import { decode } from './sources/decode.js';
import { filenameOf, type Identity, sourceFromBytes, sourceFromExtract, sourceFromText } from './sources/read.js';
import { type Tokenizer, type TokenizerName, tokenizer } from './text/tokens/index.js';
import type { Cut, Diagnostic, Source } from './types.js';

/** `auto`: by what the text is. A parser's name: as if it were that. `window`: by tokens alone. */
export type Strategy = 'auto' | 'window' | ParserId;

export interface ParseOptions {
  /** Where the text comes from; its name says what it is. Default `text.txt`. */
  readonly path?: string;
  /** The named root. Default `main`. */
  readonly tree?: string;
  /** Instead of `{tree}:{path}`: for artifacts. */
  readonly docId?: string;
  readonly language?: string;
  readonly strategy?: Strategy;
  /** Whether to find out what the source speaks of. Default false. */
  readonly mentions?: boolean;
  /** Languages of your own, by id; they win over those froe knows. */
  readonly languages?: Readonly<Record<string, Language>>;
}

export interface ChunkOptions extends ParseOptions, SizingLayer {
  readonly tokenizer?: TokenizerName | Tokenizer;
  readonly prefix?: Prefix;
  /** What a piece is read under and the source does not say; like the prefix, it counts inside the cap. */
  readonly notes?: Prefix;
  /** Synthetic, signature-only pieces of classes and modules that were cut. Default true. */
  readonly outlines?: boolean;
  readonly window?: Partial<WindowSizing>;
}

/** How much of a text is looked at to tell what it is. */
const HEAD = 1024;
const FORM = 65_536;

const builtin = new Formats();
/** A run hands in the same languages for every file. */
const others = new WeakMap<object, Formats>();

function formatsWith(languages: NonNullable<ParseOptions['languages']>): Formats {
  const known = others.get(languages) ?? new Formats(languages);
  others.set(languages, known);
  return known;
}

/** Reads and parses one text, or the bytes of one file. */
export async function parse(
  input: string | Uint8Array,
  options: ParseOptions = {},
): Promise<Parsed & { source: Source }> {
  const formats = options.languages ? formatsWith(options.languages) : builtin;
  const { source, notes } = await open(input, options, formats);
  const parsed = await formats.parse(source, parserOf(options.strategy), { mentions: options.mentions === true });
  return { ...parsed, source, diagnostics: [...notes, ...parsed.diagnostics] };
}

/** Cuts one text, or the bytes of one file. */
export async function chunk(input: string | Uint8Array, options: ChunkOptions = {}): Promise<Cut> {
  return cutParsed(await parse(input, options), options);
}

/** Cuts what parse() gave. */
export function cutParsed(parsed: Parsed & { readonly source: Source }, options: ChunkOptions = {}): Cut {
  const counter =
    typeof options.tokenizer === 'object' ? options.tokenizer : tokenizer(options.tokenizer ?? 'cl100k_base');
  const { source, parser, root, diagnostics } = parsed;
  const result =
    options.strategy === 'window'
      ? cutWindows(source, counter, options.window)
      : cut(source, root, {
          parser,
          limits: limits(options.maxTokens === undefined ? parser.preset : {}, options),
          tokenizer: counter,
          outline: options.outlines === false ? undefined : outline,
          prefix: options.prefix,
          notes: options.notes,
        });
  return { ...result, diagnostics };
}

/** A file that is not plain text is read for the text in it, unless the caller says what language it is. */
async function open(
  input: string | Uint8Array,
  options: ParseOptions,
  formats: Formats,
): Promise<{ readonly source: Source; readonly notes: readonly Diagnostic[] }> {
  const { path = 'text.txt', tree = 'main', docId } = options;
  const place = { tree, path, ...(docId === undefined ? {} : { docId }) };
  const filename = filenameOf(path);
  if (options.language === undefined && extractorFor(filename, input)) {
    const file = typeof input === 'string' ? Buffer.from(input) : input;
    const taken = await extract(path, file);
    if (taken) {
      const source = sourceFromExtract(taken.text, taken, file, { ...place, language: taken.by });
      return { source, notes: taken.diagnostics };
    }
  }
  const upTo = (length: number): string =>
    typeof input === 'string' ? input.slice(0, length) : decode(input.subarray(0, length)).text;
  const language = options.language ?? formats.detect(filename, upTo(HEAD), () => upTo(FORM));
  const identity: Identity = { ...place, language };
  const source = typeof input === 'string' ? sourceFromText(input, identity) : sourceFromBytes(input, identity);
  return { source, notes: decodingNotes(source) };
}

/** A window needs no structure, so the simplest parser will do. */
const parserOf = (strategy: Strategy = 'auto'): ParserId | undefined =>
  strategy === 'auto' ? undefined : strategy === 'window' ? 'text' : strategy;

function decodingNotes({ path, decoding, text }: Source): Diagnostic[] {
  const notes: Diagnostic[] = [];
  if (decoding.replaced > 0) {
    const sequences = decoding.replaced === 1 ? 'sequence was' : 'sequences were';
    const message = `${decoding.replaced} malformed ${decoding.encoding} ${sequences} read as U+FFFD`;
    notes.push({ code: 'decoding', path, message });
  }
  if (text.trim() === '')
    notes.push({ code: 'empty', path, message: text === '' ? 'is empty' : 'holds nothing but white space' });
  return notes;
}
