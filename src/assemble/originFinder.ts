/**
 * Where text that was put together comes from. A summary, a gathered section or
 * an inlined concern is made of lines of its own source and of the files that
 * were written down with it; each line is looked for there, behind the one before it first:
 *
 *     # Table: users              db/schema.rb 12-30, in other words: written down with the chunk
 *     validates :email            app/models/user.rb 7
 *     # from Lockable             nowhere: it is said of what follows
 *     validates :pin              app/models/concerns/lockable.rb 5
 *
 * The source in which most lines stand is believed first: `private` stands in many.
 */
import type { RecordedOrigin } from '../enrich/origins.js';
import type { Chunk } from '../schema.js';
import { shownPath } from '../search/shownPath.js';
import type { Store } from '../store/store.js';
import { isExact, type LineOrigin, type LineOrigins } from './lineOrigin.js';

/** A line that says something by itself: not `end`, not `})`. */
const TELLING = /\w\W*\w\W*\w\W*\w/;

interface Lines {
  readonly docId: string;
  readonly file: string;
  readonly chunks: readonly Chunk[];
  /** Where each line stands, by its text without what it is indented by. */
  readonly byText: ReadonlyMap<string, readonly number[]>;
}

export class OriginFinder {
  readonly #store: Store;
  readonly #known = new Map<string, Promise<Lines>>();
  readonly #origins = new Map<string, Promise<LineOrigins>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** By line of the chunk. */
  originsOf(chunk: Chunk): Promise<LineOrigins> {
    const known = this.#origins.get(chunk.id) ?? this.#look(chunk);
    this.#origins.set(chunk.id, known);
    return known;
  }

  /** The chunks of source in which these lines stand. */
  async chunksAt(origins: LineOrigins): Promise<readonly Chunk[]> {
    const found = new Map<string, Chunk>();
    for (const origin of origins) {
      if (!isExact(origin)) continue;
      const { chunks } = await this.#linesOf(origin.docId);
      for (const chunk of chunks)
        if (chunk.startLine <= origin.line && chunk.endLine >= origin.line) found.set(chunk.id, chunk);
    }
    return [...found.values()];
  }

  async #look(chunk: Chunk): Promise<LineOrigins> {
    const retold = retoldIn(chunk);
    return (await this.#found(chunk)).map((origin, i) => origin ?? retold.get(i + 1));
  }

  async #found(chunk: Chunk): Promise<LineOrigins> {
    const texts = chunk.content.trimEnd().split('\n');
    const own = found(texts, await this.#linesOf(chunk.docId), chunk);
    if (texts.every((text, i) => own[i] || !isCode(text))) return own;
    const others: LineOrigins[] = [];
    for (const docId of otherSources(chunk)) others.push(found(texts, await this.#linesOf(docId)));
    const best = [own, ...others].sort((a, b) => sure(b) - sure(a));
    return texts.map((_, i) => best.find((origins) => origins[i])?.[i]);
  }

  #linesOf(docId: string): Promise<Lines> {
    const known = this.#known.get(docId) ?? this.#read(docId);
    this.#known.set(docId, known);
    return known;
  }

  async #read(docId: string): Promise<Lines> {
    const chunks = (await this.#store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
    const byText = new Map<string, number[]>();
    for (const { content, startLine } of chunks)
      content.split('\n').forEach((text, i) => {
        const at = byText.get(text.trim());
        if (!at) byText.set(text.trim(), [startLine + i]);
        else if (at.at(-1) !== startLine + i) at.push(startLine + i);
      });
    return { docId, file: chunks.length > 0 ? shownPath(chunks[0]) : docId, chunks, byText };
  }
}

/** As they were written down with it. */
const recordedIn = ({ metadata }: Chunk): readonly RecordedOrigin[] =>
  (metadata.origins ?? []) as readonly RecordedOrigin[]; // written by enrich/unitChunks.ts, from that type

/** The other sources that it has lines of. */
const otherSources = (chunk: Chunk): ReadonlySet<string> =>
  new Set(
    recordedIn(chunk)
      .filter(({ file, retold_lines }) => file !== chunk.filePath && retold_lines === undefined)
      .map(({ file }) => `${chunk.tree}:${file}`),
  );

/** What its lines tell of other files in other words, as it was written down with it: a table's columns. */
function retoldIn(chunk: Chunk): ReadonlyMap<number, LineOrigin> {
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

/** A comment may be ours; whatever else is there was written by somebody. */
const isCode = (text: string): boolean => TELLING.test(text) && !/^\s*(?:#|\/\/)/.test(text);

const sure = (origins: LineOrigins): number => origins.filter((origin) => origin !== undefined).length;

function found(
  texts: readonly string[],
  { docId, file, byText }: Lines,
  within: Pick<Chunk, 'startLine' | 'endLine'> = { startLine: 1, endLine: Number.POSITIVE_INFINITY },
): LineOrigins {
  let last = 0;
  return texts.map((text): LineOrigin | undefined => {
    const all = byText.get(text.trim()) ?? [];
    const at = all.filter((line) => line >= within.startLine && line <= within.endLine);
    const next = at.find((line) => line > last) ?? at.at(0);
    if (next === undefined || (!TELLING.test(text) && next !== last + 1)) return undefined;
    last = next;
    return { docId, file, line: next };
  });
}
