import { describe, expect, it } from 'vitest';
import { classify, pluralize, singularize, tableNames, underscore } from '../../../src/parse/rails/inflect.js';
import { type LocatedTable, readSchema, readStructure, tableComments } from '../../../src/parse/rails/tables.js';
import { readRuby } from '../../../src/parse/ruby/readRuby.js';

describe('names', () => {
  it('have a singular and a plural', () => {
    const pairs =
      'user users, person people, category categories, box boxes, status statuses, bus buses, news news, blog_post blog_posts, address addresses, analysis analyses, wolf wolves, child children, medium media, quiz quizzes, move moves, cookie cookies, index indices';
    for (const [one, many] of pairs.split(', ').map((pair) => pair.split(' '))) {
      expect([one, pluralize(one)]).toEqual([one, many]);
      expect([many, singularize(many)]).toEqual([many, one]);
    }
  });

  it('lead from classes to tables and back', () => {
    expect(underscore('Admin::HTMLPage')).toBe('admin/html_page');
    expect(tableNames('Admin::BlogPost')).toEqual(['admin_blog_posts', 'blog_posts']);
    expect(classify('line_items')).toBe('LineItem');
  });
});

describe('tables', () => {
  it('are read from schema.rb', async () => {
    const text = `ActiveRecord::Schema.define(version: 1) do
  create_table "orders", id: :uuid do |t|
    t.references :account
    t.column "rank", :integer
    t.string "tags", array: true
    t.timestamps
    t.index ["rank", "tags"]
    t.check_constraint "rank > 0"
  end
  create_table "joins", id: false do |t|
    t.bigint "a", "b"
  end
  add_index :orders, :rank, name: "by_rank"
  add_foreign_key "orders", "people"
  add_foreign_key "orders", "accounts", column: "payer_id", name: "fk_payer"
end
`;
    expect(readSchema((await readRuby(text))?.calls ?? [], text)).toEqual([
      {
        name: 'orders',
        columns: [
          { name: 'id', type: 'uuid' },
          { name: 'account_id', type: 'bigint' },
          { name: 'rank', type: 'integer' },
          { name: 'tags', type: 'string[]' },
          { name: 'created_at', type: 'datetime' },
          { name: 'updated_at', type: 'datetime' },
        ],
        indexes: ['index_orders_on_account_id', 'index_orders_on_rank_and_tags', 'by_rank'],
        foreignKeys: [
          { column: 'person_id', to: 'people' },
          { name: 'fk_payer', column: 'payer_id', to: 'accounts' },
        ],
        lines: [2, 9],
        keyLines: [14, 15],
      },
      {
        name: 'joins',
        columns: [
          { name: 'a', type: 'bigint' },
          { name: 'b', type: 'bigint' },
        ],
        indexes: [],
        foreignKeys: [],
        lines: [10, 12],
      },
    ]);
  });

  it('have key, index and columns of a reference', async () => {
    const text = `create_table "payments" do |t|
  t.references :account, foreign_key: true, type: :uuid
  t.belongs_to :payer, foreign_key: { to_table: :users, name: "fk_payer" }, index: false
  t.references :source, polymorphic: true
  t.references :order, foreign_key: false, index: { name: "by_order" }
end
`;
    expect(readSchema((await readRuby(text))?.calls ?? [], text)).toEqual([
      {
        name: 'payments',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'account_id', type: 'uuid' },
          { name: 'payer_id', type: 'bigint' },
          { name: 'source_type', type: 'string' },
          { name: 'source_id', type: 'bigint' },
          { name: 'order_id', type: 'bigint' },
        ],
        indexes: ['index_payments_on_account_id', 'index_payments_on_source_type_and_source_id', 'by_order'],
        foreignKeys: [
          { column: 'account_id', to: 'accounts' },
          { name: 'fk_payer', column: 'payer_id', to: 'users' },
        ],
        lines: [1, 6],
      },
    ]);
  });

  it('are read from a dump of PostgreSQL', () => {
    const sql = `CREATE TABLE public.orders (
    id bigint NOT NULL,
    status character varying(255) DEFAULT 'new'::character varying NOT NULL,
    total numeric(10,2),
    CONSTRAINT positive CHECK ((total > 0))
);
CREATE UNIQUE INDEX index_orders_on_status ON public.orders USING btree (status);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT fk_rails_1 FOREIGN KEY (account_id) REFERENCES public.accounts(id);
`;
    expect(readStructure(sql)).toEqual([
      {
        name: 'orders',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'status', type: 'character varying(255)' },
          { name: 'total', type: 'numeric(10,2)' },
        ],
        indexes: ['index_orders_on_status'],
        foreignKeys: [{ name: 'fk_rails_1', column: 'account_id', to: 'accounts' }],
        lines: [1, 6],
        keyLines: [8, 9],
      },
    ]);
  });

  it('are read from a dump of MySQL', () => {
    const sql = `CREATE TABLE \`orders\` (
  \`id\` bigint NOT NULL AUTO_INCREMENT,
  \`note\` varchar(255) COLLATE utf8mb4_unicode_ci DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`index_orders_on_note\` (\`note\`),
  CONSTRAINT \`fk_1\` FOREIGN KEY (\`account_id\`) REFERENCES \`accounts\` (\`id\`)
) ENGINE=InnoDB;
`;
    expect(readStructure(sql)).toEqual([
      {
        name: 'orders',
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'note', type: 'varchar(255)' },
        ],
        indexes: ['index_orders_on_note'],
        foreignKeys: [{ name: 'fk_1', column: 'account_id', to: 'accounts' }],
        lines: [1, 7],
      },
    ]);
  });

  it('are described above a model in up to four lines', () => {
    const table: LocatedTable = {
      ...{ file: 'db/schema.rb', lines: [2, 9], keyLines: [14, 15] },
      name: 'orders',
      columns: [
        { name: 'id', type: 'bigint' },
        { name: 'total', type: 'decimal' },
      ],
      indexes: ['index_orders_on_total'],
      foreignKeys: [{ name: 'fk_orders_account_id', column: 'account_id', to: 'accounts' }],
    };
    const comments = (of: LocatedTable): string[] => tableComments(of).map(({ render: say, items }) => say(items, 0));
    expect(comments(table)).toEqual([
      '# Table: orders',
      '# Columns: id (bigint), total (decimal)',
      '# Indexes: index_orders_on_total',
      '# Foreign keys: fk_orders_account_id → accounts.id',
    ]);
    expect(tableComments(table).map(({ from }) => from?.lines)).toEqual([
      [2, 9],
      [2, 9],
      [2, 9],
      [14, 15],
    ]);
    expect(comments({ ...table, name: 'x', columns: [], indexes: [], foreignKeys: [] })).toEqual(['# Table: x']);
  });
});
