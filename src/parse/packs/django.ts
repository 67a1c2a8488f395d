/**
 * Django: models with their fields, views with their URLs.
 *
 *     shop/models.py    class Order(models.Model)       model shop Order: its columns, its relations
 *     shop/urls.py      path('orders/<int:pk>/', …)     a route of views.show
 *     shop/views.py     def show(request, pk)           view: GET-or-whatever /shop/orders/<int:pk>/
 */
import type { SyntaxNode } from '../../languages/syntax.js';
import { withSyntax } from '../code/syntaxTree.js';
import { columnsNote, definePack, noteList, type PackUnit } from '../pack.js';
import { firstLine, joinUrl, packUnit, stringLiteral } from './packUnit.js';

interface Field {
  readonly name: string;
  readonly type: string;
  /** The model at the other end. */
  readonly to?: string;
}
interface Model {
  readonly name: string;
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  readonly table?: string;
}
/** `view` as written (`views.show`), or the included module. */
interface Url {
  readonly path: string;
  readonly view?: string;
  readonly include?: string;
}
interface DjangoFacts {
  readonly models?: readonly Model[];
  readonly urls?: readonly Url[];
}
interface DjangoContext {
  /** By the name of the view. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** Names of models here, and how many other models refer to each. */
  readonly models: Readonly<Record<string, number>>;
  readonly known: readonly string[];
}

const PLACE = /(?:^|\/)(models|views|urls)(?:\.py|\/[^/]+\.py)$/;
const TEST = /(?:^|\/)(?:tests?|migrations)\//;
const RELATION = /^(ForeignKey|OneToOneField|ManyToManyField)$/;

export const django = definePack<DjangoFacts, DjangoContext>({
  name: 'django',
  applies: (paths) => paths.some((path) => /(?:^|\/)manage\.py$/.test(path) && !TEST.test(path)),
  claims: (path) => PLACE.test(path) && !TEST.test(path),
  facts: async ({ path, text }) => {
    const place = placeOf(path);
    const read = await withSyntax('python', text, (root) => ({
      ...(place === 'models' ? { models: classesIn(root).flatMap(modelOf) } : {}),
      ...(place === 'urls'
        ? { urls: root.descendantsOfType('call').flatMap((call) => (call ? urlOf(call) : [])) }
        : {}),
    }));
    return read ?? {};
  },
  survey,
  units: async ({ path, text }, around) =>
    (await withSyntax('python', text, (root) =>
      placeOf(path) === 'models' ? modelUnits(root, path, around) : viewUnits(root, text, around),
    )) ?? [],
});

const placeOf = (path: string): string | undefined => PLACE.exec(path)?.[1];
/** `shop` of `shop/models.py` and of `shop/models/order.py`. */
const appOf = (path: string): string => path.replace(PLACE, '').split('/').at(-1) ?? '';
const last = (name: string): string => name.split('.').at(-1) ?? name;

function survey(facts: ReadonlyMap<string, DjangoFacts>): (path: string) => DjangoContext | undefined {
  const models = new Map(
    [...facts].flatMap(([, one]) => (one.models ?? []).map((model) => [model.name, model] as const)),
  );
  const isModel = ({ name, bases }: Model, seen = new Set<string>()): boolean =>
    !seen.has(name) &&
    bases.some((base) => {
      const parent = models.get(last(base));
      return (
        base === 'models.Model' ||
        base === 'Model' ||
        (parent ? isModel(parent, seen.add(name)) : /(?:Abstract\w+|MPTTModel|TimeStampedModel)$/.test(base))
      );
    });
  const known = [...models.values()].filter((model) => isModel(model)).map(({ name }) => name);
  const dependents = (name: string): number =>
    [...models.values()].filter(
      (model) =>
        model.name !== name &&
        (model.bases.some((base) => last(base) === name) || model.fields.some(({ to }) => to === name)),
    ).length;
  const routes = routesOf(facts);
  return (path) => {
    const own = (facts.get(path)?.models ?? []).map(({ name }) => name).filter((name) => known.includes(name));
    const reached = placeOf(path) === 'views' ? (routes.get(appOf(path)) ?? {}) : {};
    if (placeOf(path) === 'urls' || (placeOf(path) === 'models' && own.length === 0)) return undefined;
    return { routes: reached, models: Object.fromEntries(own.map((name) => [name, dependents(name)])), known };
  };
}

/** The URLs of each view, by app and name; an included module continues the path that includes it. */
function routesOf(facts: ReadonlyMap<string, DjangoFacts>): Map<string, Record<string, string[]>> {
  const urlsBy = new Map(
    [...facts].flatMap(([path, { urls }]) =>
      urls ? [[path.replace(/\.py$/, '').replaceAll('/', '.'), { urls, app: appOf(path) }] as const] : [],
    ),
  );
  const included = new Set([...urlsBy.values()].flatMap(({ urls }) => urls.flatMap(({ include }) => include ?? [])));
  const find = (module: string) => [...urlsBy].find(([name]) => name === module || name.endsWith(`.${module}`))?.[1];
  const routes = new Map<string, Record<string, string[]>>();
  const follow = ({ urls, app }: { urls: readonly Url[]; app: string }, prefix: string, depth: number): void => {
    for (const { path, view, include } of urls) {
      const inner = include === undefined || depth > 8 ? undefined : find(include);
      if (inner) follow(inner, `${prefix}/${path}`, depth + 1);
      else if (view !== undefined) {
        const byName = routes.get(app) ?? {};
        routes.set(app, byName);
        const name = last(view);
        byName[name] = [...(byName[name] ?? []), joinUrl(prefix, path) + (path.endsWith('/') ? '/' : '')];
      }
    }
  };
  for (const [module, one] of urlsBy)
    if (![...included].some((name) => module === name || module.endsWith(`.${name}`))) follow(one, '', 0);
  return routes;
}

