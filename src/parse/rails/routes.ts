/**
 * config/routes.rb → which requests reach which action.
 *
 *     namespace :admin do
 *       resources :posts, only: :show do      admin/posts#show:    GET /admin/posts/:id
 *         post :publish, on: :member          admin/posts#publish: POST /admin/posts/:id/publish
 *       end
 *     end
 *
 * An unknown call with a block (`authenticate :user do`,
 * `constraints … do`) is entered: it adds a condition, not a path.
 */
import type { RubyCall } from '../ruby/call.js';
import { isList, literalNames, type RubyLiteral, type RubyOptions } from '../ruby/literal.js';
import { pluralize, singularize, underscore } from './inflect.js';

/** `GET /posts/:id`, by `posts#show`. */
export type RailsRoutes = ReadonlyMap<string, readonly string[]>;

interface RouteScope {
  /** The prefix of URLs, beginning with a slash or empty. */
  readonly path: string;
  /** The prefix of controllers: `admin/`. */
  readonly module: string;
  readonly controller?: string;
  /** The resource whose block this is. */
  readonly resource?: { readonly collection: string; readonly member: string; readonly nested: string };
  /** Inside `member do` and `collection do`. */
  readonly on?: 'member' | 'collection';
}

const VERBS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'match', 'options']);
/** Actions with their requests; `member`: it is about one record. */
const RESTFUL: readonly (readonly [action: string, verb: string, member: boolean, suffix: string])[] = [
  ['index', 'GET', false, ''],
  ['create', 'POST', false, ''],
  ['new', 'GET', false, '/new'],
  ['edit', 'GET', true, '/edit'],
  ['show', 'GET', true, ''],
  ['update', 'PATCH|PUT', true, ''],
  ['destroy', 'DELETE', true, ''],
];
const MAX_DEPTH = 24;

/** `files`: the files that `draw(:admin)` includes, by that name. */
export function readRoutes(
  calls: readonly RubyCall[],
  files: ReadonlyMap<string, readonly RubyCall[]> = new Map(),
): RailsRoutes {
  const reader = new RouteReader(files);
  reader.read(calls, { path: '', module: '' }, 0);
  return reader.routes;
}

class RouteReader {
  readonly routes = new Map<string, string[]>();
  readonly #files: ReadonlyMap<string, readonly RubyCall[]>;
  readonly #concerns = new Map<string, readonly RubyCall[]>();

  constructor(files: ReadonlyMap<string, readonly RubyCall[]>) {
    this.#files = files;
  }

