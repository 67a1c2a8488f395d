/**
 * Routes of Express, Fastify and Nest.
 *
 *     app.use('/orders', orders)          mounts routes/orders.js
 *     router.get('/:id', show)            router orders: GET /orders/:id
 *     @Controller('orders') … @Get(':id') controller OrdersController: find is GET /orders/:id
 */
import type { SyntaxNode } from '../../languages/syntax.js';
import { withSyntax } from '../code/syntaxTree.js';
import { definePack, memberNote, noteList, type PackList, type PackUnit } from '../pack.js';
import { firstLine, joinUrl, packUnit, stringLiteral } from './packUnit.js';

interface Mount {
  readonly prefix: string;
  /** As imported. */
  readonly module: string;
}
interface RouteFacts {
  readonly mounts: readonly Mount[];
}
interface RouteContext {
  readonly prefixes: readonly string[];
}

const ROUTE_FILE =
  /(?:^|\/)(?:(?:routes?|routers?|controllers?|api|endpoints|plugins)\/[^.]*|(?:app|server|index|main|router|routes)|[\w-]+\.(?:controller|routes?|router))\.[cm]?[jt]s$/;
const TEST = /(?:^|\/)(?:tests?|__tests__|node_modules|examples?)\/|\.(?:test|spec|d)\.[cm]?ts$/;
const VERB = /^(get|post|put|patch|delete|head|options|all)$/;
const ROUTER_NAME = /(?:^|\.)(?:app|router|route|server|fastify|instance|api|\w*[rR]outer|\w*[aA]pp)$/;
const NEST_DECORATOR = /^(Get|Post|Put|Patch|Delete|Head|Options|All)$/;

