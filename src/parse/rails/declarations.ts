/**
 * The declarations in a class body, including those inside blocks that only add
 * options or conditions:
 *
 *     with_options dependent: :destroy do        its options apply to every call in it
 *       has_many :orders
 *     end
 *     %i[card cash].each do |kind|               once for each element of a literal list
 *       has_one :"#{kind}_payment"
 *     end
 *     concerning :Profiles do … included do …    a module that is included where it is written
 *     if Rails.env.test? …                       perhaps
 *
 * Code that runs later is skipped: blocks of callbacks, bodies of methods.
 */
import type { EnclosingBlock, RubyCall } from '../ruby/call.js';
import { isList, isRubyCode, type RubyLiteral, type RubyOptions } from '../ruby/literal.js';
import type { RubyClass } from '../ruby/readRuby.js';
import { sectionOf } from './items.js';

export interface Declaration extends RubyCall {
  /** The blocks around it that it depends on, outermost first. */
  readonly frames: readonly EnclosingBlock[];
  /** It contains other declarations, which are in the list as well. */
  readonly wraps: boolean;
}

/** The context of a call. */
interface DeclarationScope {
  readonly frames: readonly EnclosingBlock[];
  readonly options: RubyOptions;
  /** Names for the class itself: `with_options … do |order|`. */
  readonly selves: ReadonlySet<string>;
  /** Values by name: constants that are lists, the variables of loops. */
  readonly bindings: Readonly<Record<string, RubyLiteral>>;
  readonly depth: number;
}

const DEFERRED_BLOCK =
  /^(?:(?:skip_|prepend_|append_)?(?:before|after|around)_\w+|define_(?:singleton_)?method|rescue_from|helper_method|lambda|proc)$/;
/** Blocks that do not change the meaning of what is declared in them. */
const TRANSPARENT_BLOCKS: ReadonlySet<string> = new Set([
  'included',
  'prepended',
  'concerning',
  'class_methods',
  'class_eval',
  'instance_eval',
]);
const LOOPS: ReadonlySet<string> = new Set(['each', 'each_with_index', 'each_pair', 'each_key']);
/** Maximum elements of a list: more are more of the same. */
const MAX_LOOP_ITERATIONS = 64;
const MAX_DEPTH = 16;

export function declarationsIn({ calls, lists }: Pick<RubyClass, 'calls' | 'lists'>): Declaration[] {
  const scope = { frames: [], options: {}, selves: new Set(['self']), bindings: lists, depth: 0 };
  return calls.flatMap((call) => declarationsAt(call, scope));
}

function declarationsAt(call: RubyCall, scope: DeclarationScope): Declaration[] {
  const { name, on, block, under = [] } = call;
  const isOwnCall = on === undefined || scope.selves.has(on);
  const frames = [...scope.frames, ...under];
  const args = call.args.map((arg) => substituted(arg, scope.bindings));
  const options = { ...scope.options, ...substitutedOptions(call.options, scope.bindings) };
  const isLeaf = !block || sectionOf(name) !== undefined || DEFERRED_BLOCK.test(name) || scope.depth > MAX_DEPTH;
  const ownDeclaration: Declaration[] = isOwnCall ? [{ ...call, args, options, frames, wraps: !isLeaf }] : [];
  if (isLeaf) return ownDeclaration;
  const innerScope = {
    ...scope,
    frames: TRANSPARENT_BLOCKS.has(name) ? frames : [...frames, frameOf(call)],
    depth: scope.depth + 1,
  };
  return [
    ...ownDeclaration,
    ...iterationsOf(call, options, innerScope).flatMap((iteration) =>
      block.flatMap((inner) => declarationsAt(inner, iteration)),
    ),
  ];
}

const frameOf = ({ start, end, opens = start }: RubyCall): EnclosingBlock => ({ start, end, opens, closes: true });

/** A block is read once, or once for each element of a list. */
function iterationsOf(
  { name, over, params = [] }: RubyCall,
  options: RubyOptions,
  scope: DeclarationScope,
): readonly DeclarationScope[] {
  if (name === 'with_options') return [{ ...scope, options, selves: withNames(scope.selves, params) }];
  if (name === 'included' || name === 'prepended') return [{ ...scope, selves: withNames(scope.selves, params) }];
  const list = LOOPS.has(name) ? listOf(over, scope.bindings) : undefined;
  if (!list) return [scope];
  return list.slice(0, MAX_LOOP_ITERATIONS).map((element) => {
    const values = isList(element) ? element : [element];
    const parameters = Object.fromEntries(
      params.flatMap((param, i) => (i < values.length ? [[param, values[i]]] : [])),
    );
    return { ...scope, bindings: { ...scope.bindings, ...parameters } };
  });
}

const withNames = (names: ReadonlySet<string>, added: readonly string[]): ReadonlySet<string> =>
  new Set([...names, ...added]);

/** The elements of a loop; for a hash, its pairs. */
function listOf(
  over: RubyLiteral | undefined,
  bindings: DeclarationScope['bindings'],
): readonly RubyLiteral[] | undefined {
  if (isRubyCode(over)) return Object.hasOwn(bindings, over.code) ? listOf(bindings[over.code], {}) : undefined;
  if (isList(over)) return over;
  return typeof over === 'object' && over !== null ? Object.entries(over) : undefined;
}

/** `name` → its value; `:"#{name}_payment"` → `card_payment`. Unknown names stay code. */
function substituted(value: RubyLiteral, bindings: DeclarationScope['bindings']): RubyLiteral {
  if (isList(value)) return value.map((element) => substituted(element, bindings));
  if (!isRubyCode(value))
    return typeof value === 'object' && value !== null ? substitutedOptions(value, bindings) : value;
  const { code } = value;
  if (Object.hasOwn(bindings, code)) return bindings[code];
  const [, quoted] = /^:?"(.*)"$/s.exec(code) ?? [];
  const filled = quoted?.replace(/#\{\s*(\w+)\s*\}/g, (match, name: string) =>
    Object.hasOwn(bindings, name) && typeof bindings[name] === 'string' ? bindings[name] : match,
  );
  return filled === undefined || filled.includes('#{') ? value : filled;
}

const substitutedOptions = (options: RubyOptions, bindings: DeclarationScope['bindings']): RubyOptions =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [key, substituted(value, bindings)]));
