/**
 * Components of React and Vue: their props, and the components that they render.
 *
 *     export function Cart({ items, onPay }) { return <Button …/> }    component Cart: props items, onPay; renders Button
 */
import type { SyntaxNode } from '../../languages/syntax.js';
import { withSyntax } from '../code/syntaxTree.js';
import { definePack, noteList, type PackUnit } from '../pack.js';
import { firstLine, packUnit } from './packUnit.js';

interface ComponentFacts {
  readonly defines: readonly string[];
  readonly shows: readonly string[];
}
interface ComponentContext {
  /** Components that are rendered here and defined in the application. */
  readonly known: readonly string[];
  /** For each component defined here, the number of files that render it. */
  readonly dependents: Readonly<Record<string, number>>;
}

const MAX_TOKENS = 600;
const DEFINED = /(?:^|\n)\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|class|const|let)\s+([A-Z]\w*)/g;
const SHOWN = /<([A-Z]\w*)\b/g;
/** In Vue both spellings mean the same. */
const SHOWN_IN_VUE = /<([A-Z]\w*|[a-z]+(?:-[a-z0-9]+)+)\b/g;
const FUNCTIONS: ReadonlySet<string> = new Set(['arrow_function', 'function_expression', 'function_declaration']);

export const components = definePack<ComponentFacts, ComponentContext>({
  name: 'components',
  applies: (paths) => paths.some((path) => /(?:^|\/)package\.json$/.test(path)),
  claims: (path) =>
    /\.(?:jsx|tsx|vue)$/.test(path) && !/\.(?:test|spec|stories)\.\w+$|(?:^|\/)(?:__tests__|tests?)\//.test(path),
  facts: async ({ path, text }) => {
    const namesMatching = (pattern: RegExp): string[] => [
      ...new Set([...text.matchAll(pattern)].map(([, name]) => name)),
    ];
    return path.endsWith('.vue')
      ? { defines: [nameOf(path)], shows: namesMatching(SHOWN_IN_VUE).map(pascalCase) }
      : { defines: namesMatching(DEFINED), shows: namesMatching(SHOWN) };
  },
  survey: (facts) => {
    const defined = new Set([...facts.values()].flatMap(({ defines }) => defines));
    const renderCounts = new Map<string, number>();
    for (const { shows, defines } of facts.values())
      for (const name of shows) if (!defines.includes(name)) renderCounts.set(name, (renderCounts.get(name) ?? 0) + 1);
    return (path) => {
      const fileFacts = facts.get(path);
      return (
        fileFacts && {
          known: fileFacts.shows.filter((name) => defined.has(name)),
          dependents: Object.fromEntries(fileFacts.defines.map((name) => [name, renderCounts.get(name) ?? 0])),
        }
      );
    };
  },
  units: async ({ path, text }, context) => {
    if (path.endsWith('.vue')) return [vueUnit(path, text, context)];
    const grammar = path.endsWith('.tsx') ? 'tsx' : 'javascript';
    return (await withSyntax(grammar, text, (root) => reactUnits(root, context))) ?? [];
  },
});

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const nameOf = (path: string): string => pascalCase((path.split('/').at(-1) ?? path).replace(/\.vue$/, ''));

const renderedIn =
  (known: readonly string[], self: string) =>
  (text: string): string[] => {
    const renderedNames = new Set([...text.matchAll(SHOWN_IN_VUE)].map(([, name]) => pascalCase(name)));
    return known.filter((name) => renderedNames.has(name) && name !== self);
  };

function componentOf(
  name: string,
  span: { start: number; end: number },
  text: string,
  props: readonly string[],
  { known, dependents }: ComponentContext,
): PackUnit {
  const renderedNames = renderedIn(known, name)(text);
  return packUnit({
    ...span,
    kind: 'component',
    name,
    maxTokens: MAX_TOKENS,
    dependents: Object.hasOwn(dependents, name) ? dependents[name] : 0,
    notes: [
      ...(props.length > 0 ? [noteList('Props', props)] : []),
      ...(renderedNames.length > 0 ? [noteList('Shows', renderedNames, 1)] : []),
    ],
    digest: [firstLine(text)],
    dependencies: renderedIn(known, name),
  });
}

function vueUnit(path: string, text: string, context: ComponentContext): PackUnit {
  const propsMatch =
    /defineProps(?:<\{([\s\S]*?)\}>|\(\s*[[{]([\s\S]*?)[\]}]\s*\))|\bprops:\s*[[{]([\s\S]*?)[\]}],?\s*\n/.exec(text);
  const propsText = propsMatch?.slice(1).find((part) => part !== undefined) ?? '';
  const props = [...propsText.matchAll(/(?:^|[\n,;{[])\s*['"]?(\w+)['"]?\s*(?=\??:|,|\s*$|['"\]])/g)].map(
    ([, name]) => name,
  );
  const start = Math.max(0, text.search(/\S/));
  return componentOf(nameOf(path), { start, end: text.trimEnd().length }, text, [...new Set(props)], context);
}

/** A function with a capital letter that renders something, or a class that extends Component. */
function reactUnits(root: SyntaxNode, context: ComponentContext): PackUnit[] {
  return root.namedChildren.flatMap((child) => {
    const statement = child?.type === 'export_statement' ? (child.childForFieldName('declaration') ?? child) : child;
    const declarator = statement?.type === 'lexical_declaration' ? statement.namedChild(0) : undefined;
    const node = declarator ?? statement;
    const name = node?.childForFieldName('name')?.text;
    if (!child || !node || name === undefined || !/^[A-Z]/.test(name)) return [];
    const value = declarator ? declarator.childForFieldName('value') : node;
    const isClass = /class/.test(node.type) && /extends\s+(?:React\.)?(?:Pure)?Component\b/.test(node.text);
    const rendersJsx = /<[A-Za-z>]/.test(node.text) && (isClass || (value ? functionIn(value) !== undefined : false));
    if (!isClass && !rendersJsx) return [];
    const span = { start: child.startIndex, end: child.endIndex };
    return [componentOf(name, span, node.text, propsOf(value && functionIn(value)), context)];
  });
}

/** The function itself, or the argument of `memo(…)` and `forwardRef(…)`. */
function functionIn(node: SyntaxNode): SyntaxNode | undefined {
  if (FUNCTIONS.has(node.type)) return node;
  const args = node.type === 'call_expression' ? (node.childForFieldName('arguments')?.namedChildren ?? []) : [];
  return args.flatMap((arg) => (arg ? (functionIn(arg) ?? []) : []))[0];
}

function propsOf(node: SyntaxNode | null | undefined): string[] {
  const firstParameter = node?.childForFieldName('parameters')?.namedChild(0);
  const pattern =
    firstParameter?.type === 'object_pattern' ? firstParameter : firstParameter?.childForFieldName('pattern');
  if (pattern?.type !== 'object_pattern') return [];
  return pattern.namedChildren.flatMap((child) => {
    const key =
      child?.type === 'pair_pattern'
        ? child.childForFieldName('key')
        : child?.type === 'object_assignment_pattern'
          ? child.childForFieldName('left')
          : child;
    return key?.type === 'shorthand_property_identifier_pattern' || key?.type === 'property_identifier'
      ? [key.text]
      : [];
  });
}
