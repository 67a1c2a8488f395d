/**
 * db/structure.sql → tables, as pg_dump and mysqldump write them: a statement
 * for each table, with a line for each column, and indexes and keys inside it
 * or after it.
 */
import { lineCounter } from './items.js';
import { type ForeignKey, linesAround, type SchemaTable, type TableColumn } from './tables.js';

const NAME = '(?:(?:"[^"]+"|`[^`]+`|\\w+)\\.)?["`]?([\\w$]+)["`]?';
const CREATE_TABLE = new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?${NAME}\\s*\\(([\\s\\S]*?)\\n\\)`, 'gi');
const CREATE_INDEX = new RegExp(
  `CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?${NAME} ON (?:ONLY )?${NAME}`,
  'gi',
);
const ADD_FOREIGN_KEY = new RegExp(
  `ALTER TABLE (?:ONLY )?${NAME}\\s+ADD CONSTRAINT ${NAME} FOREIGN KEY \\(["\`]?(\\w+)["\`]?\\) REFERENCES ${NAME}`,
  'gi',
);
const INNER_KEY = new RegExp(`^CONSTRAINT ${NAME} FOREIGN KEY \\(["\`]?(\\w+)["\`]?\\) REFERENCES ${NAME}`, 'i');
const INNER_INDEX = /^(?:UNIQUE |FULLTEXT |SPATIAL )?(?:KEY|INDEX) [`"]?(\w+)[`"]?/i;
const NOT_A_COLUMN = /^(CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE|KEY|INDEX|FULLTEXT|SPATIAL|LIKE)\b/i;
const COLUMN = /^["`]?([\w$]+)["`]?\s+(.+)$/;
/** What ends a type: `character varying(255) DEFAULT ''::…` */
const AFTER_TYPE =
  /\s+(DEFAULT|NOT NULL|NULL|COLLATE|CHARACTER SET|GENERATED|PRIMARY|UNIQUE|REFERENCES|AUTO_INCREMENT|AUTOINCREMENT|COMMENT|CHECK|CONSTRAINT)\b.*$/i;

interface TableDraft extends Pick<SchemaTable, 'lines'> {
  readonly columns: TableColumn[];
  readonly indexes: string[];
  readonly foreignKeys: ForeignKey[];
  readonly keyLines: SchemaTable['lines'][];
}

export function readStructure(sql: string): SchemaTable[] {
  const tables = new Map<string, TableDraft>();
  const lineAt = lineCounter(sql);
  for (const { 0: statement, 1: name, 2: body, index: start } of sql.matchAll(CREATE_TABLE)) {
    const lines = [lineAt(start), lineAt(start + statement.length)] as const;
    const table: TableDraft = { columns: [], indexes: [], foreignKeys: [], keyLines: [], lines };
    for (const line of body.split('\n').map((one) => one.trim().replace(/,$/, ''))) {
      const [, index] = INNER_INDEX.exec(line) ?? [];
      const [, key, from, to] = INNER_KEY.exec(line) ?? [];
      const [, column, type] = NOT_A_COLUMN.test(line) ? [] : (COLUMN.exec(line) ?? []);
      if (index !== undefined) table.indexes.push(index);
      else if (key !== undefined && from !== undefined && to !== undefined)
        table.foreignKeys.push({ name: key, column: from, to });
      else if (column !== undefined && type !== undefined)
        table.columns.push({ name: column, type: type.replace(AFTER_TYPE, '') });
    }
    tables.set(name, table);
  }
  for (const [, index, table] of sql.matchAll(CREATE_INDEX)) tables.get(table)?.indexes.push(index);
  const lineOfKey = lineCounter(sql);
  for (const { 0: statement, 1: table, 2: name, 3: column, 4: to, index: start } of sql.matchAll(ADD_FOREIGN_KEY)) {
    tables.get(table)?.foreignKeys.push({ name, column, to });
    tables.get(table)?.keyLines.push([lineOfKey(start), lineOfKey(start + statement.length)]);
  }
  return [...tables].map(([name, { keyLines, ...table }]) => ({
    name,
    ...table,
    ...(keyLines.length > 0 ? { keyLines: linesAround(keyLines) } : {}),
  }));
}
