import { describe, expect, it } from 'vitest';
import { constantsIn, resolveConstant } from '../../../src/parse/ruby/literal.js';
import { readRuby } from '../../../src/parse/ruby/readRuby.js';

const SHOP = `module Shop
  # What is bought together.
  class Cart < ::ApplicationRecord
    belongs_to :user, class_name: 'Person', optional: true
    before_save :count, if: -> { dirty? }
    scope(:open, -> { where(closed: nil) })
    enum :state, { new: 0, paid: 1 }
    validates :name, :code, presence: true if strict?
    self.table_name = "baskets"

    def total = 1

    class << self
      def build; end
    end

    private

    def count
      nested :call
    end

    def self.made; end
    protected def guarded; end
    public

    def late; end
    private :late

    class Line
    end
  end
end
`;

describe('reading Ruby', async () => {
  const file = await readRuby(SHOP);
  const [shop, cart, line] = file?.classes ?? [];

  it('finds classes by their full names', () => {
    expect(file?.classes.map(({ name, module, superclass, holder }) => [name, module, superclass, holder])).toEqual([
      ['Shop', true, undefined, true],
      ['Shop::Cart', false, '::ApplicationRecord', false],
      ['Shop::Cart::Line', false, undefined, false],
    ]);
    expect(shop?.head).toBe('module Shop');
    expect(cart && SHOP.slice(cart.start, cart.end).startsWith('# What is bought together.\n')).toBe(true);
    expect(line?.methods).toEqual([]);
  });

  it('reads what a class declares, and not what its methods call', () => {
    expect(cart?.calls.map(({ name, args, options }) => [name, args, options])).toEqual([
      ['belongs_to', ['user'], { class_name: 'Person', optional: true }],
      ['before_save', ['count'], { if: { code: '-> { dirty? }' } }],
      ['scope', ['open', { code: '-> { where(closed: nil) }' }], {}],
      ['enum', ['state', { new: 0, paid: 1 }], {}],
      ['validates', ['name', 'code'], { presence: true }],
      ['table_name=', ['baskets'], {}],
      ['private', [], {}],
      ['protected', [{ code: 'def guarded; end' }], {}],
      ['public', [], {}],
      ['private', ['late'], {}],
    ]);
  });

  it('has the visibility of methods', () => {
    expect(cart?.methods.map(({ name, visibility, singleton }) => [name, visibility, singleton])).toEqual([
      ['total', 'public', false],
      ['build', 'public', true],
      ['count', 'private', false],
      ['made', 'public', true],
      ['guarded', 'protected', false],
      ['late', 'private', false],
    ]);
    expect(cart?.methods[0]?.signature).toBe('def total = 1');
  });

  it('reads lists, numbers, and interpolated strings as code', async () => {
    const read = await readRuby('x %i[a b], %w[c], [:d, "e"], 1_000, nil, "f#{g}", H::I, "j" => "k"\n');
    expect(read?.calls.map(({ args, options }) => [args, options])).toEqual([
      [[['a', 'b'], ['c'], ['d', 'e'], 1000, null, { code: '"f#{g}"' }, { code: 'H::I' }], { j: 'k' }],
    ]);
  });

  it('accepts any text', async () => {
    for (const text of ['', '\0', 'class', 'class A; def', 'end end end', '<<~X\n', 'class A < B; has_many'])
      expect(await readRuby(text)).toBeDefined();
  });
});

describe('constants', () => {
  it('are counted, without comments, strings and keys', () => {
    const text = 'B.new # C\nA::D.call(B, "E", F: 1, g: ::H)\nx = \'I\'; "#{J.k}"\n';
    expect(constantsIn(text)).toEqual(['B', 'A::D', '::H', 'J']);
  });

  it('are looked up from the inside out', () => {
    const known = new Set(['Item', 'Shop::Item', 'Shop::Cart']);
    const isKnown = (name: string): boolean => known.has(name);
    expect(resolveConstant('Item', 'Shop::Cart', isKnown)).toBe('Shop::Item');
    expect(resolveConstant('Item', 'Blog', isKnown)).toBe('Item');
    expect(resolveConstant('::Item', 'Shop::Cart', isKnown)).toBe('Item');
    expect(resolveConstant('Cart', 'Blog', isKnown)).toBeUndefined();
  });
});
