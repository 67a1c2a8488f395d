/** The overview of a context in a few lines: size, languages, stack, areas, and the area of the results. */
import type { Overview } from '../store/store.js';
import { areaOf } from '../text/fileKinds.js';
import { visible } from '../text/visible.js';
import type { ContextSegment } from './segments.js';

const MOST = 8;
const MOST_STACK = 12;

export function overviewText(overview: Overview, segments: readonly ContextSegment[]): string {
  const { languages, areas, sources, tokens, stack, databases, units } = overview;
  if (sources === 0) return '';
  const list = (counts: readonly (readonly [string, number])[]): string =>
    counts
      .slice(0, MOST)
      .map(([name, count]) => `${visible(name)} (${count.toLocaleString('en')})`)
      .join(', ');
  const hit = new Map<string, number>();
  for (const { chunks } of segments)
    hit.set(areaOf(chunks[0].filePath), (hit.get(areaOf(chunks[0].filePath)) ?? 0) + 1);
  const [relevant] = [...hit].sort((a, b) => b[1] - a[1]);
  const total = areas.find(([area]) => area === relevant?.[0])?.[1];
  return [
    `Overview: ${sources.toLocaleString('en')} files, ${tokens.toLocaleString('en')} tokens: ${list(languages)}.`,
    ...(stack.length > 0 ? [`Stack: ${stack.slice(0, MOST_STACK).map(visible).join(', ')}.`] : []),
    ...(databases.length > 0 ? [`Database: ${databases.slice(0, MOST).map(visible).join(', ')}.`] : []),
    ...(units.length > 0 ? [`Units: ${list(units)}.`] : []),
    `Areas: ${list(areas)}.`,
    ...(relevant
      ? [
          `Relevant area: ${visible(relevant[0])}${total === undefined ? '' : ` (${total.toLocaleString('en')} ${total === 1 ? 'file' : 'files'})`}.`,
        ]
      : []),
  ].join('\n');
}
