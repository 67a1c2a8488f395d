/**
 * Many blobs as one value, with their lengths: a row and a buffer for each would take
 * twice as long.
 *
 *     3 rows, blobs of 2, 3 and 1 bytes   →   6 bytes, [2,3,1]
 */
import type { SqliteRow } from './database.js';

/** `sql` returns rows with a column `blob`, and the columns in `others`. */
export const concatBlobs = (blob: string, sql: string, ...others: readonly string[]): string =>
  `SELECT ${[
    `CAST(group_concat(${blob}, '') AS BLOB) AS bytes`,
    `json_group_array(length(${blob})) AS lengths`,
    ...others.map((name) => `json_group_array(${name}) AS ${name}`),
  ].join(', ')} FROM (${sql})`;

export function splitBlobs(row: SqliteRow | undefined): readonly Uint8Array[] {
  const { bytes, lengths } = row ?? {};
  if (!(bytes instanceof Uint8Array)) return []; // there are no rows
  let end = 0;
  return jsonList<number>(lengths).map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
}

/** A value made by json_group_array. */
export const jsonList = <T>(json: unknown): readonly T[] => JSON.parse(String(json));
