/** A table of the database, as described in db/schema.rb or db/structure.sql, and the notes on it above a model. */
import { columnsNote, noteList, type PackList } from '../pack.js';
import type { RubyCall } from '../ruby/call.js';
import { isList, isRubyCode, literalNames, type RubyLiteral, type RubyOptions } from '../ruby/literal.js';
import { pluralize, singularize } from './inflect.js';
import { lineCounter } from './items.js';

/** Notes on a table are shortened before a model's own. */
const TABLE_RANK = 10;

interface TableColumn {
  readonly name: string;
  readonly type: string;
}

interface ForeignKey {
  readonly name?: string;
  readonly column: string;
  readonly to: string;
}

export interface SchemaTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly indexes: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Lines of the statement that creates it, 1-based and inclusive. */
  readonly lines: LineSpan;
  /** From the first to the last statement that adds a foreign key, if these are separate. */
  readonly keyLines?: LineSpan;
}

type LineSpan = readonly [from: number, to: number];

/** With its file, for other files. */
export interface LocatedTable extends SchemaTable {
  readonly file: string;
}

const enclosingLines = (spans: readonly LineSpan[]): LineSpan => [
  Math.min(...spans.map(([from]) => from)),
  Math.max(...spans.map(([, to]) => to)),
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
  const notes = [
    columnsNote(
      columns.map((column) => `${column.name} (${column.type})`),
      TABLE_RANK + 2,
    ),
    noteList('Indexes', indexes, TABLE_RANK + 1),
    { ...noteList('Foreign keys', keys, TABLE_RANK), from: { file, lines: keyLines } },
  ];
  return [
    { items: [], render: () => `# Table: ${name}`, rank: TABLE_RANK, from: { file, lines } },
    ...notes.filter(({ items }) => items.length > 0).map((note) => ({ from: { file, lines }, ...note })),
  ];
}

/**
 * db/schema.rb → tables.
 *
 *     create_table "orders", force: :cascade do |t|
 *       t.bigint "account_id", null: false
 *       t.references :buyer, foreign_key: { to_table: :users }
 *       t.index ["account_id"], name: "index_orders_on_account_id"
 *     end
 *     add_foreign_key "orders", "accounts"
 */
/** Calls inside the block of a table that are not columns. */
const NOT_COLUMNS: ReadonlySet<string> = new Set([
  'index',
  'check_constraint',
  'unique_constraint',
  'exclusion_constraint',
]);

export function readSchema(calls: readonly RubyCall[], text: string): SchemaTable[] {
  const lineAt = lineCounter(text);
  const statements = calls.flatMap((call) => (call.name === 'define' && call.block ? call.block : [call]));
  const locatedStatements = statements.map((call) => ({
    ...call,
    lines: [lineAt(call.start), lineAt(call.end - 1)] as const,
  }));
  const tables = locatedStatements.filter(({ name }) => name === 'create_table').flatMap(tableOf);
  const keys = locatedStatements.filter(({ name }) => name === 'add_foreign_key');
  const indexes = statements.filter(({ name }) => name === 'add_index');
  return tables.map((table) => ({
    ...table,
    ...keysOf(
      keys.filter(({ args }) => args[0] === table.name),
      table,
    ),
    indexes: [
      ...table.indexes,
      ...indexes
        .filter(({ args }) => args[0] === table.name)
        .map(({ args, options }) => indexName(table.name, args[1], options.name)),
    ],
  }));
}

interface Statement extends RubyCall, Pick<SchemaTable, 'lines'> {}

const keysOf = (
  addedKeys: readonly Statement[],
  { foreignKeys }: SchemaTable,
): Pick<SchemaTable, 'foreignKeys' | 'keyLines'> =>
  addedKeys.length === 0
    ? { foreignKeys }
    : {
        foreignKeys: [...foreignKeys, ...addedKeys.flatMap(foreignKeyOf)],
        keyLines: enclosingLines(addedKeys.map(({ lines }) => lines)),
      };