const classesIn = (root: SyntaxNode): SyntaxNode[] =>
  root.namedChildren.flatMap((child) => {
    const node = child?.type === 'decorated_definition' ? child.childForFieldName('definition') : child;
    return node?.type === 'class_definition' ? [node] : [];
  });

function modelOf(node: SyntaxNode): Model[] {
  const name = node.childForFieldName('name')?.text;
  if (name === undefined) return [];
  const body = node.childForFieldName('body');
  const assigned = (inside: SyntaxNode | null | undefined): readonly (readonly [string, SyntaxNode])[] =>
    (inside?.namedChildren ?? []).flatMap((statement) => {
      const assignment = statement?.type === 'expression_statement' ? statement.namedChild(0) : null;
      const [left, right] = [assignment?.childForFieldName('left'), assignment?.childForFieldName('right')];
      return assignment?.type === 'assignment' && left && right ? [[left.text, right] as const] : [];
    });
  const fields = assigned(body).flatMap(([field, value]): Field[] => {
    const type = value.type === 'call' ? last(value.childForFieldName('function')?.text ?? '') : '';
    if (!/(Field|Key)$/.test(type)) return [];
    const [first] = value.childForFieldName('arguments')?.namedChildren ?? [];
    const to = RELATION.test(type) ? last(stringLiteral(first) ?? first?.text ?? '') : '';
    return [{ name: field, type, ...(to === '' ? {} : { to: to === 'self' ? name : to }) }];
  });
  const meta = body?.namedChildren.find(
    (child) => child?.type === 'class_definition' && child.childForFieldName('name')?.text === 'Meta',
  );
  const table = stringLiteral(assigned(meta?.childForFieldName('body')).find(([key]) => key === 'db_table')?.[1]);
  const bases = (node.childForFieldName('superclasses')?.namedChildren ?? []).flatMap((base) =>
    base && base.type !== 'keyword_argument' ? [base.text] : [],
  );
  return [{ name, bases, fields, ...(table === undefined ? {} : { table }) }];
}

function urlOf(call: SyntaxNode): Url[] {
  if (!/^(re_)?path$|^url$/.test(last(call.childForFieldName('function')?.text ?? ''))) return [];
  const [first, second] = call.childForFieldName('arguments')?.namedChildren ?? [];
  const path = stringLiteral(first);
  if (path === undefined || !second) return [];
  const target = second.type === 'call' ? second.childForFieldName('function')?.text : second.text;
  if (second.type !== 'call') return [{ path, ...(target === undefined ? {} : { view: target }) }];
  const [module] = second.childForFieldName('arguments')?.namedChildren ?? [];
  const included = stringLiteral(module?.type === 'tuple' ? module.namedChild(0) : module);
  if (target === 'include') return included === undefined ? [] : [{ path, include: included }];
  return [{ path, view: (target ?? '').replace(/\.as_view$/, '') }];
}

const namedIn =
  (known: readonly string[]) =>
  (text: string): string[] => {
    const words = new Set(text.match(/\b[A-Z]\w*/g));
    return known.filter((name) => words.has(name));
  };

function modelUnits(root: SyntaxNode, path: string, { models, known }: DjangoContext): PackUnit[] {
  return classesIn(root).flatMap((node) => {
    const [model] = modelOf(node);
    if (!model || !Object.hasOwn(models, model.name)) return [];
    const { name, fields, table = `${appOf(path)}_${name.toLowerCase()}` } = model;
    const columns = fields.filter(({ type }) => type !== 'ManyToManyField');
    return [
      packUnit({
        ...spanOf(node),
        kind: 'model',
        name,
        table: {
          name: table,
          columns: columns.map((field) => (field.to === undefined ? field.name : `${field.name}_id`)),
        },
        associations: fields.filter(({ to }) => to !== undefined).map((field) => field.name),
        dependents: models[name],
        notes: [
          `# Table: ${table}`,
          columnsNote(
            columns.map((field) => `${field.name} (${field.type}${field.to === undefined ? '' : ` → ${field.to}`})`),
          ),
        ],
        digest: [
          firstLine(node.text),
          ...(node.childForFieldName('body')?.namedChildren ?? []).map(
            (child) => `    ${firstLine(child?.text ?? '')}`,
          ),
        ],
        dependencies: (text) => namedIn(known)(text).filter((other) => other !== name),
      }),
    ];
  });
}

/** A function that takes a request, or a class that extends a View. */
function viewUnits(root: SyntaxNode, text: string, { routes, known }: DjangoContext): PackUnit[] {
  return root.namedChildren.flatMap((child) => {
    const node = child?.type === 'decorated_definition' ? child.childForFieldName('definition') : child;
    const name = node?.childForFieldName('name')?.text;
    if (!child || !node || name === undefined) return [];
    const takesRequest =
      node.type === 'function_definition' &&
      node.childForFieldName('parameters')?.namedChild(0)?.text.startsWith('request');
    const isView =
      node.type === 'class_definition' && /(View|ViewSet)\b/.test(node.childForFieldName('superclasses')?.text ?? '');
    if (!takesRequest && !isView) return [];
    const reached = Object.hasOwn(routes, name) ? [noteList('Routes', routes[name])] : [];
    return [
      packUnit({
        ...spanOf(child),
        kind: 'view',
        name,
        notes: reached,
        digest: [firstLine(text.slice(node.startIndex))],
        dependencies: namedIn(known),
      }),
    ];
  });
}

const spanOf = ({ startIndex: start, endIndex: end }: SyntaxNode) => ({ start, end });
