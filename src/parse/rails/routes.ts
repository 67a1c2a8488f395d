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
const RESTFUL_ACTIONS: readonly (readonly [action: string, verb: string, member: boolean, suffix: string])[] = [
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

  read(calls: readonly RubyCall[], scope: RouteScope, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const call of calls) this.#readCall(call, scope, depth + 1);
  }

  #readCall(call: RubyCall, scope: RouteScope, depth: number): void {
    const { name, args, options, block = [] } = call;
    const [first] = literalNames(args[0]);
    if (VERBS.has(name)) this.#verb(call, scope);
    else if (name === 'root') this.#root(call, scope);
    else if (name === 'resources' || name === 'resource')
      for (const resourceName of literalNames(args)) this.#resource(resourceName, call, scope, depth);
    else if (name === 'namespace' && first !== undefined)
      this.read(block, this.#scoped(scope, { path: first, module: first, ...options }), depth);
    else if (name === 'scope')
      this.read(
        block,
        this.#scoped(scope, {
          ...(first === undefined ? {} : { path: args.length > 1 ? literalNames(args).join('/') : first }),
          ...options,
        }),
        depth,
      );
    else if (name === 'controller' && first !== undefined) this.read(block, { ...scope, controller: first }, depth);
    else if (name === 'member' || name === 'collection') this.read(block, { ...scope, on: name }, depth);
    else if (name === 'concern' && first !== undefined) this.#concerns.set(first, block);
    else if (name === 'concerns') this.#useConcerns(literalNames(args), scope, depth);
    else if (name === 'draw' && first !== undefined && this.#files.has(first))
      this.read(this.#files.get(first) ?? [], scope, depth);
    else this.read(block, scope, depth);
  }

  #scoped(scope: RouteScope, { path, module, controller }: RubyOptions): RouteScope {
    return {
      path: scope.path + withSlash(path),
      module: scope.module + (typeof module === 'string' ? `${module}/` : ''),
      ...(typeof controller === 'string'
        ? { controller }
        : scope.controller === undefined
          ? {}
          : { controller: scope.controller }),
    };
  }

  #useConcerns(names: readonly string[], scope: RouteScope, depth: number): void {
    for (const name of names) this.read(this.#concerns.get(name) ?? [], scope, depth);
  }

  #resource(name: string, call: RubyCall, outer: RouteScope, depth: number): void {
    const { options, block = [] } = call;
    const isPlural = call.name === 'resources';
    // Inside another resource, the path contains the id of that one.
    const scope = this.#nestedScope(outer);
    const module = scope.module + (typeof options.module === 'string' ? `${options.module}/` : '');
    const controllerName =
      typeof options.controller === 'string' ? options.controller : isPlural ? name : pluralize(name);
    const param = typeof options.param === 'string' ? options.param : 'id';
    const segment = options.path === undefined ? `/${name}` : withSlash(options.path);
    const collection = scope.path + segment;
    const memberBase = options.shallow === true ? segment : collection;
    const member = isPlural ? `${memberBase}/:${param}` : collection;
    const nested = isPlural ? `${collection}/:${singularize(name)}_${param}` : collection;
    const only = actionSelector(options);
    for (const [action, verb, isMember, suffix] of RESTFUL_ACTIONS) {
      if (!only(action) || (!isPlural && action === 'index')) continue;
      this.#add(`${module}${controllerName}#${action}`, verb, (isMember ? member : collection) + suffix);
    }
    const resourceScope: RouteScope = {
      path: collection,
      module,
      controller: controllerName,
      resource: { collection, member, nested },
    };
    this.#useConcerns(literalNames(options.concerns), resourceScope, depth);
    this.read(block, resourceScope, depth);
  }

  /** The scope of routes nested in a resource. */
  #nestedScope({ resource, on, ...scope }: RouteScope): RouteScope {
    if (!resource) return scope;
    const path = on === 'collection' ? resource.collection : on === 'member' ? resource.member : resource.nested;
    return { path, module: scope.module };
  }

  #verb({ name, args, options }: RubyCall, scope: RouteScope): void {
    const verb = name === 'match' ? literalNames(options.via).join('|').toUpperCase() || 'ANY' : name.toUpperCase();
    const on = typeof options.on === 'string' ? options.on : scope.on;
    const { resource } = scope;
    const base = resource
      ? on === 'member'
        ? resource.member
        : on === 'collection'
          ? resource.collection
          : on === undefined
            ? resource.nested
            : `${resource.collection}/${on}`
      : scope.path;
    // `get "about" => "pages#about"`: the path is a key among the options.
    const arrowRoute = Object.entries(options).find(([key, value]) => !ROUTE_OPTIONS.has(key) && isTarget(value));
    const paths = args.length > 0 ? literalNames(args) : arrowRoute ? [arrowRoute[0]] : [];
    for (const path of paths) {
      const target = this.#target(path, options, arrowRoute?.[1], scope);
      if (target) this.#add(target, verb, base + withSlash(path));
    }
  }

  #target(
    path: string,
    options: RubyOptions,
    arrowRoute: RubyLiteral | undefined,
    scope: RouteScope,
  ): string | undefined {
    const to = [options.to, arrowRoute].find((value) => typeof value === 'string');
    const controller = typeof options.controller === 'string' ? options.controller : scope.controller;
    const module = scope.module + (typeof options.module === 'string' ? `${options.module}/` : '');
    if (typeof to === 'string' && to.includes('#')) return module + to.replace(/^\//, '');
    const action = typeof options.action === 'string' ? options.action : typeof to === 'string' ? to : undefined;
    if (controller !== undefined) return `${module}${controller}#${action ?? lastSegment(path)}`;
    const [pathController, pathAction] = path.replace(/^\//, '').split('/');
    return to === undefined && pathAction !== undefined && !path.includes(':')
      ? `${module}${pathController}#${action ?? pathAction}`
      : undefined;
  }

  #root({ args, options }: RubyCall, { path, module }: RouteScope): void {
    const to = typeof options.to === 'string' ? options.to : literalNames(args[0])[0];
    if (to?.includes('#')) this.#add(module + to, 'GET', path || '/');
  }

  #add(target: string, verb: string, path: string): void {
    const key = target.replaceAll('::', '/').includes('/') ? target : underscoreController(target);
    const request = `${verb} ${path}`;
    const requests = this.routes.get(key);
    if (!requests) this.routes.set(key, [request]);
    else if (!requests.includes(request)) requests.push(request);
  }
}

const ROUTE_OPTIONS: ReadonlySet<string> = new Set([
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
function withSlash(path: RubyLiteral | undefined): string {
  if (typeof path !== 'string') return isList(path) ? withSlash(literalNames(path).join('/')) : '';
  const trimmed = path.replace(/\(\.:format\)/g, '').replace(/^\/+|\/+$/g, '');
  return trimmed === '' || trimmed.startsWith('(') ? trimmed : `/${trimmed}`;
}
const lastSegment = (path: string): string =>
  path
    .replace(/\(.*$/, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1)
    ?.replaceAll('-', '_') ?? path;

function actionSelector({ only, except }: RubyOptions): (action: string) => boolean {
  const [onlyActions, exceptActions] = [only === undefined ? undefined : literalNames(only), literalNames(except)];
  return (action) => (onlyActions === undefined || onlyActions.includes(action)) && !exceptActions.includes(action);
}
