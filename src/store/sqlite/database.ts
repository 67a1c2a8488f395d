/** The engine, in one place: the day Node's own `node:sqlite` serves every version we do, this import changes and nothing else. */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;
export type Value = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

/** A prepared statement, with rows that have a type. */
export interface Statement extends StatementSyncInstance {
  all(...values: readonly Value[]): Row[];
  get(...values: readonly Value[]): Row | undefined;
  iterate(...values: readonly Value[]): IterableIterator<Row>;
}

export const openDatabase = (file: string, patience: number): Database => new DatabaseSync(file, { timeout: patience });
