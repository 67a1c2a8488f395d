/** After any edits, an updated index equals a new one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sync } from '../../src/sync/sync.js';
import { contentOf } from './content.js';
import { RailsApp } from './railsApp.js';

const files: readonly (readonly [path: string, text: (word: string) => string])[] = [
  ['app/models/account.rb', (word) => `class ${word} < ApplicationRecord\n  has_many :orders\nend\n`],
  ['app/models/tag.rb', (word) => `class Tag < ApplicationRecord\n  belongs_to :${word.toLowerCase()}\nend\n`],
  [
    'app/models/concerns/trackable.rb',
    (word) =>
      `module Trackable\n  extend ActiveSupport::Concern\n  included do\n    after_save :${word.toLowerCase()}\n  end\nend\n`,
  ],
  [
    'app/controllers/application_controller.rb',
    (word) => `class ApplicationController < ActionController::Base\n  before_action :${word.toLowerCase()}\nend\n`,
  ],
  ['config/routes/admin.rb', (word) => `namespace :${word.toLowerCase()} do\n  resources :orders\nend\n`],
  ['db/schema.rb', (word) => `create_table "orders" do |t|\n  t.string "${word.toLowerCase()}"\nend\n`],
  ['app/services/pay.rb', (word) => `class Pay\n  def call\n    ${word}.first\n  end\nend\n`],
];
const edit = fc.record({
  file: fc.nat({ max: files.length - 1 }),
  word: fc.constantFrom('Account', 'Order', 'User', 'Trackable', 'Customer'),
  remove: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

describe('fifty edits of an application', () => {
  it('leave the same index as a new one', async () => {
    const [script] = fc.sample(fc.array(edit, { minLength: 50, maxLength: 50 }), { numRuns: 1, seed: 8 });
    const app = new RailsApp();
    await app.embedded();
    const there = new Set(
      files.map(([path]) => path).filter((path) => !['app/models/tag.rb', 'app/services/pay.rb'].includes(path)),
    );
    for (const [i, { file, word, remove }] of script.entries()) {
      const [path, text] = files[file];
      if (remove && there.delete(path)) app.remove(path);
      else {
        app.put(path, text(word));
        there.add(path);
      }
      if (i % 3 === 2) await app.embedded();
    }
    await app.embedded();
    const fresh = new SqliteStore(':memory:');
    await sync(fresh, { root: app.root });
    const plain = (content: unknown): unknown =>
      JSON.parse(JSON.stringify(content, (key, value) => (key === 'wanting' || key === 'mtime' ? undefined : value)));
    expect(plain(await contentOf(app.store))).toEqual(plain(await contentOf(fresh)));
    await fresh.close();
    await app.close();
  });
});
