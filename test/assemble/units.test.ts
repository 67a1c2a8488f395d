/** Contexts of a small application: related source is shown together and exactly, and synthetic text is labelled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assembled, type AssembleOptions, assemble } from '../../src/assemble/assemble.js';
import { formatter, type Passage } from '../../src/format/index.js';
import { search } from '../../src/search/search.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { RailsApp } from '../sync/railsApp.js';

const app = new RailsApp();
const user = 'app/models/user.rb';
beforeAll(async () => {
  app.put(
    'app/services/payment_gateway.rb',
    'class PaymentGateway\n  def self.charge(order)\n    PaymentLog.write(order.total)\n  end\nend\n',
  );
  app.put('app/services/payment_log.rb', 'class PaymentLog\n  def self.write(sum)\n    puts sum\n  end\nend\n');
  const service = 'app/services/checkout_service.rb';
  app.edit(service, '    Billing::Invoice', '    PaymentGateway.charge(order)\n    Billing::Invoice');
  app.put('Gemfile.lock', 'GEM\n  specs:\n    mysql2 (0.5.6)\n    rails (7.1.2)\n\nDEPENDENCIES\n  mysql2\n  rails\n');
  app.put('docker-compose.yml', 'services:\n  db:\n    image: mysql:8.0\n');
  await app.embedded();
});
afterAll(() => app.close());

async function contextFor(query: string, budget: number, format = 'claude', limit = 50): Promise<Assembled> {
  const found = await search(app.store, undefined, query, { limit });
  return assemble(app.store, query, found, {
    budget,
    formatter: formatter(format),
    tokenizer: tokenizer('cl100k_base'),
  });
}
const identifiersOf = ({ context }: Assembled): string[] => context.passages.map(({ identifier }) => identifier);
const linesOf = ({ places }: Pick<Passage, 'places'>): string[] =>
  places.map(({ file, startLine, endLine }) => `${file}:${startLine}-${endLine}`);

describe('a query about how something works', () => {
  it('includes collaborators: the service, the model it creates, the gateway it calls', async () => {
    const shown = await contextFor('how does checkout work?', 8000);
    expect(identifiersOf(shown)[0]).toBe('CheckoutService');
    expect(identifiersOf(shown)).toEqual(expect.arrayContaining(['Order', 'PaymentGateway', 'PaymentLog']));
    expect(shown.text).toMatch(/^CheckoutService → Order \(creates\), .*PaymentGateway/m);
    expect(identifiersOf(shown).indexOf('Order')).toBeLessThan(4);
  });

  it('begins with the overview, which names the framework and the database with their versions', async () => {
    const { text } = await contextFor('how does checkout work?', 8000);
    expect(text).toMatch(/sources="\d+">\n\n<structure>\nOverview: /);
    expect(text).toContain('\nStack: rails 7.1.2, mysql2 0.5.6.\nDatabase: MySQL 8.0.\n');
  });

  it('leaves a small budget to the results', async () => {
    const { context } = await contextFor('how does checkout work?', 260, 'generic');
    expect(context).toMatchObject({ structure: '', compact: true });
    expect(context.passages[0].identifier).toBe('CheckoutService');
  });

  it('is added to a focused query if there is room left', async () => {
    const shown = await contextFor('CheckoutService', 8000);
    expect(identifiersOf(shown)[0]).toBe('CheckoutService');
    expect(identifiersOf(shown)).toEqual(expect.arrayContaining(['PaymentGateway', 'Order']));
  });
});

describe('what is added to the results', () => {
  it('is nothing if the query has filters', async () => {
    const { context } = await contextFor('path:app/services/checkout_service.rb how does checkout work?', 8000);
    expect(new Set(context.passages.map(({ file }) => file))).toEqual(new Set(['app/services/checkout_service.rb']));
  });

  it('is nothing that has changed since', async () => {
    const query = 'how does checkout work?';
    const found = await search(app.store, undefined, query, { limit: 1 });
    const settings = { budget: 8000, formatter: formatter('generic'), tokenizer: tokenizer('cl100k_base') };
    const files = async (more: Partial<AssembleOptions>): Promise<string[]> => {
      const { context } = await assemble(app.store, query, found, { ...settings, ...more });
      return context.passages.map(({ file }) => file);
    };
    expect(await files({})).toContain('app/services/payment_gateway.rb');
    const staleOf = async (docIds: readonly string[]) =>
      new Set(docIds.filter((docId) => docId.includes('payment_gateway')));
    expect(await files({ staleOf })).not.toContain('app/services/payment_gateway.rb');
    expect(await files({ staleOf })).toContain('app/models/order.rb');
    expect(await files({ only: true })).toEqual(['app/services/checkout_service.rb']);
  });
});

describe('synthetic text', () => {
  const VALIDATIONS = 'type:model uniqueness robot password minimum';

  it('has the locations of its lines, including those in the concern', async () => {
    const { context, text } = await contextFor(VALIDATIONS, 230, 'claude', 1);
    const passage = context.passages.find(({ identifier }) => identifier === 'User#validations');
    expect(passage && linesOf(passage)).toEqual([
      `${user}:7-8`,
      `${user}:22-22`,
      'app/models/concerns/authentication.rb:7-7',
    ]);
    expect(text).toContain('lines="7-8,22-22" also="app/models/concerns/authentication.rb:7-7" synthetic="true"');
  });

  it('is replaced by its source, if that is included', async () => {
    const { context } = await contextFor('uniqueness robot password minimum', 8000);
    const exact = context.passages.filter(({ synthetic }) => !synthetic).flatMap(linesOf);
    expect(exact).toContain('app/models/concerns/authentication.rb:1-17');
    expect(exact.some((place) => place.startsWith(`${user}:1-`))).toBe(true);
    expect(context.passages.map(({ identifier }) => identifier)).not.toContain('User#validations');
  });

  it('is not included only for the name of its source, if that is included', async () => {
    const { context } = await contextFor('track Trackable Rails.logger', 8000);
    expect(context.passages.map(({ file }) => file)).toContain('app/models/concerns/trackable.rb');
    expect(context.passages.map(({ identifier }) => identifier)).not.toContain('User#Trackable');
  });

  it('keeps what its source does not have: the table of a model', async () => {
    const { context } = await contextFor('User', 8000);
    const summary = context.passages.find(({ identifier, synthetic }) => identifier === 'User' && synthetic);
    expect(summary?.text).toMatch(/^# Table: users\n/);
    expect(summary?.text).not.toContain('has_many :orders');
    expect(summary && linesOf(summary)).toEqual(['db/schema.rb:30-35']);
  });
});

describe('a cut', () => {
  it('names the methods that are left out, and states the size of the whole file', async () => {
    const { text } = await contextFor('tidy welcome mail part robot scopes callbacks', 230, 'generic', 1);
    const tokens = (await app.store.source(`main:${user}`))?.tokens.toLocaleString('en');
    expect(text).toMatch(/# \.\.\. \(truncated: \d+ lines, [\d,]+ tokens omitted: .*part_\d/);
    expect(text).toContain(`# Full source: ${user} (100 lines, ${tokens} tokens)`);
  });
});
