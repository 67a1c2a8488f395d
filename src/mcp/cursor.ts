/**
 * Cursors of long lists. The server stores nothing: a cursor contains the position and a
 * hash of the query, so that it is not accepted for another query.
 */
import { FroeError } from '../errors.js';
import { sha256 } from '../text/hash.js';

export function cursorAt(place: number, question: unknown): string {
  return Buffer.from(`${place}.${markOf(question)}`).toString('base64url');
}

/** 0 without a cursor. */
export function placeAt(cursor: string | undefined, question: unknown): number {
  if (cursor === undefined) return 0;
  const [place, mark] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (/^\d{1,9}$/.test(place) && mark === markOf(question)) return Number(place);
  throw new FroeError(
    'bad-option',
    'This cursor belongs to another query',
    'Repeat the call without a cursor, or with the arguments of the first page.',
  );
}

const markOf = (question: unknown): string => sha256(JSON.stringify(question)).slice(0, 8);
