import { describe, expect, it } from 'vitest';
import { permitsIn } from '../../../src/parse/rails/controller.js';
import { filtersFor, filtersOf } from '../../../src/parse/rails/filters.js';
import { readRuby } from '../../../src/parse/ruby/readRuby.js';

async function filters(body: string, action: string): Promise<string[]> {
  const file = await readRuby(`class C < B\n${body}\nend\n`);
  return filtersFor(action, filtersOf(file?.classes[0]?.calls ?? [])).map(({ text }) => text);
}

describe('the filters of an action', () => {
  it('are those that apply to it', async () => {
    const body = `before_action :a, :b, only: %i[show edit]
      around_action :c, except: :show
      after_action :d
      before_action -> { head :ok }, only: :show
      before_action only: :edit do
        x
      end`;
    expect(await filters(body, 'show')).toEqual([
      'before_action :a',
      'before_action :b',
      'after_action :d',
      'before_action -> { head :ok }',
    ]);
    expect(await filters(body, 'index')).toEqual(['around_action :c', 'after_action :d']);
    expect(await filters(body, 'edit')).toEqual([
      'before_action :a',
      'before_action :b',
      'around_action :c',
      'after_action :d',
      'before_action { … }',
    ]);
  });

  it('are skipped, replaced and put first', async () => {
    const body = `before_action :a
      before_action :b, if: :staff?
      skip_before_action :a, only: :show
      before_action :b, unless: [:x?, :y?]
      prepend_before_action :c
      skip_before_action :c, if: :maybe?`;
    expect(await filters(body, 'show')).toEqual(['before_action :c', 'before_action :b, unless: [:x?, :y?]']);
    expect(await filters(body, 'index')).toEqual([
      'before_action :c',
      'before_action :a',
      'before_action :b, unless: [:x?, :y?]',
    ]);
  });
});

describe('permitted parameters', () => {
  it('are named, including nested ones', () => {
    expect(permitsIn('params.require(:post).permit(:title, :body, tags: [], author: [:name])')).toEqual([
      'title',
      'body',
      'tags',
      'author',
      'name',
    ]);
    expect(permitsIn('params.expect(post: [:title, (:x if y(1))])')).toEqual(['post', 'title', 'x']);
    expect(permitsIn('permit(:nothing)')).toEqual([]);
  });
});