function tableOf({ args, options, block = [], lines }: Statement): SchemaTable[] {
  const [name] = args;
  if (typeof name !== 'string') return [];
  const columns: TableColumn[] =
    options.id === false || options.primary_key !== undefined ? [] : [{ name: 'id', type: idType(options.id) }];
  const indexes: string[] = [];
  const foreignKeys: ForeignKey[] = [];
  for (const call of block) {
    if (call.name === 'index') indexes.push(indexName(name, call.args[0], call.options.name));
    else if (call.name === 'timestamps')
      columns.push({ name: 'created_at', type: 'datetime' }, { name: 'updated_at', type: 'datetime' });
    else if (call.name === 'references' || call.name === 'belongs_to') {
      const references = literalNames(call.args).map((to) => referenceTo(to, name, call.options));
      columns.push(...references.flatMap((reference) => reference.columns));
      indexes.push(...references.flatMap((reference) => reference.indexes));
      foreignKeys.push(...references.flatMap((reference) => reference.foreignKeys));
    } else if (call.name === 'column') {
      const [column, type] = literalNames(call.args);
      if (column !== undefined) columns.push({ name: column, type: type ?? 'unknown' });
    } else if (!NOT_COLUMNS.has(call.name))
      columns.push(
        ...literalNames(call.args).map((column) => ({
          name: column,
          type: call.options.array === true ? `${call.name}[]` : call.name,
        })),
      );
  }
  return [{ name, columns, indexes, foreignKeys, lines }];
}

/** `t.references :account, foreign_key: true`: one or two columns, an index, and a foreign key if declared. */
function referenceTo(
  to: string,
  table: string,
  options: RubyOptions,
): Pick<SchemaTable, 'columns' | 'indexes' | 'foreignKeys'> {
  const [id, kind] = [`${to}_id`, `${to}_type`];
  const { polymorphic, index, foreign_key: key } = options;
  const isPolymorphic = polymorphic !== undefined && polymorphic !== false;
  const indexedColumns = isPolymorphic ? [kind, id] : id;
  const indexNameOption = isOptions(index) ? index.name : undefined;
  const keyOptions = isOptions(key) ? key : {};
  const targetTable = typeof keyOptions.to_table === 'string' ? keyOptions.to_table : pluralize(to);
  const column = typeof keyOptions.column === 'string' ? keyOptions.column : id;
  return {
    columns: [
      ...(isPolymorphic ? [{ name: kind, type: 'string' }] : []),
      { name: id, type: typeof options.type === 'string' ? options.type : 'bigint' },
    ],
    indexes: index === false ? [] : [indexName(table, indexedColumns, indexNameOption)],
    foreignKeys:
      key === undefined || key === false || isPolymorphic
        ? []
        : [{ ...(typeof keyOptions.name === 'string' ? { name: keyOptions.name } : {}), column, to: targetTable }],
  };
}

const isOptions = (value: RubyLiteral | undefined): value is RubyOptions =>
  typeof value === 'object' && value !== null && !isList(value) && !isRubyCode(value);

const idType = (id: unknown): string => (typeof id === 'string' ? id : 'bigint');

const indexName = (
  table: string,
  columns: RubyCall['args'][number] | undefined,
  name: RubyCall['args'][number] | undefined,
): string => (typeof name === 'string' ? name : `index_${table}_on_${literalNames(columns).join('_and_')}`);

function foreignKeyOf({ args, options }: RubyCall): ForeignKey[] {
  const to = args[1];
  if (typeof to !== 'string') return [];
  const column = typeof options.column === 'string' ? options.column : `${singularize(to)}_id`;
  return [{ ...(typeof options.name === 'string' ? { name: options.name } : {}), column, to }];
}

/**
 * db/structure.sql → tables, as pg_dump and mysqldump write them: a statement
 * for each table, with a line for each column, and indexes and keys inside it
 * or after it.
 */
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
/** The end of a type: `character varying(255) DEFAULT ''::…` */
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
    for (const line of body.split('\n').map((rawLine) => rawLine.trim().replace(/,$/, ''))) {
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
    ...(keyLines.length > 0 ? { keyLines: enclosingLines(keyLines) } : {}),
  }));
}
