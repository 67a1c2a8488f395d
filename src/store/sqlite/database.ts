/** The engine, in one place: the day Node's own `node:sqlite` serves every version we do, this import changes and nothing else. */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { own } from '../../sources/own.js';

export type Database = DatabaseSyncInstance;
export type Value = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

/** A prepared statement, with rows that have a type. */
export interface Statement extends StatementSyncInstance {
  all(...values: readonly Value[]): Row[];
  get(...values: readonly Value[]): Row | undefined;
  iterate(...values: readonly Value[]): IterableIterator<Row>;
}

/** One that no walk reads as a file while it is open. */
class OpenDatabase extends DatabaseSync {
  readonly #disown: () => void;

  constructor(file: string, patience: number) {
    super(file, { timeout: patience });
    this.#disown = own(file);
  }

  override close(): void {
    super.close();
    this.#disown();
  }
}

export const openDatabase = (file: string, patience: number): Database => new OpenDatabase(file, patience);

/** SQLITE_BUSY, of whatever kind: the kind is in the second byte. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;

export type Prepare = (sql: string) => Statement;

/** Every statement is prepared once. */
export function statementsOf(db: Database): { readonly prepare: Prepare; readonly clear: () => void } {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql) ?? (db.prepare(sql) as Statement); // its rows are typed as anything
    statements.set(sql, known);
    return known;
  };
  return { prepare, clear: () => statements.clear() };
}
