/**
 * How far a change reaches, counted at the provider:
 *
 *     a validation is added        the section and the summary of its model
 *     a concern changes            its own chunk, and what says it on every includer
 *     a table changes              its models
 *     an association is added      its model, and the other end
 *     a class gets another name    itself, and those that name it
 *     a filter, a route            the actions it applies to
 *
 * and in no case anything else.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sync } from '../../src/sync/sync.js';
import { contentOf } from './content.js';
import { RailsApp } from './railsApp.js';

let app: RailsApp;
beforeEach(async () => {
  app = new RailsApp();
  await app.embedded();
});
afterEach(() => app.close());

/** What was kept from run to run is what a new run would make. */
async function expectSameAsNewIndex(): Promise<void> {
  const fresh = new SqliteStore(':memory:');
  await sync(fresh, { root: app.root });
  const plain = (content: unknown): unknown =>
    JSON.parse(JSON.stringify(content, (key, value) => (key === 'wanting' || key === 'mtime' ? undefined : value)));
  expect(plain(await contentOf(app.store))).toEqual(plain(await contentOf(fresh)));
  await fresh.close();
}

describe('what is embedded again after a change', () => {
  it('nothing when nothing changed', async () => {
    expect(await app.embedded()).toEqual([]);
  });

  it('a validation: its section, the summary and its source chunk', async () => {
    app.edit(
      'app/models/user.rb',
      '  validate :not_a_robot\n',
      '  validate :not_a_robot\n  validates :age, presence: true\n',
    );
    expect(await app.embedded()).toEqual(['User', 'User declarations', 'User validations']);
    await expectSameAsNewIndex();
  });

  it('the body of a method: that chunk, and not even the summary', async () => {
    app.edit('app/models/user.rb', 'email.to_s.strip', 'email.to_s.strip.downcase');
    expect(await app.embedded()).toEqual(['User tidy']);
  });

  describe('a concern', () => {
    // Order is small, and its one chunk is its summary. User has a hundred lines, Ledger more than five hundred.
    const methods = Array.from({ length: 180 }, (_, i) => `  def entry_${i}\n    ${i}\n  end\n`).join('');
    const TRACKABLE = 'app/models/concerns/trackable.rb';
    // Authentication includes it, too, and brings it to User.
    const SUMMARIES = ['Authentication', 'Ledger', 'Order', 'User'];
    const INLINED = ['Ledger Trackable', 'User Trackable'];
    beforeEach(async () => {
      app.put('app/models/ledger.rb', `class Ledger < ApplicationRecord\n  include Trackable\n\n${methods}end\n`);
      await app.embedded();
    });

    it('with another method: itself, and on every includer its section and the summary', async () => {
      app.edit(TRACKABLE, '  def track\n', '  def untrack\n  end\n\n  def track\n');
      expect(await app.embedded()).toEqual(['Trackable', ...SUMMARIES, ...INLINED].sort());
      await expectSameAsNewIndex();
    });

    it('with another line in a method: the same', async () => {
      app.edit(TRACKABLE, 'Rails.logger.info(self)', 'Rails.logger.warn(self)');
      expect(await app.embedded()).toEqual(['Trackable', ...SUMMARIES, ...INLINED].sort());
      await expectSameAsNewIndex();
    });

    it('with another declaration: also the section of it', async () => {
      app.edit(TRACKABLE, 'after_save :track', 'after_commit :track');
      const sections = ['Ledger callbacks', 'Order callbacks', 'User callbacks'];
      expect(await app.embedded()).toEqual(['Trackable', ...SUMMARIES, ...INLINED, ...sections].sort());
      await expectSameAsNewIndex();
    });
  });

  it('a declaration in a concern of one model: that model', async () => {
    app.edit('app/models/concerns/authentication.rb', 'minimum: 12', 'minimum: 14');
    expect(await app.embedded()).toEqual(['Authentication', 'User', 'User Authentication', 'User validations']);
    await expectSameAsNewIndex();
  });

  it('a column: the models of that table', async () => {
    app.edit('db/schema.rb', 't.string "name"\n', 't.string "name"\n    t.string "nick"\n');
    expect(await app.embedded()).toEqual(['Staff', 'User', 'db/schema.rb']);
    await expectSameAsNewIndex();
  });

  it('an association: its model and the other end', async () => {
    app.edit('app/models/line_item.rb', 'belongs_to :order\n', 'belongs_to :order\n  belongs_to :account\n');
    expect(await app.embedded()).toEqual(['Account', 'LineItem']);
    await expectSameAsNewIndex();
  });

  it('a new name: itself and all that refer to it', async () => {
    app.edit('app/models/account.rb', 'class Account', 'class Customer');
    // Order, User and the worker still say Account, and it is no longer there. What names others stays as it was.
    expect(await app.embedded()).toEqual([
      'Customer',
      'Order',
      'Order associations',
      'SyncWorker',
      'User associations',
      'User declarations',
    ]);
    await expectSameAsNewIndex();
  });

  it('a new name of a common unit: all that refer to it, also those of one chunk', async () => {
    app.edit('app/mailers/order_mailer.rb', 'class OrderMailer', 'class PostOffice');
    expect(await app.embedded()).toEqual([
      'CheckoutService', // one chunk
      'OrdersController cancel', // one of many: the other actions do not name it
      'PostOffice',
      'PostOffice cancelled',
      'PostOffice declarations',
      'PostOffice paid',
      'PostOffice placed',
      'PostOffice shipped',
    ]);
    await expectSameAsNewIndex();
  });

  it('renaming what nothing refers to: only the file itself', async () => {
    app.edit('app/models/money.rb', 'class Money', 'class Amount');
    expect(await app.embedded()).toEqual(['Amount']);
    await expectSameAsNewIndex();
  });

  it('a filter of an ancestor: every action it applies to', async () => {
    app.edit('app/controllers/application_controller.rb', 'after_action :log_it', 'after_action :log_it, only: :show');
    expect(await app.embedded()).toEqual([
      'Admin::OrdersController',
      'ApplicationController',
      'OrdersController cancel',
      'OrdersController create',
      'OrdersController index',
      'OrdersController update',
      'SessionsController',
    ]);
    await expectSameAsNewIndex();
  });

  it('a route: its action, and the summary', async () => {
    app.edit('config/routes.rb', 'post :cancel', 'delete :cancel');
    expect(await app.embedded()).toEqual(['OrdersController', 'OrdersController cancel', 'config/routes.rb']);
  });

  it('a deleted file: what referred to it', async () => {
    app.remove('app/services/checkout_service.rb');
    // One unit less depends on the order, the invoice and the mailer; one action names it in vain.
    expect(await app.embedded()).toEqual(['Billing::Invoice', 'Order', 'OrderMailer', 'OrdersController create']);
    await expectSameAsNewIndex();
  });

  it('no application any more: its units are classes again', async () => {
    app.remove('config/application.rb');
    app.remove('config/routes.rb');
    app.remove('config/routes/admin.rb');
    app.remove('engines/shop/lib/shop/engine.rb');
    await app.embedded();
    expect((await app.store.units('main:app/models/order.rb'))[0]?.kind).toBe('class');
    expect(await app.ids('app/models/user.rb')).not.toContain('#User:summary *');
    await expectSameAsNewIndex();
  });
});
