/** A table of the database, as db/schema.rb or db/structure.sql describes it, and what is said of it above a model. */
import { columnsNote, noteList, type PackList } from '../pack.js';

/** What a table is like is shortened before what a model says of itself. */
const TABLE_RANK = 10;

export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

export interface ForeignKey {
  readonly name?: string;
  readonly column: string;
  readonly to: string;
}

export interface SchemaTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly indexes: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Of the statement that makes it, 1-based and inclusive. */
  readonly lines: LineSpan;
  /** From the first to the last of the statements that give it a foreign key, where these stand by themselves. */
  readonly keyLines?: LineSpan;
}

type LineSpan = readonly [from: number, to: number];

/** As the others know it. */
export interface LocatedTable extends SchemaTable {
  readonly file: string;
}

export const linesAround = (all: readonly LineSpan[]): LineSpan => [
  Math.min(...all.map(([from]) => from)),
  Math.max(...all.map(([, to]) => to)),
];

/**
 *     # Table: orders
 *     # Columns: id (bigint), account_id (bigint), status (string)
 *     # Indexes: index_orders_on_account_id
 *     # Foreign keys: fk_orders_account_id → accounts.id
 */
export function tableComments(table: LocatedTable): PackList[] {
  const { file, name, columns, indexes, foreignKeys, lines, keyLines = lines } = table;
  const keys = foreignKeys.map(({ name: key, column, to }) => `${key ?? column} → ${to}.id`);
  const all = [
    columnsNote(
      columns.map((column) => `${column.name} (${column.type})`),
      TABLE_RANK + 2,
    ),
    noteList('Indexes', indexes, TABLE_RANK + 1),
    { ...noteList('Foreign keys', keys, TABLE_RANK), from: { file, lines: keyLines } },
  ];
  return [
    { items: [], render: () => `# Table: ${name}`, rank: TABLE_RANK, from: { file, lines } },
    ...all.filter(({ items }) => items.length > 0).map((note) => ({ from: { file, lines }, ...note })),
  ];
}
