/** A table of the database, as db/schema.rb or db/structure.sql describes it, and what is said of it above a model. */
import { columnsNote, noteList, type PackNote } from '../pack.js';

/** What a table is like is shortened before what a model says of itself. */
const TABLE_RANK = 10;

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface ForeignKey {
  readonly name?: string;
  readonly column: string;
  readonly to: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

/**
 *     # Table: orders
 *     # Columns: id (bigint), account_id (bigint), status (string)
 *     # Indexes: index_orders_on_account_id
 *     # Foreign keys: fk_orders_account_id → accounts.id
 */
export function tableComments({ name, columns, indexes, foreignKeys }: Table): PackNote[] {
  const keys = foreignKeys.map(({ name: key, column, to }) => `${key ?? column} → ${to}.id`);
  const lists = [noteList('Indexes', indexes, TABLE_RANK + 1), noteList('Foreign keys', keys, TABLE_RANK)];
  return [
    `# Table: ${name}`,
    ...(columns.length > 0
      ? [
          columnsNote(
            columns.map((column) => `${column.name} (${column.type})`),
            TABLE_RANK + 2,
          ),
        ]
      : []),
    ...lists.filter(({ items }) => items.length > 0),
  ];
}
