/**
 * An artifact, as the page shows it. Of a mail or a chat the index keeps pieces,
 * not the source: its text is put together from them, each where it stood.
 *
 *     piece 1  [0, 6)    "one.\n\n"          one.
 *     piece 2  [8, 12)   "two."       →
 *                                            ⎵        white space that no piece has
 *                                            two.
 */
import { FroeError } from '../errors.js';
import type { Engine } from '../open.js';
import type { Chunk } from '../schema.js';
import type { SourceRow } from '../store/store.js';
import { ARTIFACTS } from '../sync/ingest.js';
import type { ArtifactView, FileView, ListedArtifact } from './api.js';
import { inOrder, pieceView } from './pieceView.js';
import { MOST_BYTES, piecesOf } from './recut.js';

export async function artifact({ store }: Engine, id: string): Promise<FileView> {
  const row = await store.source(id);
  if (row?.kind !== 'artifact')
    throw new FroeError('not-found', 'There is no such artifact in the index', 'Take it in: froe ingest');
  if (row.size > MOST_BYTES)
    throw new FroeError('too-large', `This artifact has ${row.size} bytes; ${MOST_BYTES} can be shown`);
  const chunks = await piecesOf(store, id);
  const pieces = chunks.map(pieceView);
  const own = chunks.filter(({ synthetic }) => !synthetic);
  return {
    path: row.title,
    artifact: about(row),
    language: row.language,
    text: textOf(own),
    extracted: null,
    cap: pieces.reduce((most, { tokens }) => Math.max(most, tokens), 1),
    overlap: 0,
    pieces: inOrder(pieces),
    notes: [],
    asIndexed: true,
  };
}

/** The newest first where they say when they were written, then by title. */
export async function artifactsOf({ store }: Engine): Promise<readonly ListedArtifact[]> {
  const rows = [...(await store.sources(ARTIFACTS)).values()].filter(({ kind }) => kind === 'artifact');
  const listed = rows.map((row) => ({ ...about(row), title: row.title, tokens: row.tokens }));
  return listed.sort((a, b) => (a.ts === b.ts ? (a.title < b.title ? -1 : 1) : a.ts > b.ts ? -1 : 1));
}

/** Its id, where a piece is of an artifact. */
export const artifactOf = ({ tree, docId }: Pick<Chunk, 'tree' | 'docId'>): string | null =>
  tree === ARTIFACTS ? docId : null;

function about({ docId, metadata }: SourceRow): ArtifactView {
  const said = (key: string): string => {
    const value = metadata[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    id: docId,
    type: said('artifact_type'),
    system: said('source_system'),
    sensitivity: said('sensitivity'),
    ts: said('ts'),
  };
}

function textOf(chunks: readonly Chunk[]): string {
  const parts: string[] = [];
  let [end, line] = [0, 1];
  for (const { charStart, charEnd, content, startLine, endLine } of chunks) {
    if (charStart > end) parts.push(blank(charStart - end, startLine - line));
    // What it repeats of the one before is there already.
    parts.push(content.slice(Math.max(0, end - charStart)));
    end = charEnd;
    line = endLine + (content.endsWith('\n') ? 1 : 0);
  }
  return parts.join('');
}

/** As many characters as there were, with as many line breaks, so that every number holds. */
const blank = (characters: number, breaks: number): string =>
  '\n'.repeat(Math.min(characters, breaks)).padEnd(characters);
