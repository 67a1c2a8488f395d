/**
 * References of a class to other units: by its declarations, and by what its methods
 * do to records in variables:
 *
 *     belongs_to :buyer, class_name: "User"     belongs_to User
 *     delegate :email, to: :buyer               delegates User
 *     after_create :welcome                     triggers self.welcome
 *     @order.update!(paid: true)                writes Order, if there is such a class
 *     account.orders.create!                    creates Order
 *     SyncJob.set(wait: 5).perform_later        triggers SyncJob
 */
import type { Verb } from '../../types.js';
import type { PackMention } from '../pack.js';
import type { RubyCall } from '../ruby/call.js';
import { blanked, literalName, literalNames } from '../ruby/literal.js';
import type { RubyClass } from '../ruby/readRuby.js';
import { declarationsIn } from './declarations.js';
import { associationsOf } from './facts.js';
import { camelize, classify } from './inflect.js';

const ASSOCIATION_VERBS: Readonly<Record<string, Verb>> = {
  belongs_to: 'belongs_to',
  has_one: 'has_one',
  has_many: 'has_many',
  has_and_belongs_to_many: 'has_many', // symmetric: each has many of the other
};
/** Calls that run a method of the class by its name: callbacks of records, jobs and mails, filters, own validations. */
const RUNS_METHOD =
  /^(?:(?:prepend_|append_)?(?:before|after|around)_(?!type_cast)\w+|validate|rescue_from|retry_on|discard_on)$/;
const DELEGATES: ReadonlySet<string> = new Set(['delegate', 'delegate_missing_to', 'def_delegator', 'def_delegators']);

export function relationsOf(rubyClass: RubyClass, text: string): PackMention[] {
  const calls = declarationsIn(rubyClass);
  const associationTargets = new Map(associationsOf(calls).map(({ name, target }) => [name, target]));
  return [
    ...calls.flatMap((call) => {
      const at = callStart(text, call);
      return declaredRelations(call, associationTargets).map((relation) => ({ ...relation, at }));
    }),
    ...recordChanges(text, rubyClass),
  ];
}

type RelationTarget = Omit<PackMention, 'at'>;

function declaredRelations(
  call: RubyCall,
  associationTargets: ReadonlyMap<string, string | undefined>,
): RelationTarget[] {
  const { name, args, options } = call;
  if (Object.hasOwn(ASSOCIATION_VERBS, name)) {
    const targets = associationsOf([call]).flatMap(({ target }) => target ?? []);
    return targets.map((target) => ({ verb: ASSOCIATION_VERBS[name], target }));
  }
  if (name === 'delegated_type')
    return literalNames(options.types).map((target) => ({ verb: 'belongs_to', target: camelize(target) }));
  if (DELEGATES.has(name)) return delegationTarget(call, associationTargets);
  if (!RUNS_METHOD.test(name)) return [];
  return [...args, options.with].flatMap(literalNames).flatMap(triggeredMethod);
}

/** A method of the class itself, wherever it is defined. */
const triggeredMethod = (name: string): RelationTarget[] =>
  /^[a-z_]\w*[?!]?$/.test(name) ? [{ verb: 'triggers', target: `self.${name}` }] : [];

/** The target of a delegation is known if it is an association; otherwise only at run time. */
function delegationTarget(
  { name, args, options }: RubyCall,
  associationTargets: ReadonlyMap<string, string | undefined>,
): RelationTarget[] {
  const to = literalName(name === 'delegate' ? options.to : args[0])?.replace(/^@/, '');
  const target = to === undefined ? undefined : (associationTargets.get(to) ?? (/^[A-Z]/.test(to) ? to : undefined));
  return target === undefined ? [] : [{ verb: 'delegates', target }];
}

const ARGUMENTS = String.raw`(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))?`;
const CHAIN = String.raw`(?:\s*&?\.\w+[?!]?${ARGUMENTS})`;
const CLASS = String.raw`(?<![\w:])((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)`;
const WRITE = String.raw`\s*&?\.(?:update|save|destroy|delete|touch|toggle|increment|decrement|update_(?:columns?|attributes?))!?(?![\w?])`;
const WRITE_ALL = String.raw`\s*&?\.(?:update|delete|destroy|touch)_all(?![\w?])`;
const CREATE = String.raw`\s*&?\.(?:create|build|new|find_or_create_by|find_or_initialize_by|create_or_find_by|first_or_create)!?(?![\w?])`;
const ENQUEUE = String.raw`\.set${ARGUMENTS}\s*\.perform_(?:later|async|in|at)\b`;

const recordClass = (name: string): string => camelize(name.replace(/^current_/, ''));
const identity = (name: string): string => name;

/** Calls that change records, and how the class follows from the name of the receiver. */
const RECORD_CHANGES: readonly (readonly [pattern: RegExp, verb: Verb, className: (name: string) => string])[] = [
  [new RegExp(String.raw`(?<![\w.:])@?([a-z]\w*)${WRITE}`, 'g'), 'writes', recordClass], // order.update!
  [new RegExp(String.raw`(?<!\w)([a-z]\w*s)${CHAIN}{0,3}?${WRITE_ALL}`, 'g'), 'writes', classify], // account.orders.open.delete_all
  [new RegExp(`${CLASS}${CHAIN}{1,4}?(?:${WRITE}|${WRITE_ALL})`, 'g'), 'writes', identity], // Order.find(id).touch
  [new RegExp(String.raw`(?<!\w)([a-z]\w*s)${CREATE}`, 'g'), 'creates', classify], // account.orders.create!
  [new RegExp(`${CLASS}${ENQUEUE}`, 'g'), 'triggers', identity],
];

function recordChanges(text: string, { start, end }: RubyClass): PackMention[] {
  const code = blanked(text.slice(start, end));
  return RECORD_CHANGES.flatMap(([pattern, verb, className]) =>
    [...code.matchAll(pattern)].map((match) => ({
      verb,
      target: className(match[1]),
      at: start + match.index + match[0].indexOf(match[1]),
    })),
  );
}

/** The start of a call, below the comment above it. */
function callStart(text: string, { start }: RubyCall): number {
  let at = start;
  while (text[at] === '#') {
    const next = text.indexOf('\n', at);
    if (next < 0) return start;
    at = next + 1;
    while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n') at++;
  }
  return at;
}
