/**
 * The windows of a text too large for memory: each is cut by itself, with offsets in the whole text.
 * The open headings of a document are carried from window to window:
 *
 *     # Wood            window 1: main:big.md#wood
 *     ## Oak            main:big.md#oak, in main:big.md#wood
 *     ── window 2 ──    parsed with `before`: Wood is open
 *     ## Elm            main:big.md@2#elm, in main:big.md#wood
 */
import { type Branch, childBranch, NodeIds, rootBranch } from '../chunk/branch.js';
import type { Prefix } from '../chunk/chunkWriter.js';
import { FroeError } from '../errors.js';
import { extractorFor } from '../extract/index.js';
import { documents, type Parsed } from '../parse/index.js';
import type { DocumentState, OpenHeading } from '../parse/parser.js';
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

/** A section that goes on in the next window. */
interface OpenSection extends OpenHeading {
  /** As the window has it in which it began. */
  readonly id: string;
}

interface WindowState extends DocumentState {
  readonly open: readonly OpenSection[];
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
  #before: WindowState | undefined;
  /** Ids of sections that began in a window before, by those they have in this one. */
  #known: ReadonlyMap<string, string> = new Map();

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
    const bytes = isLast ? buffered : this.#wholeLines(buffered);
    const whole = this.#sourceOf(bytes);
    let parsed = await parseSource(whole, this.#options, this.#before);
    const notes = this.#start.windows === 0 ? [this.#note(manyWindows(parsed))] : [];
    let end = whole.text.length;
    const ids = new NodeIds(this.#place.docId, parsed.root, parsed.parser);
    this.#known = knownIds(parsed.root, ids, this.#before?.open ?? []);
    let state: WindowState | undefined;
    if (!isLast) {
      const found = windowEnd(parsed.root, whole.text);
      end = found.at;
      if (found.inside !== undefined) notes.push(this.#note(cutInside(found.inside)));
      state = this.#stateAt(found.within, parsed, ids);
      const window = this.#sourceOf(bytes.subarray(0, whole.offsets.byteAt(end)));
      parsed = await parseSource(window, this.#options, this.#before);
    }
    const { chunks, gaps, diagnostics } = cutParsed(parsed, this.#cutOptions());
    const cut = {
      chunks: withContext(chunks).map((one) => this.#placed(one)),
      gaps: gaps.map((gap) => this.#placedGap(gap)),
      diagnostics: [...notes, ...decodingNote(parsed.source), ...diagnostics].filter((note) => this.#isNews(note)),
    };
    this.#advance(whole, end, chunks.length);
    this.#before = state;
    return cut;
  }

  /** What the next window has to know: the sections around the place where it begins. */
  #stateAt(within: readonly Node[], { root, parser }: Parsed, ids: NodeIds): WindowState | undefined {
    if (!parser.resumes) return undefined;
    const open: OpenSection[] = [];
    let branch = rootBranch(root);
    for (const node of within) {
      branch = childBranch(branch, node);
      const level = node.closed ? undefined : node.meta?.level;
      if (typeof level === 'number') open.push({ level, name: node.name ?? '', id: this.#idInStream(ids.of(branch)) });
    }
    const levels = root.meta?.levels;
    return { title: root.name, open, levels: Array.isArray(levels) ? levels : undefined };
  }

  /** Half of a heading could be one of another level. A line that takes half of the buffer is taken as far as it has come. */
  #wholeLines(buffered: Uint8Array): Uint8Array {
    const bytes = buffered.subarray(0, wholeCharacters(buffered, this.#encoding));
    const { text, offsets } = this.#sourceOf(bytes);
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    return end > text.length >> 1 ? bytes.subarray(0, offsets.byteAt(end)) : bytes;
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
  #idInWindow(id: string): string {
    const { docId } = this.#place;
    const { windows } = this.#start;
    return windows === 0 || !id.startsWith(docId) ? id : `${docId}@${windows + 1}${id.slice(docId.length)}`;
  }

  /** The id of a unit, in whichever window it began. */
  #idInStream(id: string): string {
    return this.#known.get(id) ?? (id === this.#place.docId ? id : this.#idInWindow(id));
  }

  #placed(chunk: Chunk): Chunk {
    const { bytes, chars, lines, chunks, windows } = this.#start;
    const parent = windows > 0 ? (chunk.parentId ?? chunk.docId) : chunk.parentId;
    return {
      ...chunk,
      id: this.#idInWindow(chunk.id),
      parentId: parent === null ? null : this.#idInStream(parent),
      ...(chunk.slug ? { slug: anchorIn(this.#known.get(`${chunk.docId}#${chunk.slug}`)) ?? chunk.slug } : {}),
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

const manyWindows = ({ parser }: Parsed): string =>
  `does not fit into bufferSize and was cut in windows: ${
    parser.resumes
      ? 'of what precedes a unit in a window before, only the headings around it are known'
      : 'what encloses or precedes a unit in a window before is not known'
  }`;

const anchorIn = (id: string | undefined): string | undefined => id?.slice(id.lastIndexOf('#') + 1);

/** The sections that were open before a window are the first child of its root, and their first child, and so on. */
function knownIds(root: Node, ids: NodeIds, open: readonly OpenSection[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  let branch: Branch = rootBranch(root);
  for (const { id } of open) {
    const [first] = branch.node.children;
    if (!first?.continued) break;
    branch = childBranch(branch, first);
    known.set(ids.of(branch), id);
  }
  return known;
}

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
  /** The nodes around it, the outermost first. */
  readonly within: readonly Node[];
}

/**
 * Where a window ends: at the start of the outermost unit that begins in its second half, since everything before is
 * complete. If one unit fills it, inside that unit; if one leaf does, at a line.
 */
export function windowEnd(root: Node, text: string): WindowEnd {
  const half = text.length >> 1;
  const within: Node[] = [];
  let node = root;
  for (let last = lastOf(node); last; last = lastOf(node)) {
    if (last.start > half) return { at: beyondMark(text, last.start), within };
    if (last.end <= half) break;
    node = last;
    within.push(last);
  }
  const at = lastBreak(text, half);
  // A document without structure is one leaf, and is split between lines.
  return node === root ? { at, within } : { at, inside: node.kind, within };
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
