/** The windows of a text too large for memory: each is cut by itself, with offsets in the whole text. */
import type { Prefix } from '../chunk/chunkWriter.js';
import { FroeError } from '../errors.js';
import { extractorFor } from '../extract/index.js';
import { documents } from '../parse/index.js';
import type { Chunk } from '../schema.js';
import { decode } from '../sources/decode.js';
import { withForwardSlashes } from '../sources/jail.js';
import { filenameOf, isBinary } from '../sources/read.js';
import { sha256 } from '../text/hash.js';
import { insidePair } from '../text/offsets.js';
import type { Cut, Decoding, Diagnostic, Gap, Node, Source } from '../types.js';
import { cutParsed, formatsFor, languageOf, parseSource, withContext } from './chunk.js';
import type { ChunkOptions } from './chunkOptions.js';

/** Bytes, code units, line breaks and chunks before a window, and how many windows. */
interface WindowStart {
  readonly bytes: number;
  readonly chars: number;
  readonly lines: number;
  readonly chunks: number;
  readonly windows: number;
}

export class TextWindows {
  readonly isBinary: boolean;
  /** Bytes of the last window. */
  taken = 0;
  readonly #options: ChunkOptions;
  readonly #place: Pick<Source, 'tree' | 'path' | 'docId' | 'language'>;
  readonly #encoding: Decoding['encoding'];
  readonly #reported = new Set<string>();
  #start: WindowStart = { bytes: 0, chars: 0, lines: 0, chunks: 0, windows: 0 };

  /** `first`: as much as a window may hold. */
  constructor(first: Uint8Array, options: ChunkOptions) {
    const { tree = 'main', language, path: given = 'text.txt' } = options;
    const path = withForwardSlashes(given);
    const { docId = `${tree}:${path}` } = options;
    const filename = filenameOf(path);
    const formats = formatsFor(options);
    const extractor = formats.isCustom(filename) ? undefined : extractorFor(filename, first, language);
    if (extractor && !Object.hasOwn(documents, extractor.id))
      // chats may be plain text
      throw new FroeError(
        'too-large',
        `${path} has more than ${first.length} bytes, and ${extractor.id} can only be read as a whole`,
        'Use chunk(), raise bufferSize, or name another language.',
      );
    this.isBinary = isBinary(first);
    this.#options = options;
    this.#encoding = decode(first.subarray(0, 4)).decoding.encoding;
    this.#place = { tree, path, docId, language: languageOf(first, filename, options, formats) };
  }

