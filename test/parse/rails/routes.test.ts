import { describe, expect, it } from 'vitest';
import { readRoutes } from '../../../src/parse/rails/routes.js';
import { readRuby } from '../../../src/parse/ruby/readRuby.js';

const callsOf = async (text: string) => (await readRuby(text))?.calls ?? [];
const routes = async (body: string): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(readRoutes(await callsOf(`Rails.application.routes.draw do\n${body}\nend\n`)));

describe('routes', () => {
  it('of a resource are seven, or the selected ones', async () => {
    expect(await routes('resources :posts')).toEqual({
      'posts#index': ['GET /posts'],
      'posts#create': ['POST /posts'],
      'posts#new': ['GET /posts/new'],
      'posts#edit': ['GET /posts/:id/edit'],
      'posts#show': ['GET /posts/:id'],
      'posts#update': ['PATCH|PUT /posts/:id'],
      'posts#destroy': ['DELETE /posts/:id'],
    });
    expect(Object.keys(await routes('resources :a, :b, only: [:index]'))).toEqual(['a#index', 'b#index']);
    expect(Object.keys(await routes('resources :a, except: %i[new edit create update destroy]'))).toEqual([
      'a#index',
      'a#show',
    ]);
  });

  it('of a singular resource have no index and no id', async () => {
    expect(await routes('resource :profile, only: %i[index show update]')).toEqual({
      'profiles#show': ['GET /profile'],
      'profiles#update': ['PATCH|PUT /profile'],
    });
  });

  it('nest, in namespaces and scopes too', async () => {
    expect(
      await routes(`
        namespace :admin do
          resources :posts, only: :show do
            resources :comments, only: :index
            resource :cover, only: :show
          end
        end
        scope "/v1", module: :api do
          resources :users, only: :show, param: :slug, path: "people", controller: "accounts"
        end
        scope path: "(/:locale)" do
          resources :tags, only: :index, module: :public
        end`),
    ).toEqual({
      'admin/posts#show': ['GET /admin/posts/:id'],
      'admin/comments#index': ['GET /admin/posts/:post_id/comments'],
      'admin/covers#show': ['GET /admin/posts/:post_id/cover'],
      'api/accounts#show': ['GET /v1/people/:slug'],
      'public/tags#index': ['GET (/:locale)/tags'],
    });
  });

  it('of members and collections', async () => {
    expect(
      await routes(`
        resources :posts, only: [] do
          member do
            post :publish
            get "raw", action: :source
          end
          collection { get :recent }
          get :preview, on: :member
          delete :all, on: :collection
          get :stats
        end`),
    ).toEqual({
      'posts#publish': ['POST /posts/:id/publish'],
      'posts#source': ['GET /posts/:id/raw'],
      'posts#recent': ['GET /posts/recent'],
      'posts#preview': ['GET /posts/:id/preview'],
      'posts#all': ['DELETE /posts/all'],
      'posts#stats': ['GET /posts/:post_id/stats'],
    });
  });

  it('by hand: with to, with an arrow, with a path alone', async () => {
    expect(
      await routes(`
        root "home#index"
        get "/a/:id(.:format)", to: "x#y", as: :a
        get "b" => "c#d"
        get "photos/latest"
        match "search", to: "search#show", via: [:get, :post]
        controller :sessions do
          get "login", action: :new
        end
        get "gone", to: redirect("/")
        mount Sidekiq::Web => "/sidekiq"`),
    ).toEqual({
      'home#index': ['GET /'],
      'x#y': ['GET /a/:id'],
      'c#d': ['GET /b'],
      'photos#latest': ['GET /photos/latest'],
      'search#show': ['GET|POST /search'],
      'sessions#new': ['GET /login'],
    });
  });

  it('of concerns, wherever they are used', async () => {
    expect(
      await routes(`
        concern(:likable) { post :like, on: :member }
        resources :posts, only: [], concerns: :likable
        resources :photos, only: [] do
          concerns :likable
        end`),
    ).toEqual({ 'posts#like': ['POST /posts/:id/like'], 'photos#like': ['POST /photos/:id/like'] });
  });

  it('inside conditions, and drawn from other files', async () => {
    const main = await callsOf(`Rails.application.routes.draw do
  authenticate(:user) { namespace(:admin) { draw :staff } }
  constraints(host: /x/) do
    if Rails.env.test?
      get "t", to: "t#t"
    end
  end
end`);
    const drawn = new Map([['staff', await callsOf('resources :people, only: :index')]]);
    expect(Object.fromEntries(readRoutes(main, drawn))).toEqual({
      'admin/people#index': ['GET /admin/people'],
      't#t': ['GET /t'],
    });
  });
});
