/**
 * The declarations of a section in parts that fit, cut between declarations. One that does
 * not fit alone is cut between lines, and a line that does not fit is shortened in its middle.
 */
import { type PackItem, writeItems } from '../parse/pack.js';
import { originsOf, type SourceLines } from './origins.js';

export interface SectionPart {
  readonly text: string;
  readonly origins: readonly SourceLines[];
}

/** `fits`: the first part may have less room than the others. */
export function sectionParts(
  items: readonly PackItem[],
  file: string,
  fits: (text: string, isFirst: boolean) => boolean,
): readonly SectionPart[] {
  const alone = (text: string): boolean => fits(text, true);
  const parts: PackItem[][] = [];
  for (const item of items.flatMap((one) => (alone(writeItems([one])) ? [one] : linesApart(one, alone)))) {
    const last = parts.at(-1);
    if (last && fits(writeItems([...last, item]), parts.length === 1)) last.push(item);
    else parts.push([item]);
  }
  return parts.map((part) => ({ text: writeItems(part), origins: originsOf(part, file) }));
}

function linesApart({ lines: [first], frames: _, ...item }: PackItem, fits: (text: string) => boolean): PackItem[] {
  return item.text.split('\n').map((text, i) => ({
    ...item,
    text: fits(writeItems([{ ...item, text, lines: [first, first] }])) ? text : clipped(text, fits),
    lines: [first + i, first + i],
  }));
}

/** As much of both ends of a line as fits: they say the most. */
function clipped(line: string, fits: (text: string) => boolean): string {
  let [low, high] = [0, line.length >> 1];
  const ends = (n: number): string =>
    `${line.slice(0, n).replace(/[\ud800-\udbff]$/, '')} … ${line.slice(line.length - n).replace(/^[\udc00-\udfff]/, '')}`;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(`${ends(middle)}\n`)) low = middle;
    else high = middle - 1;
  }
  return ends(low);
}
