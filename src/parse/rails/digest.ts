/**
 * A class without what its methods do: the lines that declare something, and signatures.
 *
 *     class Order < ApplicationRecord
 *       belongs_to :account
 *       validates :total, presence: true
 *       def cancel!
 *     end
 */
import type { PackItem } from '../pack.js';
import { writeItems } from '../packItems.js';
import type { RubyClass } from '../ruby/readRuby.js';
import { declarationsIn } from './declarations.js';
import { itemsOf } from './items.js';

/** More lines say no more. */
const MAX_LINES = 100;
/** A declaration of more lines has a body, and is told by the line that opens it. */
const MAX_DECLARATION_LINES = 8;

export function digestOf(text: string, one: RubyClass): string[] {
  const methods = new Set(one.methods.map(({ start }) => start));
  const calls = declarationsIn(one).filter(({ wraps, start }) => !wraps && !methods.has(start));
  const signatures = one.methods.flatMap((method) =>
    itemsOf(text, [method]).map((item) => ({ ...item, text: `  ${method.signature}` })),
  );
  const items = [...itemsOf(text, calls).map(opening), ...signatures].sort((a, b) => a.lines[0] - b.lines[0]);
  const lines = writeItems(items).trimEnd().split('\n');
  const left = lines.length - MAX_LINES;
  return [
    one.head,
    ...(items.length > 0 ? lines.slice(0, MAX_LINES) : []),
    ...(left > 0 ? [`  # … ${left} more lines`] : []),
    'end',
  ];
}

function opening(item: PackItem): PackItem {
  const lines = item.text.split('\n');
  if (lines.length <= MAX_DECLARATION_LINES) return item;
  const at = lines.findIndex((line) => !/^\s*#/.test(line));
  return { ...item, text: lines[Math.max(at, 0)] };
}
