/**
 * The whole flow on one screen.
 *
 *     bytes ─read→ Source ─parse→ Node tree ─chunk→ Chunk[]
 */

import { type CutSettings, cut } from '../chunk/cut.js';
import { boundaryOf } from '../chunk/recordBuilder.js';
import { cutWindows } from '../chunk/window.js';
import { classOutline, signatures } from '../enrich/outline.js';
import { FroeError } from '../errors.js';
import { extract, extractorFor } from '../extract/index.js';
import { type CustomParser, Formats, type Parsed, type ParserId } from '../parse/index.js';
import type { DocumentState } from '../parse/parser.js';
import type { Chunk, SourceType } from '../schema.js';
import { decode } from '../sources/decode.js';
import { withForwardSlashes } from '../sources/jail.js';
import {
  filenameOf,
  refuseBinary,
  type SourceIdentity,
  sourceFromBytes,
  sourceFromExtract,
  sourceFromText,
} from '../sources/read.js';
import { uuid5 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Cut, Diagnostic, Source } from '../types.js';
import { type ChunkOptions, checkChunking, type ParseOptions, type Strategy } from './chunkOptions.js';
import { type Around, alone, cutUnits } from './cutUnits.js';
import { limitsOf, presets, withPreset } from './presets.js';

export type { ChunkOptions, ParseOptions, Strategy } from './chunkOptions.js';

/** How much of a text is used to detect its format: by its first lines, and for chats by more of them. */
const HEAD_CHARS = 1024;
const LONGER_HEAD_CHARS = 65_536;

const builtin = new Formats();
/** A run passes the same languages and parsers for every file. */
const others = new WeakMap<object, WeakMap<object, Formats>>();
const noLanguages = {};
const noParsers: readonly CustomParser[] = [];

export function formatsFor({ languages = noLanguages, parsers = noParsers }: ParseOptions): Formats {
  if (languages === noLanguages && parsers === noParsers) return builtin;
  const byParsers = others.get(languages) ?? new WeakMap<object, Formats>();
  others.set(languages, byParsers);
  const known = byParsers.get(parsers) ?? new Formats(languages, parsers);
  byParsers.set(parsers, known);
  return known;
}

/** Reads and parses one text, or the bytes of one file. */
export async function parse(
  input: string | Uint8Array,
  options: ParseOptions = {},
): Promise<Parsed & { source: Source }> {
  checkChunking('parse()', input, options);
  return read(input, options);
}

async function read(input: string | Uint8Array, options: ParseOptions): Promise<Parsed & { source: Source }> {
  const formats = formatsFor(options);
  const { source, notes } = await open(input, options, formats);
  const parsed = await parseSource(source, options);
  return notes.length === 0 ? parsed : { ...parsed, diagnostics: [...notes, ...parsed.diagnostics] };
}

/** A source that is already decoded. `before`: what is open where it begins, if it is a later window of a document. */
export async function parseSource(
  source: Source,
  options: ParseOptions,
  before?: DocumentState,
): Promise<Parsed & { source: Source }> {
  const { strategy, mentions = false } = options;
  const request = before ? { mentions, before } : { mentions };
  return { source, ...(await formatsFor(options).parse(source, parserOf(strategy), request)) };
}

/**
 * Cuts one text, or the bytes of one file. Bytes that are not text give a diagnostic and no chunks. `around`: what other
 * files say about this one, with the preset `units`; without it only what the file itself says.
 */
export async function chunk(input: string | Uint8Array, options: ChunkOptions = {}, around?: Around): Promise<Cut> {
  checkChunking('chunk()', input, options);
  return cutRead(read(input, options), options, around); // without the bytes: they may go when they are text
}

async function cutRead(reading: ReturnType<typeof read>, options: ChunkOptions, around?: Around): Promise<Cut> {
  try {
    const parsed = await reading;
    const units = options.preset === 'units' ? await inUnits(parsed, options, around) : undefined;
    const { chunks, gaps, diagnostics } = units ?? cutParsed(parsed, options);
    const result = { chunks: withContext(chunks), gaps, diagnostics };
    return units?.maxTokens === undefined ? result : { ...result, maxTokens: units.maxTokens };
  } catch (error) {
    if (!(error instanceof FroeError) || error.code !== 'binary') throw error;
    const { path = 'text.txt' } = options;
    return {
      chunks: [],
      gaps: [],
      diagnostics: [{ code: 'binary', path, message: 'is not text. Binary files are left out.' }],
    };
  }
}

async function inUnits(
  parsed: Parsed & { readonly source: Source },
  { preset: _preset, ...asked }: ChunkOptions,
  around: Around | undefined,
): Promise<Cut | undefined> {
  const known = around ?? (await alone(parsed.source));
  return known && cutUnits(parsed, withPreset(parsed.parser, asked, 'units'), known, cutParsed);
}

