/** The notes before the chunks of a unit, if they do not fit. */
import { describe, expect, it } from 'vitest';
import { embedText } from '../../src/enrich/prefix.js';
import type { Chunk } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { idsOf, itemsOf } from './units.js';

const counter = tokenizer('cl100k_base');
const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const textOf = (chunks: readonly Chunk[], end: string): string =>
  chunks
    .filter(({ id }) => id.endsWith(end))
    .map((chunk) => embedText(chunk))
    .join('');
const lineOf = (text: string, label: string): string =>
  text.split('\n').find((line) => line.startsWith(`# ${label}`)) ?? '';

describe('an action', () => {
  const path = 'app/controllers/orders_controller.rb';
  const filters = 30;
  const application = `class ApplicationController < ActionController::Base
${many(filters, (i) => `  before_action :prepare_the_surroundings_${i}\n`)}  before_action :sign_in!
  before_action :only_for_staff
  after_action :write_it_down

${many(filters, (i) => `  def prepare_the_surroundings_${i}\n    @surroundings = ${i}\n  end\n\n`)}  def only_for_staff
    redirect_to root_path unless staff?
  end
end
`;
  const routes = 'Rails.application.routes.draw do\n  resources :orders\nend\n';
  const permits = many(60, (i) => `, :permitted_column_${i}`);
  const controller = (lines: number): string => `class OrdersController < ApplicationController
  def index
  end

  def show
  end

  def edit
  end

  def destroy
  end

  def update
${many(lines, (i) => `    order.change_the_column_to(:number_${i}, params[:value_${i}])\n`)}    order_params
  end

  private

  def order_params
    params.require(:order).permit(:status${permits})
  end
end
`;
  const chunksOf = (lines: number): Promise<readonly Chunk[]> =>
    itemsOf(
      {
        'app/controllers/application_controller.rb': application,
        'config/routes.rb': routes,
        [path]: controller(lines),
      },
      path,
    );

  it('shows its routes, filters and parameters, in this order, at any length', async () => {
    const text = textOf(await chunksOf(10), '.update');
    const labels = [...text.matchAll(/^# (\w+)/gm)].map(([, label]) => label);
    expect(labels).toEqual(['Unit', 'File', 'Section', 'Routes', 'Filters', 'Params', 'After']);
    expect(lineOf(text, 'Routes')).toBe('# Routes: PATCH|PUT /orders/:id');
    expect(lineOf(text, 'Params')).toMatch(/^# Params: status, permitted_column_0, permitted_column_1.*, \+\d+ more$/);
    expect(lineOf(text, 'Filters')).toMatch(
      /^# Filters: (before_action :prepare\w+, )*before_action :sign_in!, before_action :only_for_staff(, \+\d+ more)?$/,
    );
    expect(counter.count(text)).toBeLessThanOrEqual(500);
  });

  it('has more notes the shorter it is, and keeps half of its cap if it is long', async () => {
    const shown = (text: string): number => text.split('before_action').length - 1;
    const [short, long] = [await chunksOf(1), await chunksOf(20)];
    expect(shown(textOf(short, '.index'))).toBe(filters + 2);
    expect(shown(textOf(long, '.update'))).toBeLessThan(filters);
    expect(shown(textOf(long, '.update'))).toBeGreaterThanOrEqual(1);
    const parts = (await chunksOf(200)).filter(({ name }) => name === 'update');
    expect(parts.length).toBeGreaterThan(1);
    for (const { context = '', metadata, tokenCount } of parts) {
      expect(lineOf(context, 'Filters')).toContain(':only_for_staff');
      expect(counter.count(String(metadata.prefix) + context)).toBeLessThanOrEqual(Math.max(250, 500 - tokenCount));
    }
  });

  it('shows them in a controller of few actions, too, whether that is one chunk or many', async () => {
    const small = 'app/controllers/carts_controller.rb';
    const files = (lines: number) => ({
      'app/controllers/application_controller.rb': application,
      'config/routes.rb': 'Rails.application.routes.draw do\n  resource :cart, only: %i[show create]\nend\n',
      [small]: `class CartsController < ApplicationController\n  def show\n  end\n\n  def create\n${many(lines, (i) => `    cart.add_the_item(:number_${i}, params[:count_${i}])\n`)}  end\nend\n`,
    });
    const one = await itemsOf(files(5), small);
    expect(idsOf(one)).toEqual(['']);
    expect(lineOf(embedText(one[0]), 'show: Filters')).toContain('before_action :only_for_staff');
    expect(lineOf(embedText(one[0]), 'create: Filters')).toContain('before_action :only_for_staff');
    const several = await itemsOf(files(60), small);
    expect(idsOf(several).length).toBeGreaterThan(2);
    for (const action of ['show', 'create']) {
      const text = several
        .filter(({ synthetic, content }) => !synthetic && content.includes(`def ${action}`))
        .map((chunk) => embedText(chunk))
        .join('');
      expect(text).toMatch(/^# (?:\w+: )?Routes: \w+ \/cart/m);
      expect(text).toMatch(/^# (?:\w+: )?Filters: .*:only_for_staff/m);
    }
  });
});

describe('a model of a wide table', () => {
  const path = 'app/models/account.rb';
  const schema = `ActiveRecord::Schema.define(version: 1) do\n  create_table "accounts" do |t|\n${many(61, (i) => `    t.string "a_column_with_a_long_name_${i}"\n`)}  end\nend\n`;
  const model = (lines: number): string =>
    `class Account < ApplicationRecord\n  belongs_to :owner\n  has_many :orders\n${many(lines, (i) => `  def method_${i} = ${i}\n`)}end\n`;

  it('is still summarised: class, associations, dependents and change frequency', async () => {
    const files = { 'db/schema.rb': schema, [path]: model(100) };
    const text = textOf(await itemsOf(files, path, { frequency: 'hot' }), ':summary');
    expect(lineOf(text, 'Table: accounts (')).toMatch(/^# Table: accounts \(62 columns: id, .*, …\)$/);
    expect(text).toContain('# Associations: 2 (owner, orders)\n# Dependents: 0 units depend on this\n');
    expect(text).toContain('# Change frequency: hot\n');
    expect(text).toMatch(/^# 62 columns: id \(bigint\), .*…$/m);
    expect(text).toContain('\nclass Account < ApplicationRecord\n  belongs_to :owner\n');
    expect(text).toMatch(/# … \d+ more lines\n$/);
    expect(counter.count(text)).toBeLessThanOrEqual(600);
  });

  it('is one chunk if it is small', async () => {
    const chunks = await itemsOf({ 'db/schema.rb': schema, [path]: model(20) }, path);
    expect(idsOf(chunks)).toEqual(['']);
    const text = embedText(chunks[0]);
    expect(text).toContain('62 columns: id, ');
    expect(text).toContain('\nclass Account');
    expect(counter.count(text)).toBeLessThanOrEqual(800);
  });
});

describe('a small model', () => {
  it('has notes on its declarations, and the name of its class', async () => {
    const path = 'app/models/shop/order.rb';
    const files = {
      'app/models/concerns/numbered.rb':
        'module Numbered\n  extend ActiveSupport::Concern\n\n  included do\n    validates :number, presence: true\n  end\nend\n',
      [path]:
        'class Shop::Order < ApplicationRecord\n  include Numbered\n  # Never less than nothing.\n  validates :total, :tax, numericality: true\n  validate :affordable, if: :paid?\n  after_create { ship }\n  before_save :round\n  scope :late, -> { where(paid: nil) }\nend\n',
    };
    const [chunk] = await itemsOf(files, path);
    const text = embedText(chunk);
    expect(chunk).toMatchObject({ name: 'Shop::Order', fullName: 'Shop::Order', parentId: null });
    expect(lineOf(text, 'Validations')).toBe('# Validations: total, tax, affordable, number');
    expect(lineOf(text, 'Callbacks')).toBe('# Callbacks: after_create, before_save :round');
    expect(lineOf(text, 'Scopes')).toBe('# Scopes: late');
  });
});

describe('a concern that is inlined and too long for one chunk', () => {
  const path = 'app/models/order.rb';
  const concern = `# How orders are sent.
module Shippable
  extend ActiveSupport::Concern

  included do
    has_many :parcels
  end

${many(40, (i) => `  # Step ${i}.\n  def step_${i}(parcel)\n    parcel.note("step ${i} of many, which is worth a line")\n    parcel.touch(:stepped_at_${i})\n  end\n\n`)}end
`;
  const files = {
    'app/models/concerns/shippable.rb': `# frozen_string_literal: true\n\n${concern}`,
    [path]: 'class Order < ApplicationRecord\n  include Shippable\nend\n',
  };

  it('is cut between methods, and every part names its origin', async () => {
    const parts = (await itemsOf(files, path)).filter(({ id }) => id.includes('#Order#Shippable'));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map(({ id }) => id.split('#').at(-1))).toEqual(parts.map((_, i) => `Shippable~${i + 1}`));
    const lines = files['app/models/concerns/shippable.rb'].split('\n');
    for (const part of parts) {
      const own = part.content.replace('# Concern: app/models/concerns/shippable.rb\n', '');
      expect(own).not.toBe(part.content);
      expect(counter.count(embedText(part))).toBeLessThanOrEqual(600);
      const count = (pattern: RegExp): number => own.match(pattern)?.length ?? 0;
      expect(count(/^ {2}(?:def |included do)/gm)).toBe(count(/^ {2}end$/gm));
      const [origin] = part.metadata.origins as readonly { file: string; start_line: number; end_line: number }[]; // as it is recorded
      expect(origin.file).toBe('app/models/concerns/shippable.rb');
      expect(own.trimEnd()).toBe(
        lines
          .slice(origin.start_line - 1, origin.end_line)
          .join('\n')
          .trimEnd(),
      );
    }
  });

  it('keeps the origin of gathered sections', async () => {
    const section = (await itemsOf(files, path)).find(({ id }) => id.endsWith('#Order#associations'));
    expect(section?.content).toBe('  # from Shippable\n    has_many :parcels\n');
    expect(section?.metadata.origins).toEqual([
      { file: 'app/models/concerns/shippable.rb', start_line: 8, end_line: 8 },
    ]);
  });
});

describe('a section that is too long for one chunk', () => {
  it('is cut between declarations, each part inside its blocks', async () => {
    const path = 'app/models/account.rb';
    const one = (i: number): string =>
      `    has_many :things_of_kind_${i},\n             class_name: "Thing::OfKind${i}",\n             inverse_of: :account\n`;
    const text = `class Account < ApplicationRecord\n  with_options dependent: :destroy do\n${many(40, one)}  end\nend\n`;
    const chunks = await itemsOf({ [path]: text }, path);
    const parts = chunks.filter(({ id }) => id.includes('#associations~'));
    expect(parts.length).toBeGreaterThan(1);
    for (const { content } of parts) {
      expect(content).toMatch(/^ {2}with_options dependent: :destroy do\n {4}has_many /);
      expect(content).toMatch(/inverse_of: :account\n {2}end\n$/);
    }
    expect(lineOf(textOf(chunks, ':summary'), 'Associations')).toBe(
      '# Associations: 40 (things_of_kind_0, things_of_kind_1, things_of_kind_2)',
    );
  });
});

describe('a class among the models', () => {
  const kindsOf = async (declared: string): Promise<ReadonlySet<unknown>> => {
    const path = 'app/models/shop/order.rb';
    const text = `module Shop\n  class Order < Shop.base_class\n    ${declared}\n    def pay\n      1\n    end\n  end\nend\n`;
    const chunks = await itemsOf({ [path]: text }, path);
    return new Set(chunks.flatMap(({ metadata }) => metadata.unit_type ?? []));
  };

  it('is a model by its associations or its table, if its superclass is computed at run time', async () => {
    expect(await kindsOf('belongs_to :account')).toEqual(new Set(['model']));
    expect(await kindsOf("self.table_name = 'orders'")).toEqual(new Set(['model']));
    expect(await kindsOf('attr_reader :total')).toEqual(new Set(['poro']));
  });
});
