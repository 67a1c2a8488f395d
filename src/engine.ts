/**
 * The flow on one screen.
 *
 *     bytes ─read→ Source ─parse→ Node tree ─chunk→ Chunk[]
 */
import { type CutSettings, cut } from './chunk/cut.js';
import { cutWindows } from './chunk/window.js';
import { type ChunkOptions, checkChunking, type ParseOptions, type Strategy } from './chunkOptions.js';
import { outline, signatures } from './enrich/outline.js';
import { extract, extractorFor } from './extract/index.js';
import { limits } from './options.js';
import { Formats, type Parsed, type ParserId } from './parse/index.js';
import { decode } from './sources/decode.js';
import { filenameOf, type Identity, sourceFromBytes, sourceFromExtract, sourceFromText } from './sources/read.js';
import { tokenizer } from './text/tokens/index.js';
import type { Cut, Diagnostic, Source } from './types.js';

export type { ChunkOptions, ParseOptions, Strategy } from './chunkOptions.js';

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
  checkChunking('parse()', input, options);
  return read(input, options);
}

async function read(input: string | Uint8Array, options: ParseOptions): Promise<Parsed & { source: Source }> {
  const formats = options.languages ? formatsWith(options.languages) : builtin;
  const { source, notes } = await open(input, options, formats);
  const parsed = await formats.parse(source, parserOf(options.strategy), { mentions: options.mentions === true });
  return { ...parsed, source, diagnostics: [...notes, ...parsed.diagnostics] };
}

/** Cuts one text, or the bytes of one file. */
export async function chunk(input: string | Uint8Array, options: ChunkOptions = {}): Promise<Cut> {
  checkChunking('chunk()', input, options);
  return cutParsed(await read(input, options), options);
}

/** Cuts what parse() gave. */
export function cutParsed(parsed: Parsed & { readonly source: Source }, options: ChunkOptions = {}): Cut {
  const counter =
    typeof options.tokenizer === 'object' ? options.tokenizer : tokenizer(options.tokenizer ?? 'cl100k_base');
  const { source, parser, root, diagnostics } = parsed;
  const result =
    options.strategy === 'window'
      ? cutWindows(source, counter, options.window, options.log)
      : cut(source, root, {
          parser,
          limits: limits(options.maxTokens === undefined ? parser.preset : {}, options),
          tokenizer: counter,
          ...outlinedBy(options.outlines),
          prefix: options.prefix,
          notes: options.notes,
        });
  return { ...result, diagnostics };
}

const outlinedBy = (outlines: ChunkOptions['outlines'] = true): Pick<CutSettings, 'outline' | 'signatures'> =>
  outlines === 'context' ? { signatures } : outlines ? { outline } : {};

/** A file that is not plain text is read for the text in it, unless the caller says that it is of another language. */
async function open(
  input: string | Uint8Array,
  options: ParseOptions,
  formats: Formats,
): Promise<{ readonly source: Source; readonly notes: readonly Diagnostic[] }> {
  const { path = 'text.txt', tree = 'main', docId } = options;
  const place = { tree, path, ...(docId === undefined ? {} : { docId }) };
  const filename = filenameOf(path);
  if (extractorFor(filename, input, options.language)) {
    const file = typeof input === 'string' ? Buffer.from(input) : input;
    const taken = await extract(path, file, options.language);
    if (taken) {
      const source = sourceFromExtract(taken.text, taken, file, { ...place, language: taken.by });
      return { source, notes: taken.diagnostics.length > 0 ? taken.diagnostics : silenceNotes(source) };
    }
  }
  const said = options.language === undefined ? undefined : formats.named(options.language);
  const upTo = (length: number): string =>
    typeof input === 'string' ? input.slice(0, length) : decode(input.subarray(0, length)).text;
  const language = said ?? formats.detect(filename, upTo(HEAD), () => upTo(FORM));
  const identity: Identity = { ...place, language };
  const source = typeof input === 'string' ? sourceFromText(input, identity) : sourceFromBytes(input, identity);
  return { source, notes: decodingNotes(source) };
}

/** A window needs no structure, so the simplest parser will do. */
const parserOf = (strategy: Strategy = 'auto'): ParserId | undefined =>
  strategy === 'auto' ? undefined : strategy === 'window' ? 'text' : strategy;

/** A file that gives nothing gives a word: nobody should have to wonder where it is. */
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