  /** The result for a binary file. */
  get binaryCut(): Cut {
    const message = 'is not text. Binary files are left out.';
    return { chunks: [], gaps: [], diagnostics: [{ code: 'binary', path: this.#place.path, message }] };
  }

  /** The next window of the buffer; all of it at the end of the stream. */
  async next(buffered: Uint8Array, isLast: boolean): Promise<Cut> {
    const bytes = isLast ? buffered : buffered.subarray(0, wholeCharacters(buffered, this.#encoding));
    const whole = this.#sourceOf(bytes);
    const notes = this.#start.windows === 0 ? [this.#note(MANY_WINDOWS)] : [];
    let parsed = await parseSource(whole, this.#options);
    let end = whole.text.length;
    if (!isLast) {
      const found = windowEnd(parsed.root, whole.text);
      end = found.at;
      if (found.inside !== undefined) notes.push(this.#note(cutInside(found.inside)));
      parsed = await parseSource(this.#sourceOf(bytes.subarray(0, whole.offsets.byteAt(end))), this.#options);
    }
    const { chunks, gaps, diagnostics } = cutParsed(parsed, this.#cutOptions());
    const cut = {
      chunks: withContext(chunks).map((one) => this.#placed(one)),
      gaps: gaps.map((gap) => this.#placedGap(gap)),
      diagnostics: [...notes, ...decodingNote(parsed.source), ...diagnostics].filter((note) => this.#isNews(note)),
    };
    this.#advance(whole, end, chunks.length);
    return cut;
  }

  #sourceOf(bytes: Uint8Array): Source {
    const decoded = decode(bytes, this.#start.windows === 0 ? undefined : this.#encoding);
    return { ...this.#place, ...decoded, hash: () => sha256(bytes) };
  }

  #advance({ offsets }: Source, end: number, chunks: number): void {
    const before = this.#start;
    this.taken = offsets.byteAt(end);
    this.#start = {
      bytes: before.bytes + this.taken,
      chars: before.chars + end,
      lines: before.lines + offsets.lineAt(end) - 1,
      chunks: before.chunks + chunks,
      windows: before.windows + 1,
    };
  }

  /** Ids of later windows have their number: `main:big.md@2#oak`. */
  #placed(chunk: Chunk): Chunk {
    const { bytes, chars, lines, chunks, windows } = this.#start;
    const { docId } = chunk;
    const idOf = (id: string): string =>
      windows === 0 || !id.startsWith(docId) ? id : `${docId}@${windows + 1}${id.slice(docId.length)}`;
    const parent = windows > 0 ? (chunk.parentId ?? docId) : chunk.parentId;
    return {
      ...chunk,
      id: idOf(chunk.id),
      parentId: parent === null || parent === docId ? parent : idOf(parent),
      startLine: chunk.startLine + lines,
      endLine: chunk.endLine + lines,
      byteStart: chunk.byteStart + bytes,
      byteEnd: chunk.byteEnd + bytes,
      charStart: chunk.charStart + chars,
      charEnd: chunk.charEnd + chars,
      position: chunk.position + chunks,
    };
  }

  #placedGap({ start, end, kind }: Gap): Gap {
    return { start: start + this.#start.chars, end: end + this.#start.chars, kind };
  }

  /** Functions of the caller get a chunk with the values of its final record. */
  #cutOptions(): ChunkOptions {
    const { chars } = this.#start;
    const placed =
      (prefix: Prefix): Prefix =>
      (one) =>
        prefix({ ...one, charStart: one.charStart + chars, charEnd: one.charEnd + chars });
    const { prefix, notes } = this.#options;
    return {
      ...this.#options,
      docId: this.#place.docId,
      ...(prefix ? { prefix: placed(prefix) } : {}),
      ...(notes ? { notes: placed(notes) } : {}),
    };
  }

  #note(message: string): Diagnostic {
    return { code: 'windowed', path: this.#place.path, message };
  }

  /** A diagnostic that applies to every window is reported once. */
  #isNews({ code, message }: Diagnostic): boolean {
    const key = `${code} ${message}`;
    const isNews = !this.#reported.has(key);
    this.#reported.add(key);
    return isNews;
  }
}

const MANY_WINDOWS =
  'does not fit into bufferSize and was cut in windows: what encloses or precedes a unit in a window before is not known';

const cutInside = (kind: string): string =>
  `${kind} longer than half of bufferSize was parted by its lines: what follows in it is read without its beginning`;

const decodingNote = ({ path, decoding: { replaced, encoding } }: Source): Diagnostic[] =>
  replaced === 0 ? [] : [{ code: 'decoding', path, message: `malformed ${encoding} sequences were read as U+FFFD` }];

/** The number of bytes that are complete characters and not half of a line break; the rest comes with the next part. */
function wholeCharacters(bytes: Uint8Array, encoding: Decoding['encoding']): number {
  let end = bytes.length;
  if (encoding === 'utf-8') {
    let lead = end - 1;
    while (lead > end - 4 && (bytes[lead] & 0xc0) === 0x80) lead--;
    const width = bytes[lead] >= 0xf0 ? 4 : bytes[lead] >= 0xe0 ? 3 : bytes[lead] >= 0xc0 ? 2 : 1;
    if (lead + width > end) end = lead;
    return bytes[end - 1] === 13 ? end - 1 : end;
  }
  end -= end % 2;
  const at = encoding === 'utf-16le' ? end - 2 : end - 1;
  const [low, high] = encoding === 'utf-16le' ? [bytes[at], bytes[at + 1]] : [bytes[at], bytes[at - 1]];
  return (high & 0xfc) === 0xd8 || (high === 0 && low === 13) ? end - 2 : end;
}

interface WindowEnd {
  readonly at: number;
  /** The kind of the leaf that had to be split. */
  readonly inside?: string;
}

/**
 * Where a window ends: at the start of the outermost unit that begins in its second half, since everything before is
 * complete. If one unit fills it, inside that unit; if one leaf does, at a line.
 */
export function windowEnd(root: Node, text: string): WindowEnd {
  const half = text.length >> 1;
  let node = root;
  for (let last = lastOf(node); last; last = lastOf(node)) {
    if (last.start > half) return { at: beyondMark(text, last.start) };
    if (last.end <= half) break;
    node = last;
  }
  const at = lastBreak(text, half);
  // A document without structure is one leaf, and is split between lines.
  return node === root ? { at } : { at, inside: node.kind };
}

const lastOf = ({ closed, children }: Node): Node | undefined => (closed ? undefined : children.at(-1));

/** The best position to split a text, after `least`: an empty line, a line, a space, anywhere. */
function lastBreak(text: string, least: number): number {
  for (const pattern of ['\n\n', '\n', '\r', ' ']) {
    const at = text.lastIndexOf(pattern, text.length - pattern.length - 1) + pattern.length;
    if (at > least && text[at] !== '\n') return beyondMark(text, at);
  }
  return insidePair(text, text.length - 1) ? text.length - 2 : text.length - 1;
}

/** A window must not begin with U+FEFF: there it would be a byte order mark. */
function beyondMark(text: string, at: number): number {
  let from = at;
  while (text.charCodeAt(from) === 0xfeff) from++;
  return from;
}
