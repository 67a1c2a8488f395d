/** The fields of a chunk that follow from its source and its span alone. */
import type { Chunk } from '../schema.js';
import { filenameOf } from '../sources/read.js';
import { sha256 } from '../text/hash.js';
import type { Source } from '../types.js';

type Placed = Pick<
  Chunk,
  | 'docId'
  | 'tree'
  | 'content'
  | 'filePath'
  | 'filename'
  | 'fileExtension'
  | 'language'
  | 'startLine'
  | 'endLine'
  | 'byteStart'
  | 'byteEnd'
  | 'charStart'
  | 'charEnd'
  | 'overlapBytes'
  | 'overlapChars'
  | 'contentHash'
>;

/** What lies in [start, body) repeats the piece before. */
export function place(source: Source, start: number, body: number, end: number): Placed {
  const { docId, tree, path, language, text, offsets } = source;
  const content = text.slice(start, end);
  const filename = filenameOf(path);
  const byteStart = offsets.byteAt(start);
  return {
    docId,
    tree,
    content,
    filePath: path,
    filename,
    // A dot at the start of a name hides the file; it begins no extension.
    fileExtension: /\.[^.]+$/.exec(filename.slice(1))?.[0] ?? '',
    language,
    startLine: offsets.lineAt(start),
    endLine: offsets.lineAt(end - 1),
    byteStart,
    byteEnd: offsets.byteAt(end),
    charStart: start,
    charEnd: end,
    overlapBytes: body === start ? 0 : offsets.byteAt(body) - byteStart,
    overlapChars: body - start,
    contentHash: sha256(content),
  };
}
