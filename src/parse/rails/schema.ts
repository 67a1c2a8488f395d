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
import type { RubyCall } from '../ruby/call.js';
import { isList, isRubyCode, literalNames, type RubyLiteral, type RubyOptions } from '../ruby/literal.js';
import { pluralize, singularize } from './inflect.js';
import { lineCounter } from './items.js';
import { type ForeignKey, linesAround, type SchemaTable, type TableColumn } from './tables.js';

/** Said of a table inside its block, and no column. */
const NOT_COLUMNS: ReadonlySet<string> = new Set([
  'index',
  'check_constraint',
  'unique_constraint',
  'exclusion_constraint',
]);

export function readSchema(calls: readonly RubyCall[], text: string): SchemaTable[] {
  const lineAt = lineCounter(text);
  const statements = calls.flatMap((call) => (call.name === 'define' && call.block ? call.block : [call]));
  const placed = statements.map((call) => ({ ...call, lines: [lineAt(call.start), lineAt(call.end - 1)] as const }));
  const tables = placed.filter(({ name }) => name === 'create_table').flatMap(tableOf);
  const keys = placed.filter(({ name }) => name === 'add_foreign_key');
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
  added: readonly Statement[],
  { foreignKeys }: SchemaTable,
): Pick<SchemaTable, 'foreignKeys' | 'keyLines'> =>
  added.length === 0
    ? { foreignKeys }
    : {
        foreignKeys: [...foreignKeys, ...added.flatMap(foreignKeyOf)],
        keyLines: linesAround(added.map(({ lines }) => lines)),
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
      columns.push(...references.flatMap((one) => one.columns));
      indexes.push(...references.flatMap((one) => one.indexes));
      foreignKeys.push(...references.flatMap((one) => one.foreignKeys));
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

/** `t.references :account, foreign_key: true`: a column or two, an index, and a key if it says so. */
function referenceTo(
  to: string,
  table: string,
  options: RubyOptions,
): Pick<SchemaTable, 'columns' | 'indexes' | 'foreignKeys'> {
  const [id, kind] = [`${to}_id`, `${to}_type`];
  const { polymorphic, index, foreign_key: key } = options;
  const isPolymorphic = polymorphic !== undefined && polymorphic !== false;
  const indexed = isPolymorphic ? [kind, id] : id;
  const named = isOptions(index) ? index.name : undefined;
  const said = isOptions(key) ? key : {};
  const other = typeof said.to_table === 'string' ? said.to_table : pluralize(to);
  const column = typeof said.column === 'string' ? said.column : id;
  return {
    columns: [
      ...(isPolymorphic ? [{ name: kind, type: 'string' }] : []),
      { name: id, type: typeof options.type === 'string' ? options.type : 'bigint' },
    ],
    indexes: index === false ? [] : [indexName(table, indexed, named)],
    foreignKeys:
      key === undefined || key === false || isPolymorphic
        ? []
        : [{ ...(typeof said.name === 'string' ? { name: said.name } : {}), column, to: other }],
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
