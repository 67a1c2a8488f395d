/**
 * Of two pieces that answer alike, the likelier answer is in the document that
 * answers better as a whole: its other pieces have the words that this one lacks.
 * A piece gets three tenths of what its document has, the best one having 1.
 *
 *     a.md  document 1.0   pieces 0.50 0.20    →  0.80 0.50
 *     b.md  document 0.4   piece  0.60         →  0.72
 *
 * Only documents are known of which a piece was found by its words.
 */
import type { TextHit } from '../store/store.js';
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.3;

export function withDocument(pieces: readonly Scored[], hits: readonly TextHit[]): Scored[] {
  const most = hits.reduce((sum, { document }) => Math.max(sum, document), 0);
  const byPiece = new Map(hits.map(({ id, document }) => [id, document]));
  const byDocument = new Map<string, number>();
  for (const { id, chunk } of pieces) {
    const document = byPiece.get(id);
    if (document !== undefined) byDocument.set(chunk.docId, document / most);
  }
  const gain = ({ chunk }: Scored): number => SHARE * (byDocument.get(chunk.docId) ?? 0);
  return pieces.map((piece) => gained(piece, gain(piece), 'its document answers as a whole')).sort(byScore);
}
