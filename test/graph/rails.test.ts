/** Every edge of a Rails application, with its verb. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine.js';
import { impactReport } from '../../src/graph/impact.js';
import { formatSite, symbolRelations } from '../../src/graph/related.js';
import { edgesOf as mcpEdgesOf } from '../../src/mcp/tools/references.js';
import { RailsApp } from '../sync/railsApp.js';
import { edgesIn, placesNamed } from './edges.js';

let app: RailsApp;
let edges: readonly string[];

beforeAll(async () => {
  app = new RailsApp();
  app.put('app/models/receipt.rb', 'class Receipt < ApplicationRecord\nend\n');
  app.put('app/models/message.rb', 'class Message < ApplicationRecord\nend\n');
  app.put('app/models/ledger.rb', 'class Ledger\n  class << self\n    attr_accessor :last\n  end\nend\n');
  app.put(
    'app/models/payment.rb',
    `class Payment < ApplicationRecord
  belongs_to :order
  belongs_to :payable, polymorphic: true
  has_one :receipt
  has_and_belongs_to_many :accounts
  has_many :guests, class_name: "::User"
  has_many :robots
  delegated_type :entryable, types: %w[Message]

  # It is sent on to the order, said here: delegate
  delegate :number, to: :order
  delegate :secret, to: :vault
  delegate :last, to: :Ledger

  validate :has_money
  after_commit :settle, on: :create
  before_save :nobody_knows

  def settle
    SyncWorker.perform_async(account_id)
    CleanupJob.set(wait: (5 + 1).minutes).perform_later
    Ledger.last = self
    order.line_items.create!(kind: "fee.save") # account.save
    order&.update!(paid: true)
    accounts.where(id: 1).delete_all
    vault.save
    Receipt.find(id).touch
  end

  private

  def has_money
    errors.add(:total) if User.find_by_mail(mail).nil?
  end
end
`,
  );
  await app.embedded();
  edges = await edgesIn(app.store);
});
afterAll(() => app.close());

/** The edges of one file, without it. */
const of = (path: string): string[] =>
  edges
    .filter((edge) => edge.startsWith(`${path}:`))
    .map((edge) => edge.slice(path.length + 1).replaceAll(/(^| )(\S*\/)(\w+\.rb)/g, '$1$3'));

