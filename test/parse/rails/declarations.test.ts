/** What a class declares inside of what only says more about it: names, options, and the text that shows both. */
import { describe, expect, it } from 'vitest';
import { writeItems } from '../../../src/parse/pack.js';
import { declarationsIn } from '../../../src/parse/rails/declarations.js';
import { associationsOf, sectionsOf } from '../../../src/parse/rails/facts.js';
import { readRuby } from '../../../src/parse/ruby/readRuby.js';

async function read(body: string) {
  const text = `class Order < ApplicationRecord\n${body}end\n`;
  const [one] = (await readRuby(text))?.classes ?? [];
  if (!one) throw new Error('no class');
  const declared = declarationsIn(one);
  const sections = sectionsOf(declared, text);
  return {
    associations: associationsOf(declared).map(({ name, target }) => `${name} ${target}`),
    options: (name: string) => declared.find(({ args }) => args[0] === name)?.options,
    text: (section: keyof typeof sections) => writeItems(sections[section] ?? []),
  };
}

describe('declarations', () => {
  it('have the options of the blocks around them', async () => {
    const body = `  with_options dependent: :destroy do
    has_many :lines
    with_options inverse_of: :order do
      has_many :payments, dependent: :nullify
      validates :total, presence: true
    end
  end
  has_one :invoice
`;
    const order = await read(body);
    expect(order.associations).toEqual(['lines Line', 'payments Payment', 'invoice Invoice']);
    expect(order.options('lines')).toEqual({ dependent: 'destroy' });
    expect(order.options('payments')).toEqual({ dependent: 'nullify', inverse_of: 'order' });
    expect(order.text('associations')).toBe(body.replace('      validates :total, presence: true\n', ''));
    expect(order.text('validations')).toBe(`  with_options dependent: :destroy do
    with_options inverse_of: :order do
      validates :total, presence: true
    end
  end
`);
  });

  it('may be called on a block parameter', async () => {
    const order = await read(
      "  with_options class_name: 'Person' do |order|\n    order.belongs_to :buyer\n    other.belongs_to :nobody\n  end\n",
    );
    expect(order.associations).toEqual(['buyer Person']);
    expect(order.text('associations')).toContain('    order.belongs_to :buyer\n  end\n');
  });

  it('include those of an inline concern, with its methods', async () => {
    const body = `  concerning :Shipping do
    included do
      has_one :parcel
      after_create_commit { Parcel.pack(self) }
    end

    class_methods do
      def overdue = 1
    end

    def shipped? = parcel.present?
  end
`;
    const order = await read(body);
    expect(order.associations).toEqual(['parcel Parcel']);
    expect(order.text('associations')).toBe('      has_one :parcel\n');
    expect(order.text('callbacks')).toBe('      after_create_commit { Parcel.pack(self) }\n');
    const [one] = (await readRuby(`class Order\n${body}end\n`))?.classes ?? [];
    expect(one?.methods.map(({ name, singleton }) => [name, singleton])).toEqual([
      ['overdue', true],
      ['shipped?', false],
    ]);
  });

  it('have the condition around them', async () => {
    const body = `  if Flags.cards?
    has_many :cards
    validates :card, presence: true
  elsif Flags.cash?
    has_many :coins
  else
    has_many :promises
  end
  case MODE
  when :strict
    validates :total, presence: true
  end
  has_one :till if Flags.cash?
`;
    const order = await read(body);
    expect(order.associations).toEqual(['cards Card', 'coins Coin', 'promises Promise', 'till Till']);
    expect(order.text('associations')).toBe(`  if Flags.cards?
    has_many :cards
  elsif Flags.cash?
    has_many :coins
  else
    has_many :promises
  end
  has_one :till if Flags.cash?
`);
    expect(order.text('validations')).toBe(`  if Flags.cards?
    validates :card, presence: true
  end
  case MODE
  when :strict
    validates :total, presence: true
  end
`);
  });

  it('are repeated for each element of a literal list', async () => {
    const order = await read(`  KINDS = %w[card cash].freeze
  KINDS.each do |kind|
    has_many :"#{kind}_payments"
  end
  { buyer: "Person", shop: "Shop" }.each_pair do |name, type|
    belongs_to name, class_name: type
  end
  [:note, :code].each { |field| validates field, presence: true }
  unknown.each { |field| has_many field }
`);
    expect(order.associations).toEqual([
      'card_payments CardPayment',
      'cash_payments CashPayment',
      'buyer Person',
      'shop Shop',
    ]);
    expect(order.text('associations')).toBe(`  KINDS.each do |kind|
    has_many :"#{kind}_payments"
  end
  { buyer: "Person", shop: "Shop" }.each_pair do |name, type|
    belongs_to name, class_name: type
  end
  unknown.each { |field| has_many field }
`);
    expect(order.text('validations')).toBe('  [:note, :code].each { |field| validates field, presence: true }\n');
  });

  it('are complete, whatever a scope contains', async () => {
    const scopes = `  scope :recent, -> { where(x: 1) } do
    def oldest = last
  end
  scope :named, lambda do |name|
    where(name: name)
  end
  default_scope do
    order(:id)
  end
  scope :late, -> do
    where(paid: nil)
  end
`;
    expect((await read(scopes)).text('scopes')).toBe(scopes);
  });

  it('include those of an included hook', async () => {
    const order = await read(`  def self.included(base)
    base.class_eval do
      has_many :tags
    end
    base.belongs_to :owner
    other.belongs_to :nobody
  end
`);
    expect(order.associations).toEqual(['tags Tag', 'owner Owner']);
  });

  it('do not include code that runs later', async () => {
    const order = await read(`  before_save do
    has_many :wrong
  end
  define_method(:x) { belongs_to :wrong }
  def late
    has_one :wrong
  end
`);
    expect(order.associations).toEqual([]);
  });
});
