/**
 * The filters of controllers: which run before, around and after an action.
 *
 *     before_action :authenticate!, except: :index     on all but index
 *     skip_before_action :authenticate!, only: :show   and not on show
 *
 * They come from the ancestors first, then from concerns, then from the class.
 */
import type { RubyCall } from '../ruby/call.js';
import { isRubyCode, literalName, literalNames, type RubyLiteral } from '../ruby/literal.js';

export interface ActionFilter {
  /** `before_action`, or `skip_before_action`. */
  readonly macro: string;
  /** Its method, or its block as written. */
  readonly name: string;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** `if: :admin?`: whether it applies is known only at run time. */
  readonly when?: string;
  /** Runs before the filters so far. */
  readonly first?: true;
  /** Nothing in it ends a request, judged by names. */
  readonly passes?: true;
}

/** A filter as it runs for an action. */
export interface ActiveFilter {
  /** As it would be declared for that action alone. */
  readonly text: string;
  /** It runs after the action. */
  readonly after: boolean;
  /** It can end the request before the action runs. */
  readonly stops: boolean;
}

const FILTER = /^(skip_|prepend_|append_)?(before|around|after)_(?:action|filter)$/;

export const filtersOf = (calls: readonly RubyCall[]): ActionFilter[] => calls.flatMap(filtersIn);

function filtersIn({ name: macro, args, options, block }: RubyCall): ActionFilter[] {
  const [, prefix, phase] = FILTER.exec(macro) ?? [];
  if (phase === undefined) return [];
  const names = [...args.flatMap(filterNames), ...(block ? ['{ … }'] : [])];
  // A list that is not a literal is treated as a condition.
  const [only, except] = [options.only, options.except].map((value) =>
    value === undefined || isRubyCode(value) ? undefined : literalNames(value),
  );
  const dynamicKeys = (['only', 'except'] as const).filter((key) => isRubyCode(options[key]));
  const conditions = [...dynamicKeys, 'if', 'unless'].flatMap((key) => {
    const condition = options[key] === undefined ? undefined : formatCondition(options[key]);
    return condition === undefined ? [] : [`${key}: ${condition}`];
  });
  return names.map((name) => ({
    macro: `${prefix === 'skip_' ? prefix : ''}${phase}_action`,
    name,
    ...(only === undefined ? {} : { only }),
    ...(except === undefined ? {} : { except }),
    ...(conditions.length === 0 ? {} : { when: conditions.join(', ') }),
    ...(prefix === 'prepend_' ? { first: true as const } : {}),
  }));
}

const filterNames = (value: RubyLiteral): string[] => {
  const name = literalName(value);
  return name === undefined ? [] : [name.replace(/\s+/g, ' ')];
};

function formatCondition(value: RubyLiteral): string | undefined {
  if (typeof value === 'string') return `:${value}`;
  return (
    literalName(value)?.replace(/\s+/g, ' ') ??
    (Array.isArray(value)
      ? `[${value.flatMap((element: RubyLiteral) => formatCondition(element) ?? []).join(', ')}]`
      : undefined)
  );
}

/** Calls that respond, redirect or raise, or have such a name. */
const STOPS_REQUEST =
  /(?:^|[^a-z])(?:redirect|render|head|raise|fail|throw|halt|respond|request_http|send_|not_found|forbid|unauthori|perform|authori|authent|require|ensure|enforce|verify|check|deny|allow|guard|restrict|limit|block|protect|reject|only|must)|[a-z]!/i;

/** True if nothing in this method can end the request, judged by names. Calls are not followed. */
export const passes = (text: string): boolean => !STOPS_REQUEST.test(text);

/** The filters that run for an action, in their order. */
export function filtersFor(action: string, filters: readonly ActionFilter[]): ActiveFilter[] {
  const active: ActionFilter[] = [];
  for (const filter of filters) {
    if (!appliesTo(action, filter)) continue;
    if (filter.macro.startsWith('skip_')) {
      const macro = filter.macro.slice('skip_'.length);
      // A skip with a condition may or may not skip.
      const at =
        filter.when === undefined
          ? active.findIndex((activeFilter) => activeFilter.macro === macro && activeFilter.name === filter.name)
          : -1;
      if (at >= 0) active.splice(at, 1);
    } else {
      const duplicate = active.findIndex(
        (activeFilter) => activeFilter.macro === filter.macro && activeFilter.name === filter.name,
      );
      if (duplicate >= 0) active.splice(duplicate, 1); // the later call replaces the earlier one
      if (filter.first) active.unshift(filter);
      else active.push(filter);
    }
  }
  return active.map(({ macro, name, when, passes: harmless }) => {
    const after = macro === 'after_action';
    const method = /^\w+[?!]?$/.test(name) ? `:${name}` : name;
    return {
      text: `${macro} ${method}${when === undefined ? '' : `, ${when}`}`,
      after,
      stops: !after && !harmless,
    };
  });
}

const appliesTo = (action: string, { only, except }: ActionFilter): boolean =>
  (only === undefined || only.includes(action)) && !except?.includes(action);
