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

const PACK_FILE = /(?:^|\/)(models|views|urls)(?:\.py|\/[^/]+\.py)$/;
const TEST = /(?:^|\/)(?:tests?|migrations)\//;
const RELATION = /^(ForeignKey|OneToOneField|ManyToManyField)$/;

export const django = definePack<DjangoFacts, DjangoContext>({
  name: 'django',
  applies: (paths) => paths.some((path) => /(?:^|\/)manage\.py$/.test(path) && !TEST.test(path)),
  claims: (path) => PACK_FILE.test(path) && !TEST.test(path),
  facts: async ({ path, text }) => {
    const fileKind = fileKindOf(path);
    const found = await withSyntax('python', text, (root) => ({
      ...(fileKind === 'models' ? { models: classesIn(root).flatMap(modelOf) } : {}),
      ...(fileKind === 'urls'
        ? { urls: root.descendantsOfType('call').flatMap((call) => (call ? urlOf(call) : [])) }
        : {}),
    }));
    return found ?? {};
  },
  survey,
  units: async ({ path, text }, context) =>
    (await withSyntax('python', text, (root) =>
      fileKindOf(path) === 'models' ? modelUnits(root, path, context) : viewUnits(root, text, context),
    )) ?? [],
});

const fileKindOf = (path: string): string | undefined => PACK_FILE.exec(path)?.[1];
/** `shop` of `shop/models.py` and of `shop/models/order.py`. */
const appOf = (path: string): string => path.replace(PACK_FILE, '').split('/').at(-1) ?? '';
const lastName = (name: string): string => name.split('.').at(-1) ?? name;

function survey(facts: ReadonlyMap<string, DjangoFacts>): (path: string) => DjangoContext | undefined {
  const models = new Map(
    [...facts].flatMap(([, fileFacts]) => (fileFacts.models ?? []).map((model) => [model.name, model] as const)),
  );
  const isModel = ({ name, bases }: Model, seen = new Set<string>()): boolean =>
    !seen.has(name) &&
    bases.some((base) => {
      const parent = models.get(lastName(base));
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
        (model.bases.some((base) => lastName(base) === name) || model.fields.some(({ to }) => to === name)),
    ).length;
  const routes = routesOf(facts);
  return (path) => {
    const ownModels = (facts.get(path)?.models ?? []).map(({ name }) => name).filter((name) => known.includes(name));
    const viewRoutes = Object.fromEntries((fileKindOf(path) === 'views' && routes.get(appOf(path))) || []);
    if (fileKindOf(path) === 'urls' || (fileKindOf(path) === 'models' && ownModels.length === 0)) return undefined;
    return { routes: viewRoutes, models: Object.fromEntries(ownModels.map((name) => [name, dependents(name)])), known };
  };
}

/** The URLs of each view, by app and name; an included module continues the path that includes it. */
function routesOf(facts: ReadonlyMap<string, DjangoFacts>): Map<string, Map<string, string[]>> {
  const urlsByModule = new Map(
    [...facts].flatMap(([path, { urls }]) =>
      urls ? [[path.replace(/\.py$/, '').replaceAll('/', '.'), { urls, app: appOf(path) }] as const] : [],
    ),
  );
  const included = new Set(
    [...urlsByModule.values()].flatMap(({ urls }) => urls.flatMap(({ include }) => include ?? [])),
  );
  const findModule = (module: string) =>
    [...urlsByModule].find(([name]) => name === module || name.endsWith(`.${module}`))?.[1];
  const routes = new Map<string, Map<string, string[]>>();
  const follow = ({ urls, app }: { urls: readonly Url[]; app: string }, prefix: string, depth: number): void => {
    for (const { path, view, include } of urls) {
      const includedUrls = include === undefined || depth > 8 ? undefined : findModule(include);
      if (includedUrls) follow(includedUrls, `${prefix}/${path}`, depth + 1);
      else if (view !== undefined) {
        const byName = routes.get(app) ?? new Map<string, string[]>();
        routes.set(app, byName);
        const name = lastName(view);
        byName.set(name, [...(byName.get(name) ?? []), joinUrl(prefix, path) + (path.endsWith('/') ? '/' : '')]);
      }
    }
  };
  for (const [module, entry] of urlsByModule)
    if (![...included].some((name) => module === name || module.endsWith(`.${name}`))) follow(entry, '', 0);
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
  const assignmentsIn = (container: SyntaxNode | null | undefined): readonly (readonly [string, SyntaxNode])[] =>
    (container?.namedChildren ?? []).flatMap((statement) => {
      const assignment = statement?.type === 'expression_statement' ? statement.namedChild(0) : null;
      const [left, right] = [assignment?.childForFieldName('left'), assignment?.childForFieldName('right')];
      return assignment?.type === 'assignment' && left && right ? [[left.text, right] as const] : [];
    });
  const fields = assignmentsIn(body).flatMap(([field, value]): Field[] => {
    const type = value.type === 'call' ? lastName(value.childForFieldName('function')?.text ?? '') : '';
    if (!/(Field|Key)$/.test(type)) return [];
    const [first] = value.childForFieldName('arguments')?.namedChildren ?? [];
    const to = RELATION.test(type) ? lastName(stringLiteral(first) ?? first?.text ?? '') : '';
    return [{ name: field, type, ...(to === '' ? {} : { to: to === 'self' ? name : to }) }];
  });
  const meta = body?.namedChildren.find(
    (child) => child?.type === 'class_definition' && child.childForFieldName('name')?.text === 'Meta',
  );
  const table = stringLiteral(assignmentsIn(meta?.childForFieldName('body')).find(([key]) => key === 'db_table')?.[1]);
  const bases = (node.childForFieldName('superclasses')?.namedChildren ?? []).flatMap((base) =>
    base && base.type !== 'keyword_argument' ? [base.text] : [],
  );
  return [{ name, bases, fields, ...(table === undefined ? {} : { table }) }];
}

function urlOf(call: SyntaxNode): Url[] {
  if (!/^(re_)?path$|^url$/.test(lastName(call.childForFieldName('function')?.text ?? ''))) return [];
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

const knownNamesIn =
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
        dependencies: (text) => knownNamesIn(known)(text).filter((other) => other !== name),
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
    const routeNotes = Object.hasOwn(routes, name) ? [noteList('Routes', routes[name])] : [];
    return [
      packUnit({
        ...spanOf(child),
        kind: 'view',
        name,
        notes: routeNotes,
        digest: [firstLine(text.slice(node.startIndex))],
        dependencies: knownNamesIn(known),
      }),
    ];
  });
}

const spanOf = ({ startIndex: start, endIndex: end }: SyntaxNode) => ({ start, end });
