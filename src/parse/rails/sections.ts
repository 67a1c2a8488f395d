/** What a model declares, by purpose. */
import type { Span } from '../../types.js';
import type { RubyCall } from '../ruby/call.js';

export const sectionNames = ['associations', 'callbacks', 'validations', 'scopes'] as const;
export type SectionName = (typeof sectionNames)[number];

const ASSOCIATIONS: ReadonlySet<string> = new Set([
  'belongs_to',
  'has_many',
  'has_one',
  'has_and_belongs_to_many',
  'has_one_attached',
  'has_many_attached',
  'has_rich_text',
  'delegated_type',
  'accepts_nested_attributes_for',
]);
const CALLBACK =
  /^(before|after|around)_(validation|save|create|update|destroy|commit|rollback|initialize|find|touch|\w+_commit)$/;
const VALIDATION = /^(validates?|validates_\w+)$/;
const SCOPE = /^(default_)?scope$/;

export function sectionOf({ name }: Pick<RubyCall, 'name'>): SectionName | undefined {
  if (ASSOCIATIONS.has(name)) return 'associations';
  if (CALLBACK.test(name)) return 'callbacks';
  if (VALIDATION.test(name)) return 'validations';
  return SCOPE.test(name) ? 'scopes' : undefined;
}

/** The lines of some calls, as they stand there; what stands on one line is said once. */
export function linesOf(text: string, calls: readonly RubyCall[]): string {
  const lines: string[] = [];
  let last = -1;
  for (const { start, end } of calls) {
    if (start < last) continue;
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const to = text.indexOf('\n', end);
    lines.push(text.slice(from, to < 0 ? text.length : to).trimEnd());
    last = to < 0 ? text.length : to;
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** From the first of some calls to the last. */
export const spanOf = (calls: readonly RubyCall[]): Span | undefined =>
  calls.length === 0 ? undefined : { start: calls[0].start, end: calls[calls.length - 1].end };