export const routes = definePack<RouteFacts, RouteContext>({
  name: 'routes',
  applies: (paths) => paths.some((path) => /(?:^|\/)package\.json$/.test(path)),
  claims: (path) => ROUTE_FILE.test(path) && !TEST.test(path),
  facts: async ({ path, text }) => {
    if (!/\.(?:use|register|get|post|put|patch|delete|route)\(|@Controller\(/.test(text)) return undefined;
    return withSyntax(grammarOf(path), text, (root) => ({ mounts: mountsIn(root) }));
  },
  survey: (facts) => {
    const prefixes = new Map<string, string[]>();
    for (const [path, { mounts }] of facts)
      for (const { prefix, module } of mounts) {
        const target = moduleFile(path, module, (file) => facts.has(file));
        if (target !== undefined) prefixes.set(target, [...(prefixes.get(target) ?? []), prefix]);
      }
    return (path) => (facts.has(path) ? { prefixes: prefixes.get(path) ?? [] } : undefined);
  },
  units: async ({ path, text }, { prefixes }) =>
    (await withSyntax(grammarOf(path), text, (root) => [
      ...controllerUnits(root),
      ...routerUnits(root, path, text, prefixes),
    ])) ?? [],
});

const grammarOf = (path: string): string => (/ts$/.test(path) ? 'typescript' : 'javascript');

/** `./routes/orders` in `src/app.js` → `src/routes/orders.js`. */
function moduleFile(importer: string, module: string, exists: (path: string) => boolean): string | undefined {
  const parts = importer.split('/').slice(0, -1);
  for (const part of module.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  const base = parts.join('/');
  const withoutExtension = base.replace(/\.[cm]?js$/, '');
  const candidates = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts'].flatMap((extension) => [
    `${withoutExtension}.${extension}`,
    `${withoutExtension}/index.${extension}`,
  ]);
  return [base, ...candidates].find(exists);
}

const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  (call.childForFieldName('arguments')?.namedChildren ?? []).filter(
    (child): child is SyntaxNode => child !== null && child.type !== 'comment',
  );

const callsIn = (root: SyntaxNode): SyntaxNode[] =>
  root.descendantsOfType('call_expression').filter((node): node is SyntaxNode => node !== null);
const methodOf = (call: SyntaxNode): string | undefined =>
  call.childForFieldName('function')?.childForFieldName('property')?.text;
const ownerOf = (call: SyntaxNode): SyntaxNode | null | undefined =>
  call.childForFieldName('function')?.childForFieldName('object');

/** Names by the module they come from. */
function modulesIn(root: SyntaxNode): Map<string, string> {
  const modules = new Map<string, string>();
  for (const [, name, module] of root.text.matchAll(
    /(?:import|const|let|var)\s+(?:\*\s+as\s+)?(\w+)\s*(?:from|=\s*require\()\s*['"](\.[^'"]+)['"]/g,
  ))
    modules.set(name, module);
  return modules;
}

function mountsIn(root: SyntaxNode): Mount[] {
  const modules = modulesIn(root);
  return callsIn(root).flatMap((call): Mount[] => {
    const method = methodOf(call);
    const args = argumentsOf(call);
    if (method !== 'use' && method !== 'register') return [];
    const options = args.find(({ type }) => type === 'object')?.text ?? '';
    const prefix =
      method === 'use' ? (stringLiteral(args[0]) ?? '') : (/prefix:\s*['"]([^'"]*)['"]/.exec(options)?.[1] ?? '');
    return args.flatMap((arg) => {
      const required = /^(?:require|import)\(['"](\.[^'"]+)['"]\)$/.exec(arg.text)?.[1];
      const module = required ?? modules.get(arg.text);
      return module === undefined ? [] : [{ prefix, module }];
    });
  });
}

/** `app.get(…)`, `router.route('/x').get(…)`, `fastify.route({ method, url })`. */
function routeOf(call: SyntaxNode): string[] {
  const method = methodOf(call);
  const owner = ownerOf(call);
  if (method === undefined || !owner) return [];
  const [first] = argumentsOf(call);
  if (method === 'route' && first?.type === 'object') {
    const url = /\b(?:url|path):\s*['"]([^'"]+)['"]/.exec(first.text)?.[1];
    const verbs = /\bmethod:\s*(\[[^\]]*\]|['"]\w+['"])/.exec(first.text)?.[1]?.match(/\w+/g);
    return url === undefined || !verbs ? [] : [`${verbs.join('|').toUpperCase()} ${url}`];
  }
  if (!VERB.test(method)) return [];
  const path = stringLiteral(first);
  if (path !== undefined && ROUTER_NAME.test(owner.text) && argumentsOf(call).length > 1)
    return [`${method.toUpperCase()} ${path}`];
  let chain: SyntaxNode | null | undefined = owner;
  while (chain?.type === 'call_expression' && methodOf(chain) !== 'route') chain = ownerOf(chain);
  const routedPath = chain?.type === 'call_expression' ? stringLiteral(argumentsOf(chain)[0]) : undefined;
  return routedPath === undefined ? [] : [`${method.toUpperCase()} ${routedPath}`];
}

function routerUnits(root: SyntaxNode, path: string, text: string, prefixes: readonly string[]): PackUnit[] {
  const calls = callsIn(root).sort((a, b) => a.endIndex - b.endIndex);
  const ownRoutes = calls.flatMap(routeOf);
  if (ownRoutes.length === 0) return [];
  const mountPrefixes = prefixes.length > 0 ? prefixes : [''];
  const fullRoutes = mountPrefixes.flatMap((prefix) =>
    ownRoutes.map((route) => route.replace(/ .*$/, (path) => ` ${joinUrl(prefix, path.trim())}`)),
  );
  const name =
    path
      .replace(/\.[^.]+$/, '')
      .replace(/\/index$/, '')
      .split('/')
      .at(-1) ?? path;
  const start = text.search(/\S/);
  return [
    packUnit({
      start,
      end: text.trimEnd().length,
      kind: 'router',
      name,
      notes: [noteList('Routes', fullRoutes)],
      digest: calls.filter((call) => routeOf(call).length > 0).map((call) => firstLine(call.text)),
    }),
  ];
}

function controllerUnits(root: SyntaxNode): PackUnit[] {
  return root.descendantsOfType('class_declaration').flatMap((node) => {
    const outerNode = node?.parent?.type === 'export_statement' ? node.parent : node;
    const controller = [...(outerNode?.namedChildren ?? []), ...(node?.namedChildren ?? [])].flatMap((child) =>
      decoratorOf(child, /^Controller$/),
    )[0];
    const name = node?.childForFieldName('name')?.text;
    if (!node || !outerNode || controller === undefined || name === undefined) return [];
    const members: { name: string; start: number; end: number; notes: PackList[] }[] = [];
    let pending: string[] = [];
    for (const child of node.childForFieldName('body')?.namedChildren ?? []) {
      pending.push(
        ...decoratorOf(child, NEST_DECORATOR).map(
          ({ name: verb, path }) => `${verb.toUpperCase()} ${joinUrl(controller.path, path)}`,
        ),
      );
      if (child?.type !== 'method_definition') continue;
      if (pending.length > 0)
        members.push({
          name: child.childForFieldName('name')?.text ?? '',
          start: child.startIndex,
          end: child.endIndex,
          notes: [noteList('Routes', pending)],
        });
      pending = [];
    }
    const memberNotes = members.flatMap(({ name: member, notes }) => notes.map((note) => memberNote(member, note)));
    const [start, end] = [outerNode.startIndex, outerNode.endIndex];
    return [
      packUnit({
        start,
        end,
        kind: 'controller',
        name,
        members,
        notes: memberNotes,
        digest: [`class ${name}`, ...members.map((member) => `  ${member.name}()`)],
      }),
    ];
  });
}

function decoratorOf(node: SyntaxNode | null, namePattern: RegExp): { readonly name: string; readonly path: string }[] {
  const call = node?.type === 'decorator' ? node.namedChild(0) : null;
  const name = (call?.childForFieldName('function') ?? call)?.text;
  if (name === undefined || !namePattern.test(name)) return [];
  const [first] = call ? argumentsOf(call) : [];
  const path = stringLiteral(first) ?? /\bpath:\s*['"]([^'"]*)['"]/.exec(first?.text ?? '')?.[1] ?? '';
  return [{ name, path }];
}
