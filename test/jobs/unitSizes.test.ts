/** From which size units are split, and how large their chunks may be. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedText } from '../../src/enrich/prefix.js';
import type { Chunk } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { idsOf, itemsOf } from './units.js';

const counter = tokenizer('cl100k_base');
const sizeOf = (chunk: Chunk): number => counter.count(embedText(chunk));
const synthetic = (chunks: readonly Chunk[]): string[] =>
  idsOf(chunks)
    .filter((id) => id.endsWith('*'))
    .map((id) => id.slice(Math.max(id.lastIndexOf(':'), id.lastIndexOf('#')) + 1, -2));
const methods = (n: number, name = 'm'): string =>
  Array.from({ length: n }, (_, i) => `  def ${name}${i}\n    ${i}\n  end\n`).join('');

/** A model of exactly so many lines. */
function model(lines: number, includes = ''): string {
  const head = `class Post < ApplicationRecord\n${includes}  belongs_to :user\n  validates :title, presence: true\n  before_save :tidy\n  scope :new_ones, -> { all }\n`;
  const left = lines - head.split('\n').length;
  return `${head}${methods(Math.floor(left / 3))}${'  # more\n'.repeat(left % 3)}end\n`;
}
const concern = (lines: number): string =>
  `module Tidy\n  extend ActiveSupport::Concern\n${'  # tidy\n'.repeat(lines - 3)}end`;
const MODEL = 'app/models/post.rb';
const CONCERN = 'app/models/concerns/tidy.rb';
const SECTIONS = ['summary', 'associations', 'callbacks', 'validations', 'scopes'];

describe('a model', () => {
  it('below a hundred lines is one chunk, with its sections in addition', async () => {
    expect(model(99).trimEnd().split('\n')).toHaveLength(99);
    const chunks = await itemsOf({ [MODEL]: model(40) }, MODEL);
    expect(idsOf(chunks).filter((id) => !id.endsWith('*'))).toEqual(['']);
    expect(synthetic(await itemsOf({ [MODEL]: model(99) }, MODEL))).toEqual(SECTIONS.slice(1));
  });

  it('of a hundred lines or more has sections', async () => {
    expect(synthetic(await itemsOf({ [MODEL]: model(100) }, MODEL))).toEqual(SECTIONS);
    expect(synthetic(await itemsOf({ [MODEL]: model(500) }, MODEL))).toEqual(SECTIONS);
  });

  it('with sections has its concerns as sections, too; they count as its lines', async () => {
    const files = (own: number, brought: number) => ({
      [MODEL]: model(own, '  include Tidy\n'),
      [CONCERN]: concern(brought),
    });
    expect(synthetic(await itemsOf(files(500, 101), MODEL))).toEqual([...SECTIONS, 'Tidy']);
    expect(synthetic(await itemsOf(files(100, 10), MODEL))).toEqual([...SECTIONS, 'Tidy']);
    expect(synthetic(await itemsOf(files(50, 49), MODEL))).toEqual(SECTIONS.slice(1));
    expect(synthetic(await itemsOf(files(50, 50), MODEL))).toEqual([...SECTIONS, 'Tidy']);
  });

  it('whose one chunk would be too large is cut and summarised', async () => {
    const long = `class Post < ApplicationRecord\n${Array.from({ length: 40 }, (_, i) => `  validates :column_${i}, presence: true, length: { maximum: ${i}00, minimum: ${i} }, if: :strict?\n`).join('')}end\n`;
    const chunks = await itemsOf({ [MODEL]: long }, MODEL);
    expect(synthetic(chunks)).toEqual(['summary']);
    expect(Math.max(...chunks.map(sizeOf))).toBeLessThanOrEqual(800);
  });
});

