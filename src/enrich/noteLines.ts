/**
 * Comment lines that must fit. They are shortened within their line, the lists of least
 * value first, and no line is dropped before all are as short as possible:
 *
 *     # Routes: PATCH|PUT /orders/:id
 *     # Filters: before_action :authenticate!, before_action :only_staff, +4 more
 *     # Params: status, +8 more
 */
import type { PackList, PackNote } from '../parse/pack.js';

/** How short a list gets before the next one is shortened; then each of them again. */
const MIN_ITEMS_BY_ROUND: readonly number[] = [3, 1];
/** Maximum characters of an item: a condition may be as long as a method. */
const MAX_ITEM_CHARS = 80;

export function noteLines(notes: readonly PackNote[], fits: (text: string) => boolean): string {
  const kept = new Map<PackNote, number>();
  let longest = Number.POSITIVE_INFINITY;
  const lineOf = (note: PackNote): string =>
    typeof note === 'string' ? note : written(note, kept.get(note) ?? note.items.length, longest);
  const text = (all = notes): string => all.map((note) => `${lineOf(note)}\n`).join('');
  if (fits(text())) return text();
  longest = MAX_ITEM_CHARS;
  if (fits(text())) return text();
  const lists = notes.filter(isList).sort(leastWorthFirst(notes));
  for (const fewest of MIN_ITEMS_BY_ROUND)
    for (const list of lists) {
      const most = kept.get(list) ?? list.items.length;
      const fitsWith = (count: number): boolean => {
        kept.set(list, count);
        return fits(text());
      };
      const least = Math.min(fewest, most);
      if (!fitsWith(least)) continue;
      kept.set(list, largest(least, most, fitsWith));
      return text();
    }
  const left = [...notes];
  while (left.length > 0 && !fits(text(left))) left.pop();
  return text(left);
}

const isList = (note: PackNote): note is PackList => typeof note !== 'string' && note.items.length > 0;

const leastWorthFirst =
  (order: readonly PackNote[]) =>
  (a: PackList, b: PackList): number =>
    b.rank - a.rank || order.indexOf(b) - order.indexOf(a);

/** The line with so many of its items: those of most value, in their own order. */
function written({ items, render: say, worth }: PackList, count: number, longest: number): string {
  const byWorth = items.map((_, i) => i).sort((a, b) => (worth?.[b] ?? 0) - (worth?.[a] ?? 0) || a - b);
  const chosen = byWorth.slice(0, count).sort((a, b) => a - b);
  return say(
    chosen.map((i) => clipped(items[i], longest)),
    Math.max(0, items.length - count),
  );
}

/** The largest count up to `most` that fits; `least` does. */
function largest(least: number, most: number, isFine: (count: number) => boolean): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isFine(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