describe('references in Rails', () => {
  it('associations, delegations, callbacks, jobs and records, each by its verb and line', () => {
    expect(of('app/models/payment.rb').sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
      '1 payment.rb#Payment inherits application_record.rb#ApplicationRecord',
      '2 payment.rb#Payment belongs_to order.rb#Order',
      '4 payment.rb#Payment has_one receipt.rb#Receipt',
      '5 payment.rb#Payment has_many account.rb#Account',
      '6 payment.rb#Payment has_many user.rb#User',
      '8 payment.rb#Payment belongs_to message.rb#Message',
      '11 payment.rb#Payment delegates order.rb#Order',
      '13 payment.rb#Payment delegates ledger.rb#Ledger',
      '20 payment.rb#Payment.settle triggers sync_worker.rb#SyncWorker',
      '21 payment.rb#Payment.settle triggers cleanup_job.rb#CleanupJob',
      '22 payment.rb#Payment.settle writes ledger.rb#Ledger',
      '23 payment.rb#Payment.settle creates line_item.rb#LineItem',
      '24 payment.rb#Payment.settle writes order.rb#Order',
      '25 payment.rb#Payment.settle writes account.rb#Account',
      '27 payment.rb#Payment.settle writes receipt.rb#Receipt',
      '33 payment.rb#Payment.has_money calls user.rb#User.self.find_by_mail',
    ]);
  });

  it('of the application: mixins, base classes, created and sent objects', () => {
    expect(of('app/models/user.rb')).toEqual([
      '1 user.rb#User inherits application_record.rb#ApplicationRecord',
      '2 user.rb#User includes authentication.rb#Authentication',
      '4 user.rb#User has_many order.rb#Order',
      '15 user.rb#User belongs_to account.rb#Account',
      '94 user.rb#User.welcome triggers user_mailer.rb#UserMailer.welcome',
    ]);
    expect(of('app/services/checkout_service.rb')).toEqual([
      '8 checkout_service.rb#CheckoutService.call creates order.rb#Order',
      '9 checkout_service.rb#CheckoutService.call creates invoice.rb#Billing::Invoice',
      '10 checkout_service.rb#CheckoutService.call triggers order_mailer.rb#OrderMailer.placed',
    ]);
    expect(of('app/jobs/cleanup_job.rb')).toEqual(['3 cleanup_job.rb#CleanupJob.perform writes order.rb#Order']);
    expect(of('app/workers/sync_worker.rb')).toEqual(['5 sync_worker.rb#SyncWorker.perform writes account.rb#Account']);
  });

  it.each([
    ['Payment.settle', 'Payment triggers app/models/payment.rb:16'],
    ['Payment.has_money', 'Payment triggers app/models/payment.rb:15'],
    ['User.welcome', 'User triggers app/models/user.rb:11'],
    ['Trackable.track', 'Trackable triggers app/models/concerns/trackable.rb:5'],
    ['OrdersController.set_order', 'OrdersController triggers app/controllers/orders_controller.rb:5'],
    [
      'ApplicationController.authenticate!',
      'ApplicationController triggers app/controllers/application_controller.rb:2',
    ],
  ])('%s is run by a callback or a filter', async (symbol, caller) => {
    const [{ callers }] = await symbolRelations(app.store, await placesNamed(app.store, symbol));
    expect(callers.map(({ name, verb, site }) => `${name} ${verb} ${formatSite(site)}`)).toEqual([caller]);
  });

  it('of controllers: what their actions do', () => {
    expect(of('app/controllers/orders_controller.rb')).toEqual([
      '1 orders_controller.rb#OrdersController inherits application_controller.rb#ApplicationController',
      '2 orders_controller.rb#OrdersController includes locatable.rb#Locatable',
      '9 orders_controller.rb#OrdersController.index reads order.rb#Order',
      '16 orders_controller.rb#OrdersController.create creates checkout_service.rb#CheckoutService',
      '21 orders_controller.rb#OrdersController.update writes order.rb#Order',
      '26 orders_controller.rb#OrdersController.cancel triggers order_mailer.rb#OrderMailer.cancelled',
      '32 orders_controller.rb#OrdersController.set_order reads order.rb#Order',
      '21 orders_controller.rb#OrdersController.update calls orders_controller.rb#OrdersController.order_params',
    ]);
  });

  it('are found from the class, for methods that only the framework defines', async () => {
    const [{ callers }] = await symbolRelations(app.store, await placesNamed(app.store, 'Order'));
    expect(callers.map(({ name, verb }) => `${name} ${verb}`)).toEqual([
      'Admin.OrdersController.index reads',
      'OrdersController.index reads',
      'OrdersController.update writes',
      'OrdersController.set_order reads',
      'Mutations.CreateOrder.resolve creates',
      'CleanupJob.perform writes',
      'Account has_many',
      'LineItem belongs_to',
      'Payment belongs_to',
      'Payment delegates',
      'Payment.settle writes',
      'User has_many',
      'CheckoutService.call creates',
      'Exports.Monthly.to_s reads',
      'Billing.Invoice belongs_to',
    ]);
  });

  it('list what a change affects', async () => {
    const { dependents } = await impactReport(app.store, await placesNamed(app.store, 'LineItem'));
    expect(dependents.slice(0, 3).map(({ name, verb, on, distance }) => `${distance} ${name} ${verb} ${on}`)).toEqual([
      '1 Order has_many LineItem',
      '1 Payment.settle creates LineItem',
      '2 Admin.OrdersController.index reads Order',
    ]);
  });

  it('are shown in contexts and to agents, with each verb', async () => {
    const engine = new Engine(app.root, app.store, ':memory:', undefined, {});
    const { text } = await engine.context('CheckoutService', { sync: false });
    expect(text).toContain(
      'CheckoutService → Order (creates), Billing.Invoice (creates), OrderMailer.placed (triggers)',
    );
    const { symbols } = await engine.references('Receipt', { sync: false });
    const edges = mcpEdgesOf(symbols, 'callers');
    expect(edges.map(({ from, verb, to, path, line }) => [from, verb, to, path, line])).toEqual([
      ['Payment', 'has_one', 'Receipt', 'app/models/payment.rb', 4],
      ['Payment.settle', 'writes', 'Receipt', 'app/models/payment.rb', 27],
    ]);
  });
});
