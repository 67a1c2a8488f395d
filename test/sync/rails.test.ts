/** A small Rails application in an index: every kind of unit, its chunks, and their notes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../src/assemble/assemble.js';
import { resolveOne } from '../../src/engine/address.js';
import type { RecordedOrigin } from '../../src/enrich/origins.js';
import { formatter } from '../../src/format/index.js';
import { search } from '../../src/search/search.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { RailsApp } from './railsApp.js';

const app = new RailsApp();
beforeAll(async () => {
  await app.embedded();
});
afterAll(() => app.close());

/** Kinds that any Ruby has. */
const PLAIN = new Set(['method', 'class', 'module', 'function']);

describe('the units of an application', () => {
  it('have kinds by their folders and superclasses', async () => {
    const units: string[] = [];
    for (const { docId } of (await app.store.sources('main')).values())
      for (const { kind, id } of await app.store.units(docId))
        if (!PLAIN.has(kind)) units.push(`${kind} ${id.slice(id.indexOf('#') + 1)}`);
    expect(units.sort()).toEqual([
      'component ButtonComponent',
      'component Card',
      'controller Admin.OrdersController',
      'controller ApplicationController',
      'controller OrdersController',
      'controller SessionsController',
      'graphql_mutation Mutations.CreateOrder',
      'graphql_type Types.OrderType',
      'job CleanupJob',
      'lib Exports.Monthly',
      'lib Shop.Engine',
      'mailer OrderMailer',
      'mailer UserMailer',
      'model Account',
      'model ApplicationRecord',
      'model Billing::Invoice',
      'model LegacyThing',
      'model LineItem',
      'model Order',
      'model Staff',
      'model User',
      'poro Money',
      'serializer OrderSerializer',
      'service CheckoutService',
      'service Shop.PriceList',
      'worker SyncWorker',
    ]);
  });

  it('do not change the source', async () => {
    for (const { docId, path } of (await app.store.sources('main')).values()) {
      const chunks = (await app.store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
      const whole = chunks.map(({ content, overlapChars }) => content.slice(overlapChars)).join('');
      const { readFileSync } = await import('node:fs');
      expect([path, whole.trim()]).toEqual([path, readFileSync(`${app.root}/${path}`, 'utf8').trim()]);
    }
    expect(await app.store.check()).toEqual([]);
  });
});

describe('a small model', () => {
  it('is one chunk with all notes, and has its sections in addition', async () => {
    expect(await app.ids('app/models/order.rb')).toEqual([
      '',
      '#Order#associations *',
      '#Order#callbacks *',
      '#Order#validations *',
      '#Order#scopes *',
    ]);
    expect(await app.ids('app/models/line_item.rb')).toEqual(['']); // it says one thing
    const text = await app.text('app/models/order.rb');
    expect(text.split('class Order')[0]).toBe(`# Unit: Order (model)
# File: app/models/order.rb
# Table: orders (columns: id, account_id, user_id, status, total, created_at)
# Associations: 3 (account, buyer, line_items)
# Dependencies: Account, User, LineItem
# Dependents: 10 units depend on this
# Validations: total
# Callbacks: before_create :number_it, after_save :track
# Scopes: recent
# Table: orders
# Columns: id (bigint), account_id (bigint), user_id (bigint), status (string), total (decimal), created_at (datetime)
# Indexes: index_orders_on_account_id, index_orders_on_status
# Foreign keys: fk_orders_account_id → accounts.id, user_id → users.id
# Concerns (version dd63a07e): Trackable (track)
# Other ends: Account has_many :orders, Billing::Invoice belongs_to :order, LineItem belongs_to :order, User has_many :orders
# What somebody wants to have.
`);
  });

  it('has the table of its name, its parent or its namespace', async () => {
    const tableOf = async (path: string): Promise<string | undefined> =>
      /^# Table: (.*)$/m.exec(await app.text(path))?.[1];
    expect(await tableOf('app/models/legacy_thing.rb')).toBe('old_things (columns: labels)');
    expect(await tableOf('app/models/staff.rb')).toBe('users (columns: id, type, email, name)');
    expect(await tableOf('packs/billing/app/models/billing/invoice.rb')).toBe(
      'billing_invoices (columns: id, order_id)',
    );
    expect(await tableOf('app/models/application_record.rb')).toBeUndefined();
  });
});

describe('a model of a hundred lines', () => {
  it('has a summary and a chunk for each section, in addition to its source', async () => {
    const ids = await app.ids('app/models/user.rb');
    expect(ids.filter((id) => id.endsWith('*'))).toEqual([
      '#User:summary *',
      '#User#associations *',
      '#User#callbacks *',
      '#User#validations *',
      '#User#scopes *',
      '#User#Authentication *',
      '#User#Trackable *',
    ]);
    expect(ids.slice(0, 3)).toEqual(['#User', '#User.self.find_by_mail', '#User.part_0']);
  });

  it('gathers declarations from all lines and concerns', async () => {
    expect(await app.text('app/models/user.rb#User#associations')).toBe(`# Unit: User (model)
# File: app/models/user.rb
# Section: associations
# Dependencies: Order, Account
# Other ends: Order belongs_to :buyer
  has_many :orders, foreign_key: :user_id, inverse_of: :buyer
  has_one_attached :picture
  # Also an association, further down.
  belongs_to :account, optional: true
  # from Authentication
    has_many :sessions
`);
    expect(await app.text('app/models/user.rb#User#validations')).toBe(`# Unit: User (model)
# File: app/models/user.rb
# Section: validations
  validates :email, presence: true, uniqueness: true
  validates :name, length: { maximum: 100 }
  validate :not_a_robot
  # from Authentication
    validates :password, length: { minimum: 12 }
`);
    expect(await app.text('app/models/user.rb#User#callbacks')).toContain(
      '  # They get a welcome.\n  after_create_commit :welcome\n  before_validation :tidy\n  # from Trackable\n    after_save :track\n',
    );
    expect(await app.text('app/models/user.rb#User#scopes')).toContain(
      '  scope :buyers, -> do\n    joins(:orders).distinct\n  end\n',
    );
  });

  it('is summarised by its table, its declarations and its signatures', async () => {
    const text = await app.text('app/models/user.rb#User:summary');
    expect(text.split('\n').slice(0, 13)).toEqual([
      '# Unit: User (model)',
      '# File: app/models/user.rb',
      '# Table: users (columns: id, type, email, name)',
      '# Associations: 4 (orders, picture, account)',
      '# Dependents: 3 units depend on this',
      '# Table: users',
      '# Columns: id (bigint), type (string), email (string), name (string)',
      '# Indexes: index_users_on_email',
      '# Concerns (version 13850021): Authentication (authenticate, lock!), Trackable (track)',
      'class User < ApplicationRecord',
      '  include Authentication',
      '  has_many :orders, foreign_key: :user_id, inverse_of: :buyer',
      '  has_one_attached :picture',
    ]);
    expect(text).toContain('  def self.find_by_mail(mail)\n  def part_0\n');
    expect(text).not.toContain('find_by(email');
  });

  it('names the model of a method', async () => {
    expect(await app.text('app/models/user.rb#User.welcome')).toBe(`# Unit: User (model)
# File: app/models/user.rb
# Section: welcome
# Dependencies: UserMailer
  def welcome
    UserMailer.welcome(self).deliver_later
  end

`);
  });

  it('marks synthetic chunks, with their hash', async () => {
    const chunks = await app.chunks('app/models/user.rb');
    const summary = chunks.find(({ id }) => id.endsWith(':summary'));
    expect(summary).toMatchObject({ synthetic: true, parentId: 'main:app/models/user.rb#User', fullName: 'User' });
    expect(summary?.metadata).toMatchObject({ unit: 'User', unit_type: 'model', section: 'summary' });
    expect(summary?.metadata.source_hash).toMatch(/^[0-9a-f]{64}$/);
    const validations = chunks.find(({ id }) => id.endsWith('#User#validations'));
    expect(validations).toMatchObject({
      startLine: 7,
      endLine: 22,
      parentId: 'main:app/models/user.rb#User',
      fullName: 'User#validations',
    });
  });
});

describe('a section', () => {
  const standing = { store: app.store, root: app.root };
  it('is addressed by its unit and its name, in its file or anywhere', async () => {
    for (const address of ['User#validations', 'app/models/user.rb#User#validations']) {
      const { chunk } = await resolveOne(standing, address);
      expect(chunk?.id).toBe('main:app/models/user.rb#User#validations');
    }
    expect((await resolveOne(standing, 'User#Trackable')).chunk?.content).toContain('def track');
    await expect(resolveOne(standing, 'User#nothing')).rejects.toThrow('Not in the index: User#nothing');
  });

  it('has the lines and files of its origin', async () => {
    const { chunk } = await resolveOne(standing, 'User#validations');
    expect(chunk?.metadata.origins).toEqual([
      { file: 'app/models/user.rb', start_line: 7, end_line: 8 },
      { file: 'app/models/user.rb', start_line: 22, end_line: 22 },
      { file: 'app/models/concerns/authentication.rb', start_line: 7, end_line: 7 },
    ]);
  });

  it('of facts from another file has the location there, and the lines that restate it', async () => {
    const summary = (await app.chunks('app/models/user.rb')).find(({ id }) => id.endsWith('#User:summary'));
    const [own, table] = (summary?.metadata.origins ?? []) as readonly RecordedOrigin[]; // as it is recorded
    expect(own).toEqual({ file: 'app/models/user.rb', start_line: 1, end_line: 100 });
    expect(table).toMatchObject({ file: 'db/schema.rb', start_line: 30, end_line: 35, retold_lines: [1, 3] });
    const [from, to] = table.retold_lines ?? [];
    expect(summary?.content.split('\n').slice((from ?? 0) - 1, to)).toEqual([
      '# Table: users',
      expect.stringMatching(/^# Columns: id/),
      expect.stringMatching(/^# Indexes: /),
    ]);
  });
});

describe('a controller', () => {
  it('of five actions has a chunk for each', async () => {
    expect(await app.ids('app/controllers/orders_controller.rb')).toEqual([
      '#OrdersController',
      '#OrdersController.index',
      '#OrdersController.show',
      '#OrdersController.create',
      '#OrdersController.update',
      '#OrdersController.cancel',
      '#OrdersController.set_order',
      '#OrdersController.order_params',
      '#OrdersController:summary *',
    ]);
  });

  it('has filters, routes and parameters of each action', async () => {
    expect(await app.text('app/controllers/orders_controller.rb#OrdersController.update')).toBe(
      `# Unit: OrdersController (controller)
# File: app/controllers/orders_controller.rb
# Section: update
# Routes: PATCH|PUT /orders/:id
# Filters: before_action :authenticate!, around_action :in_their_language, before_action :set_order, before_action :only_staff, unless: :staff?
# Params: status, note, line_items_attributes, id, quantity
# After: after_action :log_it
  def update
    @order.update!(order_params)
  end

`,
    );
    const index = await app.text('app/controllers/orders_controller.rb#OrdersController.index');
    expect(index).toContain(
      '# Dependencies: Order\n# Routes: GET /orders\n# Filters: around_action :in_their_language\n# After: after_action :log_it\n',
    );
    expect(index).not.toContain('authenticate!');
  });

  it('of fewer actions is one chunk, with the same notes', async () => {
    expect(await app.ids('app/controllers/sessions_controller.rb')).toEqual(['']);
    expect((await app.text('app/controllers/sessions_controller.rb')).split('class ')[0]).toBe(
      `# Unit: SessionsController (controller)
# File: app/controllers/sessions_controller.rb
# Dependencies: ApplicationController, User
# Dependents: 0 units depend on this
# new: Routes: GET /session/new
# new: After: after_action :log_it
# create: Routes: POST /session
# create: Params: email, password
# create: After: after_action :log_it
`,
    );
  });

  it('in a namespace has the routes of the drawn file, and the filters of its parent', async () => {
    expect(await app.text('app/controllers/admin/orders_controller.rb')).toContain(
      '# index: Routes: GET /admin/orders\n# index: Filters: around_action :in_their_language\n# index: After: after_action :log_it\n',
    );
  });
});

describe('other units', () => {
  it('are one chunk: services, jobs, workers, components, and other folders', async () => {
    const singles = [
      'services/checkout_service.rb',
      'jobs/cleanup_job.rb',
      'workers/sync_worker.rb',
      'components/button_component.rb',
      'views/card.rb',
      'serializers/order_serializer.rb',
      'mailers/user_mailer.rb',
    ];
    for (const path of singles) expect([path, await app.ids(`app/${path}`)]).toEqual([path, ['']]);
    expect((await app.text('app/services/checkout_service.rb')).split('class ')[0]).toBe(
      '# Unit: CheckoutService (service)\n# File: app/services/checkout_service.rb\n# Dependencies: Order, Billing::Invoice, OrderMailer\n# Dependents: 1 unit depends on this\n',
    );
  });

  it('a mailer of more than three mails has a chunk for each', async () => {
    expect(await app.ids('app/mailers/order_mailer.rb')).toEqual([
      '#OrderMailer',
      '#OrderMailer.placed',
      '#OrderMailer.paid',
      '#OrderMailer.shipped',
      '#OrderMailer.cancelled',
      '#OrderMailer:summary *',
    ]);
  });

  it('a GraphQL type has ten fields per chunk, a mutation its arguments', async () => {
    const synthetic = async (path: string): Promise<string[]> => (await app.ids(path)).filter((id) => id.endsWith('*'));
    expect(await synthetic('app/graphql/types/order_type.rb')).toEqual([
      '#Types.OrderType:summary *',
      '#Types.OrderType#fields-1 *',
      '#Types.OrderType#fields-2 *',
    ]);
    expect(await app.text('app/graphql/types/order_type.rb#Types.OrderType#fields-2')).toBe(
      `# Unit: Types::OrderType (graphql_type)
# File: app/graphql/types/order_type.rb
# Section: fields-2
    field :field_11, String, null: true
    field :field_12, String, null: true
`,
    );
    expect(await synthetic('app/graphql/mutations/create_order.rb')).toEqual([
      '#Mutations.CreateOrder:summary *',
      '#Mutations.CreateOrder#fields-1 *',
      '#Mutations.CreateOrder#arguments *',
    ]);
  });
});

describe('finding units', () => {
  it('by their kind', async () => {
    const found = await search(app.store, undefined, 'type:service order', { limit: 5 });
    expect(found.results.map(({ chunks }) => chunks[0].filePath)).toEqual(['app/services/checkout_service.rb']);
    const models = await search(app.store, undefined, 'type:model account', { limit: 20, merge: false });
    expect(new Set(models.results.map(({ chunks }) => chunks[0].metadata.unit_type))).toEqual(new Set(['model']));
  });

  it('by the declarations of a small one, even if a large one has a section of that name', async () => {
    const { results } = await search(app.store, undefined, 'what validations does Order have?', { limit: 3 });
    expect(results[0]?.chunks[0].fullName).toBe('Order#validations');
  });

  it('with their kind', async () => {
    const settings = { budget: 2000, formatter: formatter('claude'), tokenizer: tokenizer('cl100k_base') };
    const passagesOf = async (query: string) => {
      const found = await search(app.store, undefined, query, { limit: 3, merge: false });
      const { context } = await assemble(app.store, query, found, settings);
      return context.passages.map(({ identifier, type, synthetic }) => ({ identifier, type, synthetic }));
    };
    expect((await passagesOf('CheckoutService'))[0]).toMatchObject({ type: 'service', synthetic: false });
    expect(await passagesOf('type:model uniqueness robot password minimum')).toContainEqual({
      identifier: 'User#validations',
      type: 'model validations',
      synthetic: true,
    });
  });
});