/**
 * Adds to each record its boundary and a UUID of its source. Written into the records, which nobody else has yet:
 * copying so many fields would take as long as creating the records.
 */
export function withContext(chunks: readonly Chunk[]): readonly Chunk[] {
  if (chunks.length === 0) return chunks;
  const source_id = uuid5(chunks[0].docId);
  for (const chunk of chunks) {
    chunk.metadata.context = boundaryOf(chunk);
    chunk.metadata.source_id = source_id;
  }
  return chunks;
}

/** Cuts the result of parse(). */
export function cutParsed(parsed: Parsed & { readonly source: Source }, asked: ChunkOptions = {}): Cut {
  const counter = typeof asked.tokenizer === 'object' ? asked.tokenizer : tokenizer(asked.tokenizer ?? 'cl100k_base');
  const preset = asked.preset && presets[asked.preset];
  const { source, parser, root, diagnostics } = preset?.before?.(parsed, asked.docId) ?? parsed;
  const options = withPreset(parser, asked);
  const result =
    options.strategy === 'window'
      ? cutWindows(source, counter, options.window, options.log)
      : cut(source, root, {
          parser,
          limits: limitsOf(parser, asked),
          tokenizer: counter,
          ...outlinedBy(options.outlines),
          prefix: options.prefix,
          notes: options.notes,
        });
  return { ...(preset?.after?.(result) ?? result), diagnostics };
}

const outlinedBy = (outlines: ChunkOptions['outlines'] = true): Pick<CutSettings, 'outline' | 'signatures'> =>
  outlines === 'context' ? { signatures } : outlines ? { outline: classOutline } : {};

/** From a file that is not plain text the text is extracted, unless the caller names another language. */
async function open(
  input: string | Uint8Array,
  options: ParseOptions,
  formats: Formats,
): Promise<{ readonly source: Source; readonly notes: readonly Diagnostic[] }> {
  const { tree = 'main', docId } = options;
  const path = withForwardSlashes(options.path ?? 'text.txt');
  const place = { tree, path, ...(docId === undefined ? {} : { docId }) };
  const filename = filenameOf(path);
  if (!formats.isCustom(filename) && extractorFor(filename, input, options.language)) {
    const file = typeof input === 'string' ? Buffer.from(input) : input;
    const taken = await extract(path, file, options.language);
    if (taken) {
      const source = sourceFromExtract(taken.text, taken, file, { ...place, language: taken.by });
      return { source, notes: taken.diagnostics.length > 0 ? taken.diagnostics : silenceNotes(source) };
    }
  }
  // Before language detection, which would search 64 kB of binary data.
  if (typeof input !== 'string' && options.language === undefined) refuseBinary(input, path);
  const identity: SourceIdentity = { ...place, language: languageOf(input, filename, options, formats) };
  const source = typeof input === 'string' ? sourceFromText(input, identity) : sourceFromBytes(input, identity);
  return { source, notes: decodingNotes(source) };
}

export function languageOf(
  input: string | Uint8Array,
  filename: string,
  { language }: ParseOptions,
  formats: Formats,
): string {
  const upTo = (length: number): string =>
    typeof input === 'string' ? input.slice(0, length) : decode(input.subarray(0, length)).text;
  return language === undefined
    ? formats.detect(filename, upTo(HEAD_CHARS), () => upTo(LONGER_HEAD_CHARS))
    : formats.named(language);
}

/** Whether a file may become a source of one of these types, by its name and its beginning, before it is read and parsed. */
export function mayBe(types: readonly SourceType[], input: Uint8Array, options: ChunkOptions): boolean {
  const { strategy = 'auto', preset, path = 'text.txt', language } = options;
  if (strategy !== 'auto' || preset === 'token-windows') return true; // whatever the file is
  const filename = filenameOf(withForwardSlashes(path));
  const formats = formatsFor(options);
  const extracted = !formats.isCustom(filename) && extractorFor(filename, input, language);
  if (extracted && (types.includes('artifact') || language !== undefined)) return true;
  const possible = formats.sourceTypes(languageOf(input, filename, options, formats));
  return types.some((type) => possible.has(type));
}

/** A window needs no structure, so the simplest parser is used. */
const parserOf = (strategy: Strategy = 'auto'): ParserId | undefined =>
  strategy === 'auto' ? undefined : strategy === 'window' ? 'text' : strategy;

/** A file without chunks gives a diagnostic, so that it does not disappear silently. */
const silenceNotes = ({ path, text }: Source): Diagnostic[] =>
  text.trim() === '' ? [{ code: 'no-text', path, message: 'holds no text' }] : [];

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
