/**
 * Finds the source lines of synthetic text. A summary, a gathered section or an
 * inlined concern consists of lines of its own source and of the files recorded with it; each
 * line is searched there, first behind the line before it:
 *
 *     # Table: users              db/schema.rb 12-30, retold: recorded with the chunk
 *     validates :email            app/models/user.rb 7
 *     # from Lockable             nowhere: generated
 *     validates :pin              app/models/concerns/lockable.rb 5
 *
 * The source with most matching lines goes first: `private` is in many.
 */
import type { RecordedOrigin } from '../enrich/origins.js';
import type { Chunk } from '../schema.js';
import { shownPath } from '../search/shownPath.js';
import type { Store } from '../store/store.js';
import { isExact, type LineOrigin, type LineOrigins } from './lineOrigin.js';

/** A line specific enough to be searched by itself: not `end`, not `})`. */
const DISTINCTIVE_LINE = /\w\W*\w\W*\w\W*\w/;

interface SourceLines {
  readonly docId: string;
  readonly file: string;
  readonly chunks: readonly Chunk[];
  /** Line numbers by trimmed text. */
  readonly byText: ReadonlyMap<string, readonly number[]>;
}

export class OriginFinder {
  readonly #store: Store;
  readonly #lines = new Map<string, Promise<SourceLines>>();
  readonly #origins = new Map<string, Promise<LineOrigins>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The origin of each line of a chunk. */
  originsOf(chunk: Chunk): Promise<LineOrigins> {
    const origins = this.#origins.get(chunk.id) ?? this.#find(chunk);
    this.#origins.set(chunk.id, origins);
    return origins;
  }

  /** The source chunks that contain these lines. */
  async chunksAt(origins: LineOrigins): Promise<readonly Chunk[]> {
    const byId = new Map<string, Chunk>();
    for (const origin of origins) {
      if (!isExact(origin)) continue;
      const { chunks } = await this.#linesOf(origin.docId);
      for (const chunk of chunks)
        if (chunk.startLine <= origin.line && chunk.endLine >= origin.line) byId.set(chunk.id, chunk);
    }
    return [...byId.values()];
  }

  async #find(chunk: Chunk): Promise<LineOrigins> {
    const retold = retoldOrigins(chunk);
    return (await this.#searchSources(chunk)).map((origin, i) => origin ?? retold.get(i + 1));
  }

  async #searchSources(chunk: Chunk): Promise<LineOrigins> {
    const texts = chunk.content.trimEnd().split('\n');
    const ownOrigins = findLines(texts, await this.#linesOf(chunk.docId), chunk);
    if (texts.every((text, i) => ownOrigins[i] || !isCode(text))) return ownOrigins;
    const otherOrigins: LineOrigins[] = [];
    for (const docId of otherSources(chunk)) otherOrigins.push(findLines(texts, await this.#linesOf(docId)));
    const best = [ownOrigins, ...otherOrigins].sort((a, b) => countFound(b) - countFound(a));
    return texts.map((_, i) => best.find((origins) => origins[i])?.[i]);
  }

  #linesOf(docId: string): Promise<SourceLines> {
    const lines = this.#lines.get(docId) ?? this.#readLines(docId);
    this.#lines.set(docId, lines);
    return lines;
  }

  async #readLines(docId: string): Promise<SourceLines> {
    const chunks = (await this.#store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
    const byText = new Map<string, number[]>();
    for (const { content, startLine } of chunks)
      content.split('\n').forEach((text, i) => {
        const lineNumbers = byText.get(text.trim());
        if (!lineNumbers) byText.set(text.trim(), [startLine + i]);
        else if (lineNumbers.at(-1) !== startLine + i) lineNumbers.push(startLine + i);
      });
    return { docId, file: chunks.length > 0 ? shownPath(chunks[0]) : docId, chunks, byText };
  }
}

/** The origins recorded with a chunk. */
const recordedIn = ({ metadata }: Chunk): readonly RecordedOrigin[] =>
  (metadata.origins ?? []) as readonly RecordedOrigin[]; // written by enrich/unitChunks.ts, from that type

/** The other sources it has lines of. */
const otherSources = (chunk: Chunk): ReadonlySet<string> =>
  new Set(
    recordedIn(chunk)
      .filter(({ file, retold_lines }) => file !== chunk.filePath && retold_lines === undefined)
      .map(({ file }) => `${chunk.tree}:${file}`),
  );

/** Origins of retold lines, recorded with the chunk: a table's columns. */
function retoldOrigins(chunk: Chunk): ReadonlyMap<number, LineOrigin> {
  const { tree } = chunk;
  return new Map(
    recordedIn(chunk).flatMap(({ file, start_line, end_line, retold_lines: [from, to] = [1, 0] }) =>
      Array.from(
        { length: to - from + 1 },
        (_, i) => [from + i, { docId: `${tree}:${file}`, file, line: start_line, retoldTo: end_line }] as const,
      ),
    ),
  );
}

/** A comment may be generated; all other lines are from a source. */
const isCode = (text: string): boolean => DISTINCTIVE_LINE.test(text) && !/^\s*(?:#|\/\/)/.test(text);

const countFound = (origins: LineOrigins): number => origins.filter((origin) => origin !== undefined).length;

function findLines(
  texts: readonly string[],
  { docId, file, byText }: SourceLines,
  within: Pick<Chunk, 'startLine' | 'endLine'> = { startLine: 1, endLine: Number.POSITIVE_INFINITY },
): LineOrigins {
  let last = 0;
  return texts.map((text): LineOrigin | undefined => {
    const all = byText.get(text.trim()) ?? [];
    const at = all.filter((line) => line >= within.startLine && line <= within.endLine);
    const next = at.find((line) => line > last) ?? at.at(0);
    if (next === undefined || (!DISTINCTIVE_LINE.test(text) && next !== last + 1)) return undefined;
    last = next;
    return { docId, file, line: next };
  });
}
