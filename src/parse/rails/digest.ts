/**
 * A class without what its methods do: the lines that declare something, and signatures.
 *
 *     class Order < ApplicationRecord
 *       belongs_to :account
 *       validates :total, presence: true
 *       def cancel!
 *     end
 */
import type { RubyClass } from '../ruby/readRuby.js';
import { linesOf } from './sections.js';

/** More lines say no more. */
const MOST_LINES = 100;

export function digestOf(text: string, { head, calls, methods }: RubyClass): string[] {
  const declared = [
    ...calls.map((call) => ({ start: call.start, lines: linesOf(text, [call]).trimEnd().split('\n') })),
    ...methods.map(({ start, signature }) => ({ start, lines: [`  ${signature}`] })),
  ].sort((a, b) => a.start - b.start);
  const seen = new Set<number>();
  const lines = declared.flatMap(({ start, lines: said }) => {
    const line = text.lastIndexOf('\n', start) + 1;
    if (seen.has(line)) return [];
    seen.add(line);
    return said;
  });
  const left = lines.length - MOST_LINES;
  return [head, ...lines.slice(0, MOST_LINES), ...(left > 0 ? [`  # … ${left} more lines`] : []), 'end'];
}
