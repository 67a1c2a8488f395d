/** A table of the database, as db/schema.rb or db/structure.sql describes it, and what is said of it above a model. */
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
export function tableComments({ name, columns, indexes, foreignKeys }: Table): string[] {
  const keys = foreignKeys.map(({ name: key, column, to }) => `${key ?? column} → ${to}.id`);
  return [
    `# Table: ${name}`,
    ...(columns.length > 0
      ? [`# Columns: ${columns.map((column) => `${column.name} (${column.type})`).join(', ')}`]
      : []),
    ...(indexes.length > 0 ? [`# Indexes: ${indexes.join(', ')}`] : []),
    ...(keys.length > 0 ? [`# Foreign keys: ${keys.join(', ')}`] : []),
  ];
}
