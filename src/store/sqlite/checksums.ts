/**
 * Checksums, verified when something is read. SQLite detects damage to its own
 * structures, but not inside a value, which would be returned as it is.
 *
 *     single blobs           CRC-32 in the last four bytes
 *     rows, vectors          CRC-32 in a column `sum`
 *
 * A row of chunks is compared with its record, which has the same values.
 */
import { crc32 } from 'node:zlib';
import { FroeError } from '../../errors.js';
import type { Chunk } from '../../schema.js';
import { chunkTypeOf } from '../store.js';
import { jsonList } from './blobs.js';
import type { Prepare, SqliteRow, SqliteValue } from './database.js';

/** The columns in each checksum. The stat of a source is left out: it changes alone, and only decides whether a file is read. */
export const checksummedColumns = {
  sources: 'doc_id tree path kind language title hash recipe tokens frequency metadata counts'.split(' '),
  units: 'source position unit_id parent_id kind name depth char_start char_end start_line end_line key'.split(' '),
  /** Includes the id of its unit, which is in another table. */
  refs: 'source position unit unit_id verb target key line module local'.split(' '),
} as const;
export type ChecksummedTable = keyof typeof checksummedColumns;

export const damagedIndex = (what: string): FroeError =>
  new FroeError('damaged', `${what} in the index is damaged`, 'Rebuild the index: froe clean, then froe index.');

export const rowChecksum = (table: ChecksummedTable, row: Readonly<Record<string, unknown>>): number =>
  crc32(JSON.stringify(checksummedColumns[table].map((column) => row[column] ?? null)));

/** The same for values in the order of the columns. */
export const valuesChecksum = (values: readonly unknown[]): number => crc32(JSON.stringify(values));

/** Returns the row if its checksum is right. */
export function verifiedRow(table: ChecksummedTable, row: SqliteRow): SqliteRow {
  if (rowChecksum(table, row) !== row.sum) throw damagedIndex(`A row of ${table}`);
  return row;
}

/** If an index finds nothing, the table is searched without it: a row that is there anyway means damage. */
export function refuseLostRows(prepare: Prepare, from: string, value: string): void {
  if (prepare(`SELECT 1 FROM ${from} LIMIT 1`).get(value)) throw damagedIndex('A list of names');
}

const CHECKSUM_BYTES = 4;

export function withChecksum(body: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(body.length + CHECKSUM_BYTES);
  out.set(body);
  out.writeUInt32LE(crc32(body), body.length);
  return out;
}

export function verifiedBlob(blob: SqliteValue | undefined, what: string): Uint8Array {
  if (!(blob instanceof Uint8Array) || blob.length < CHECKSUM_BYTES) throw damagedIndex(what);
  const body = blob.subarray(0, blob.length - CHECKSUM_BYTES);
  const sum = new DataView(blob.buffer, blob.byteOffset + body.length, CHECKSUM_BYTES).getUint32(0, true);
  if (crc32(body) !== sum) throw damagedIndex(what);
  return body;
}

export function verifiedVector(code: SqliteValue | undefined, sum: SqliteValue | undefined): Uint8Array {
  if (code instanceof Uint8Array && crc32(code) === sum) return code;
  throw damagedIndex('A vector');
}

/** The values of a row of chunks as one value; `of`: the alias of the table. */
export const chunkColumnsSql = (of: string): string =>
  `json_array(${[
    ...['chunk_id', 'position', 'parent_id', 'part_of', 'synthetic', 'type'].map((name) => `${of}.${name}`),
    `CASE ${of}.weight WHEN 1 THEN 1 ELSE ${of}.weight END`, // as in JSON: 1, not 1.0
    `lower(hex(${of}.embed_hash))`,
  ].join(', ')})`;

/** The same values from its record, without the hash. */
export const chunkColumns = (chunk: Chunk): readonly (string | number | null)[] => [
  chunk.id,
  chunk.position,
  chunk.parentId,
  chunk.partOf,
  chunk.synthetic ? 1 : 0,
  chunkTypeOf(chunk),
  weightOf(chunk),
];

/** 0: stored, never found. */
export const weightOf = ({ metadata: { weight } }: Chunk): number => (typeof weight === 'number' ? weight : 1);

/** Rows of a table to read. */
export interface RowSet {
  readonly table: ChecksummedTable;
  /** In the order of `checksummedColumns`. */
  readonly columns: readonly string[];
  readonly sum: string;
  /** Columns to read with each row that are not in its checksum. */
  readonly beside: string;
  readonly from: string;
}

export interface CheckedRow {
  /** In the order of `checksummedColumns`. */
  readonly values: readonly unknown[];
  readonly beside: string;
}

/**
 * Rows with a valid checksum. All are read as one value, one line each: as separate rows they would take three
 * times as long.
 *
 *     ["main:a.rb",0,"main:a.rb#A", …]      exactly the text that the checksum is of
 *     ["main:a.rb",1,"main:a.rb#A.b", …]
 */
export function readCheckedRows(
  prepare: Prepare,
  { table, columns, sum, beside, from }: RowSet,
  where: string,
  ...values: readonly SqliteValue[]
): CheckedRow[] {
  const fromWhere = `FROM ${from} WHERE ${where}`;
  const row = prepare(
    `SELECT group_concat(line, char(10)) AS lines, json_group_array(sum) AS sums, json_group_array(beside) AS besides
     FROM (SELECT json_array(${columns.join(', ')}) AS line, ${sum}, ${beside} AS beside ${fromWhere})`,
  ).get(...values);
  const [sums, besides] = [jsonList<number>(row?.sums), jsonList<string>(row?.besides)];
  const lines = sums.length === 0 ? [] : String(row?.lines).split('\n');
  if (lines.length !== sums.length || lines.some((line, i) => crc32(line) !== sums[i]))
    throw damagedIndex(`A row of ${table}`);
  return lines.map((line, i) => ({ values: JSON.parse(line), beside: besides[i] }));
}
