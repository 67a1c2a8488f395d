/**
 * What something is, its document says where it opens. Asked for that, pieces of
 * documents gain the more, the earlier they stand:
 *
 *     what is a mailer     mailers.md  #0 0.5   #1 0.6   #9 0.7
 *                       →              #0 0.8   #1 0.75  #9 0.73
 */
import type { Chunk, SourceType } from '../schema.js';
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.3;
const asksWhat = /^\W*what(?:'s| is| are)\b/i;
/** Code opens with what it imports. */
const documents: ReadonlySet<SourceType> = new Set(['markdown', 'artifact']);

export function withOpening(pieces: readonly Scored[], question: string): Scored[] {
  if (!asksWhat.test(question)) return [...pieces];
  const gain = ({ sourceType, position }: Chunk): number => (documents.has(sourceType) ? SHARE / (1 + position) : 0);
  return pieces.map((piece) => gained(piece, gain(piece.chunk), 'where its document opens')).sort(byScore);
}
