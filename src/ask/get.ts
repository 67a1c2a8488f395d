/**
 * The exact text of a place, and the pieces it is in:
 *
 *     main:src/app.py#App.run~2   a piece, by its id
 *     main:src/app.py#App         a unit
 *     src/app.py                  a file
 *     src/app.py:10-24            some lines of it
 */
import { textOf } from '../assemble/segments.js';
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';

export interface Got {
  readonly chunks: readonly Chunk[];
  readonly text: string;
}

/** Nothing, where the index has no such place. */
export async function get(store: Store, place: string): Promise<Got> {
  const [chunk] = await store.chunks([place]);
  if (chunk) return { chunks: [chunk], text: chunk.content };
  const lines = /^(.+):(\d+)(?:-(\d+))?$/.exec(place);
  const docId = await docOf(store, lines ? lines[1] : place);
  const all = docId === undefined ? [] : (await store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
  if (lines) return linesOf(all, Number(lines[2]), Number(lines[3] ?? lines[2]));
  const unit = docId === undefined ? undefined : (await store.units(docId)).find(({ id }) => id === place);
  const chunks = unit
    ? all.filter(({ charStart, charEnd }) => charStart < unit.charEnd && charEnd > unit.charStart)
    : all;
  return { chunks, text: textOf({ chunks, score: 0 }) };
}

/** `src/app.py`, `main:src/app.py` and `main:src/app.py#App` are all of one document. */
async function docOf(store: Store, place: string): Promise<string | undefined> {
  const [document] = place.split('#');
  for (const docId of [document, `main:${document}`]) if (await store.source(docId)) return docId;
  return undefined;
}

/** Those lines of a document, out of the pieces that hold them. */
function linesOf(all: readonly Chunk[], from: number, to: number): Got {
  const chunks = all.filter(({ startLine, endLine }) => startLine <= to && endLine >= from);
  const [first] = chunks;
  if (!first) return { chunks: [], text: '' };
  const lines = textOf({ chunks, score: 0 }).split(/(?<=\n)/);
  return { chunks, text: lines.slice(Math.max(0, from - first.startLine), to - first.startLine + 1).join('') };
}
