/**
 * Rows that their sums confirm (checksums.ts). All come as one value, a line for each:
 * as rows of their own they would take three times as long.
 *
 *     ["main:a.rb",0,"main:a.rb#A", …]      the very text that the row's sum is of
 *     ["main:a.rb",1,"main:a.rb#A.b", …]
 */
import { crc32 } from 'node:zlib';
import { jsonList } from './blobs.js';
import { type ChecksummedTable, damagedIndex } from './checksums.js';
import type { Prepare, SqliteValue } from './database.js';

/** Which rows, and from where. */
export interface RowSet {
  readonly table: ChecksummedTable;
  /** In the order of `checksummedColumns`. */
  readonly columns: readonly string[];
  readonly sum: string;
  /** What is read along with each, and is no part of its sum. */
  readonly beside: string;
  readonly from: string;
}

export interface CheckedRow {
  /** In the order of `checksummedColumns`. */
  readonly values: readonly unknown[];
  readonly beside: string;
}

export function readCheckedRows(
  prepare: Prepare,
  { table, columns, sum, beside, from }: RowSet,
  where: string,
  ...values: readonly SqliteValue[]
): CheckedRow[] {
  const found = `FROM ${from} WHERE ${where}`;
  const all = prepare(
    `SELECT group_concat(line, char(10)) AS lines, json_group_array(sum) AS sums, json_group_array(beside) AS besides
     FROM (SELECT json_array(${columns.join(', ')}) AS line, ${sum}, ${beside} AS beside ${found})`,
  ).get(...values);
  const [sums, besides] = [jsonList<number>(all?.sums), jsonList<string>(all?.besides)];
  const lines = sums.length === 0 ? [] : String(all?.lines).split('\n');
  if (lines.length !== sums.length || lines.some((line, i) => crc32(line) !== sums[i]))
    throw damagedIndex(`A row of ${table}`);
  return lines.map((line, i) => ({ values: JSON.parse(line), beside: besides[i] }));
}