describe('other units', () => {
  const controller = (n: number): string =>
    `class PostsController < ApplicationController\n${methods(n)}  private\n${methods(9, 'p')}end\n`;
  const mailer = (n: number): string => `class PostMailer < ApplicationMailer\n${methods(n)}end\n`;
  const type = (n: number): string =>
    `class Types::Post < Types::BaseObject\n${Array.from({ length: n }, (_, i) => `  field :f${i}, String\n`).join('')}end\n`;
  const at = async (path: string, text: string): Promise<readonly Chunk[]> => itemsOf({ [path]: text }, path);

  it('a controller is one chunk up to four actions, without private methods', async () => {
    expect(idsOf(await at('app/controllers/posts_controller.rb', controller(4)))).toEqual(['']);
    const five = idsOf(await at('app/controllers/posts_controller.rb', controller(5)));
    for (let i = 0; i < 5; i++) expect(five).toContain(`#PostsController.m${i}`);
    expect(five).toContain('#PostsController:summary *');
  });

  it('a mailer is one chunk up to three mails', async () => {
    expect(idsOf(await at('app/mailers/post_mailer.rb', mailer(3)))).toEqual(['']);
    expect(idsOf(await at('app/mailers/post_mailer.rb', mailer(4)))).toEqual(
      expect.arrayContaining(['#PostMailer.m0', '#PostMailer.m3', '#PostMailer:summary *']),
    );
  });

  it('a GraphQL type has ten fields per chunk', async () => {
    const fieldsOf = async (n: number): Promise<string[]> => synthetic(await at('app/graphql/types/post.rb', type(n)));
    expect(await fieldsOf(10)).toEqual(['summary', 'fields-1']);
    expect(await fieldsOf(11)).toEqual(['summary', 'fields-1', 'fields-2']);
    expect(await fieldsOf(21)).toEqual(['summary', 'fields-1', 'fields-2', 'fields-3']);
  });

  it('a class of the framework has a chunk for each method', async () => {
    const body = '    puts "one of many lines that make this long enough"\n'.repeat(12);
    const text = `module Active\n  class Thing\n    def a\n${body}    end\n\n    def b\n${body}    end\n  end\nend\n`;
    const chunks = await at('activething/lib/active/thing.rb', text);
    expect(idsOf(chunks)).toEqual(['#Active.Thing.a', '#Active.Thing.b', '#Active.Thing:summary *']);
    expect(chunks.at(-1)?.metadata.unit_type).toBe('framework');
  });

  const large = (head: string): string =>
    `${head}\n${Array.from({ length: 200 }, (_, i) => `  def m${i}(first, second)\n    first.fetch(:number_${i}) + second\n  end\n\n`).join('')}end\n`;
  const most: readonly (readonly [path: string, head: string, tokens: number])[] = [
    ['app/models/post.rb', 'class Post < ApplicationRecord', 600],
    ['app/controllers/posts_controller.rb', 'class PostsController < ApplicationController', 500],
    ['app/services/publish.rb', 'class Publish', 1000],
    ['app/jobs/clean_job.rb', 'class CleanJob < ApplicationJob', 500],
    ['app/workers/clean_worker.rb', 'class CleanWorker', 500],
    ['app/mailers/post_mailer.rb', 'class PostMailer < ApplicationMailer', 600],
    ['app/components/button.rb', 'class Button < ViewComponent::Base', 600],
    ['app/graphql/types/post.rb', 'class Types::Post < Types::BaseObject', 800],
    ['gem/lib/gem.rb', 'class Gem', 800],
  ];
  it.each(most)('%s (%s) has chunks of at most %i tokens', async (path, head, tokens) => {
    const sizes = (await at(path, large(head))).map(sizeOf);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(tokens);
    expect(sizes.length).toBeGreaterThan(3);
  });

  it('a service fills its chunks', async () => {
    const sizes = (await at('app/services/publish.rb', large('class Publish'))).map(sizeOf);
    expect(Math.max(...sizes)).toBeGreaterThan(512);
  });

  it('no unit exceeds the requested size', async () => {
    const path = 'app/services/publish.rb';
    const named = await itemsOf({ [path]: large('class Publish') }, path, { maxTokens: 200 });
    expect(Math.max(...named.map(sizeOf))).toBeLessThanOrEqual(200);
    const bounded = await itemsOf({ [path]: large('class Publish') }, path, { maxTokens: 200, unitTokens: 400 });
    expect(Math.max(...bounded.map(sizeOf))).toBeGreaterThan(200);
    expect(Math.max(...bounded.map(sizeOf))).toBeLessThanOrEqual(400);
  });
});

describe('any file', () => {
  const lines = fc.constantFrom(
    'class Post < ApplicationRecord',
    'class A::B',
    'module M',
    'end',
    '  belongs_to :user',
    '  has_many :posts do',
    '  validates :a, presence: true',
    '  scope :x, -> { where("é 𝄞") }',
    '  def a',
    '  end',
    '  private',
    '  # why',
    '',
    '  field :x, String',
    '  before_action :b, only: %i[a]',
    '  include M',
    "  self.table_name = 'x'",
    '<<~EOS',
    '#{',
  );
  it('loses nothing, exceeds no limit, and has unique ids', async () => {
    const folders = fc.constantFrom('models', 'controllers', 'services', 'graphql/types', 'mailers');
    const text = fc.array(lines, { maxLength: 80 }).map((all) => `${all.join('\n')}\n`);
    await fc.assert(
      fc.asyncProperty(text, folders, fc.integer({ min: 64, max: 700 }), async (source, folder, maxTokens) => {
        const path = `app/${folder}/post.rb`;
        const chunks = await itemsOf({ [path]: source }, path, { maxTokens });
        const own = chunks.filter((chunk) => !chunk.synthetic);
        expect(
          own
            .map(({ content, overlapChars }) => content.slice(overlapChars))
            .join('')
            .trim(),
        ).toBe(source.trim());
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
        expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, i) => i));
        for (const chunk of chunks) expect(sizeOf(chunk)).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: 60 },
    );
  });
});
