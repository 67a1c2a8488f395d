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
  readonly bound: Readonly<Record<string, RubyLiteral>>;
  readonly depth: number;
}

const LATER =
  /^(?:(?:skip_|prepend_|append_)?(?:before|after|around)_\w+|define_(?:singleton_)?method|rescue_from|helper_method|lambda|proc)$/;
/** Blocks that do not change the meaning of what is declared in them. */
const SILENT: ReadonlySet<string> = new Set([
  'included',
  'prepended',
  'concerning',
  'class_methods',
  'class_eval',
  'instance_eval',
]);
const LOOPS: ReadonlySet<string> = new Set(['each', 'each_with_index', 'each_pair', 'each_key']);
/** Maximum elements of a list: more are more of the same. */
const MAX_LOOP_ROUNDS = 64;
const MAX_DEPTH = 16;

export function declarationsIn({ calls, lists }: Pick<RubyClass, 'calls' | 'lists'>): Declaration[] {
  const place = { frames: [], options: {}, selves: new Set(['self']), bound: lists, depth: 0 };
  return calls.flatMap((call) => declarationsAt(call, place));
}

function declarationsAt(call: RubyCall, place: DeclarationScope): Declaration[] {
  const { name, on, block, under = [] } = call;
  const isOurs = on === undefined || place.selves.has(on);
  const frames = [...place.frames, ...under];
  const args = call.args.map((arg) => replaced(arg, place.bound));
  const options = { ...place.options, ...replacedIn(call.options, place.bound) };
  const isLeaf = !block || sectionOf(name) !== undefined || LATER.test(name) || place.depth > MAX_DEPTH;
  const own: Declaration[] = isOurs ? [{ ...call, args, options, frames, wraps: !isLeaf }] : [];
  if (isLeaf) return own;
  const inside = { ...place, frames: SILENT.has(name) ? frames : [...frames, frameOf(call)], depth: place.depth + 1 };
  return [
    ...own,
    ...roundsOf(call, options, inside).flatMap((round) => block.flatMap((one) => declarationsAt(one, round))),
  ];
}

const frameOf = ({ start, end, opens = start }: RubyCall): EnclosingBlock => ({ start, end, opens, closes: true });

/** A block is read once, or once for each element of a list. */
function roundsOf(
  { name, over, params = [] }: RubyCall,
  options: RubyOptions,
  place: DeclarationScope,
): readonly DeclarationScope[] {
  if (name === 'with_options') return [{ ...place, options, selves: withNames(place.selves, params) }];
  if (name === 'included' || name === 'prepended') return [{ ...place, selves: withNames(place.selves, params) }];
  const list = LOOPS.has(name) ? listOf(over, place.bound) : undefined;
  if (!list) return [place];
  return list.slice(0, MAX_LOOP_ROUNDS).map((given) => {
    const values = isList(given) ? given : [given];
    const bound = Object.fromEntries(params.flatMap((param, i) => (i < values.length ? [[param, values[i]]] : [])));
    return { ...place, bound: { ...place.bound, ...bound } };
  });
}

const withNames = (names: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> =>
  new Set([...names, ...more]);

/** The elements of a loop; for a hash, its pairs. */
function listOf(over: RubyLiteral | undefined, bound: DeclarationScope['bound']): readonly RubyLiteral[] | undefined {
  if (isRubyCode(over)) return Object.hasOwn(bound, over.code) ? listOf(bound[over.code], {}) : undefined;
  if (isList(over)) return over;
  return typeof over === 'object' && over !== null ? Object.entries(over) : undefined;
}

/** `name` → its value; `:"#{name}_payment"` → `card_payment`. Unknown names stay code. */
function replaced(value: RubyLiteral, bound: DeclarationScope['bound']): RubyLiteral {
  if (isList(value)) return value.map((one) => replaced(one, bound));
  if (!isRubyCode(value)) return typeof value === 'object' && value !== null ? replacedIn(value, bound) : value;
  const { code } = value;
  if (Object.hasOwn(bound, code)) return bound[code];
  const [, quoted] = /^:?"(.*)"$/s.exec(code) ?? [];
  const filled = quoted?.replace(/#\{\s*(\w+)\s*\}/g, (all, name: string) =>
    Object.hasOwn(bound, name) && typeof bound[name] === 'string' ? bound[name] : all,
  );
  return filled === undefined || filled.includes('#{') ? value : filled;
}

const replacedIn = (options: RubyOptions, bound: DeclarationScope['bound']): RubyOptions =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [key, replaced(value, bound)]));