  read(calls: readonly RubyCall[], place: RouteScope, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const call of calls) this.#call(call, place, depth + 1);
  }

  #call(call: RubyCall, place: RouteScope, depth: number): void {
    const { name, args, options, block = [] } = call;
    const [first] = literalNames(args[0]);
    if (VERBS.has(name)) this.#verb(call, place);
    else if (name === 'root') this.#root(call, place);
    else if (name === 'resources' || name === 'resource')
      for (const one of literalNames(args)) this.#resource(one, call, place, depth);
    else if (name === 'namespace' && first !== undefined)
      this.read(block, this.#scoped(place, { path: first, module: first, ...options }), depth);
    else if (name === 'scope')
      this.read(
        block,
        this.#scoped(place, {
          ...(first === undefined ? {} : { path: args.length > 1 ? literalNames(args).join('/') : first }),
          ...options,
        }),
        depth,
      );
    else if (name === 'controller' && first !== undefined) this.read(block, { ...place, controller: first }, depth);
    else if (name === 'member' || name === 'collection') this.read(block, { ...place, on: name }, depth);
    else if (name === 'concern' && first !== undefined) this.#concerns.set(first, block);
    else if (name === 'concerns') this.#use(literalNames(args), place, depth);
    else if (name === 'draw' && first !== undefined && this.#files.has(first))
      this.read(this.#files.get(first) ?? [], place, depth);
    else this.read(block, place, depth);
  }

  #scoped(place: RouteScope, { path, module, controller }: RubyOptions): RouteScope {
    return {
      path: place.path + slashed(path),
      module: place.module + (typeof module === 'string' ? `${module}/` : ''),
      ...(typeof controller === 'string'
        ? { controller }
        : place.controller === undefined
          ? {}
          : { controller: place.controller }),
    };
  }

  #use(names: readonly string[], place: RouteScope, depth: number): void {
    for (const name of names) this.read(this.#concerns.get(name) ?? [], place, depth);
  }

  #resource(name: string, call: RubyCall, outer: RouteScope, depth: number): void {
    const { options, block = [] } = call;
    const many = call.name === 'resources';
    // Inside another resource, the path contains the id of that one.
    const place = this.#inside(outer);
    const module = place.module + (typeof options.module === 'string' ? `${options.module}/` : '');
    const named = typeof options.controller === 'string' ? options.controller : many ? name : pluralize(name);
    const param = typeof options.param === 'string' ? options.param : 'id';
    const segment = options.path === undefined ? `/${name}` : slashed(options.path);
    const collection = place.path + segment;
    const shallow = options.shallow === true ? segment : collection;
    const member = many ? `${shallow}/:${param}` : collection;
    const nested = many ? `${collection}/:${singularize(name)}_${param}` : collection;
    const only = chosen(options);
    for (const [action, verb, isMember, suffix] of RESTFUL) {
      if (!only(action) || (!many && action === 'index')) continue;
      this.#add(`${module}${named}#${action}`, verb, (isMember ? member : collection) + suffix);
    }
    const inside: RouteScope = {
      path: collection,
      module,
      controller: named,
      resource: { collection, member, nested },
    };
    this.#use(literalNames(options.concerns), inside, depth);
    this.read(block, inside, depth);
  }

  /** The scope of routes nested in a resource. */
  #inside({ resource, on, ...place }: RouteScope): RouteScope {
    if (!resource) return place;
    const path = on === 'collection' ? resource.collection : on === 'member' ? resource.member : resource.nested;
    return { path, module: place.module };
  }

  #verb({ name, args, options }: RubyCall, place: RouteScope): void {
    const verb = name === 'match' ? literalNames(options.via).join('|').toUpperCase() || 'ANY' : name.toUpperCase();
    const on = typeof options.on === 'string' ? options.on : place.on;
    const { resource } = place;
    const base = resource
      ? on === 'member'
        ? resource.member
        : on === 'collection'
          ? resource.collection
          : on === undefined
            ? resource.nested
            : `${resource.collection}/${on}`
      : place.path;
    // `get "about" => "pages#about"`: the path is a key among the options.
    const arrow = Object.entries(options).find(([key, value]) => !KNOWN.has(key) && isTarget(value));
    const paths = args.length > 0 ? literalNames(args) : arrow ? [arrow[0]] : [];
    for (const path of paths) {
      const target = this.#target(path, options, arrow?.[1], place);
      if (target) this.#add(target, verb, base + slashed(path));
    }
  }

  #target(path: string, options: RubyOptions, arrow: RubyLiteral | undefined, place: RouteScope): string | undefined {
    const to = [options.to, arrow].find((value) => typeof value === 'string');
    const controller = typeof options.controller === 'string' ? options.controller : place.controller;
    const module = place.module + (typeof options.module === 'string' ? `${options.module}/` : '');
    if (typeof to === 'string' && to.includes('#')) return module + to.replace(/^\//, '');
    const action = typeof options.action === 'string' ? options.action : typeof to === 'string' ? to : undefined;
    if (controller !== undefined) return `${module}${controller}#${action ?? lastOf(path)}`;
    const [from, of] = path.replace(/^\//, '').split('/');
    return to === undefined && of !== undefined && !path.includes(':') ? `${module}${from}#${action ?? of}` : undefined;
  }

  #root({ args, options }: RubyCall, { path, module }: RouteScope): void {
    const to = typeof options.to === 'string' ? options.to : literalNames(args[0])[0];
    if (to?.includes('#')) this.#add(module + to, 'GET', path || '/');
  }

  #add(target: string, verb: string, path: string): void {
    const key = target.replaceAll('::', '/').includes('/') ? target : underscoreController(target);
    const request = `${verb} ${path}`;
    const known = this.routes.get(key);
    if (!known) this.routes.set(key, [request]);
    else if (!known.includes(request)) known.push(request);
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  'to',
  'as',
  'on',
  'via',
  'controller',
  'action',
  'constraints',
  'defaults',
  'format',
  'module',
  'param',
  'path',
]);
const isTarget = (value: RubyLiteral): boolean => typeof value === 'string' && value.includes('#');
const underscoreController = (target: string): string => {
  const [controller, action] = target.split('#');
  return `${underscore(controller)}#${action}`;
};
/** `/posts/(:id)(.:format)` → `/posts/:id`; without a path there is none. */
function slashed(path: RubyLiteral | undefined): string {
  if (typeof path !== 'string') return isList(path) ? slashed(literalNames(path).join('/')) : '';
  const plain = path.replace(/\(\.:format\)/g, '').replace(/^\/+|\/+$/g, '');
  return plain === '' || plain.startsWith('(') ? plain : `/${plain}`;
}
const lastOf = (path: string): string =>
  path
    .replace(/\(.*$/, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1)
    ?.replaceAll('-', '_') ?? path;

function chosen({ only, except }: RubyOptions): (action: string) => boolean {
  const [with_, without] = [only === undefined ? undefined : literalNames(only), literalNames(except)];
  return (action) => (with_ === undefined || with_.includes(action)) && !without.includes(action);
}
