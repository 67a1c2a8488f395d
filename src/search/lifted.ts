/**
 * What pieces say of each other, after each has been looked at alone. The order
 * matters: the later ones ask who is best by then.
 *
 *     its document  →  its words  →  who is beside  →  whom the best name  →  who is like them
 *     company, document  nearness     beside            called                 alike, opening
 */
import type { Store, TextHit } from '../store/store.js';
import { hashesOf, withAlike } from './alike.js';
import { withBeside } from './beside.js';
import { withCalled } from './called.js';
import { withCompany } from './company.js';
import { withDocument } from './document.js';
import { withNearness } from './nearness.js';
import { withOpening } from './opening.js';
import type { Scored } from './result.js';

export interface Asked {
  readonly text: string;
  /** What full text found; nothing when it was not asked. */
  readonly words: readonly TextHit[];
  /** The question as a vector, when vectors were asked. */
  readonly vector: Float32Array | undefined;
}

export async function lifted(
  store: Pick<Store, 'vectors'>,
  pieces: readonly Scored[],
  { text, words, vector }: Asked,
): Promise<Scored[]> {
  const found = withCalled(withBeside(withNearness(withDocument(withCompany(pieces), words), text)));
  const alike = vector ? withAlike(found, vector, await store.vectors(hashesOf(found))) : found;
  return withOpening(alike, text);
}
