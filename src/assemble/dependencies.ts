/** What passages lean on, by what they import and really use: `Client → URL (imports), Timeout (imports)`. */
import type { Dependency } from '../format/index.js';
import type { Chunk } from '../schema.js';
import type { Segment } from './segments.js';

/** More than these say no more. */
const MOST_LINES = 8;
const MOST_NAMES = 6;

export function dependenciesOf(segments: readonly Segment[]): Dependency[] {
  const lines: Dependency[] = [];
  for (const { chunks } of segments) {
    const names = new Set(chunks.flatMap(usesOf).flatMap(namesIn));
    if (names.size === 0) continue;
    lines.push({
      from: chunks[0].fullName,
      to: [...names].slice(0, MOST_NAMES).map((name) => ({ name, verb: 'imports' })),
    });
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}

const usesOf = ({ metadata: { uses } }: Chunk): string[] => (Array.isArray(uses) ? uses.map(String) : []);

/** The module that an import names: what is in quotes, or the path after `from`, `import`, `use`. */
function namesIn(statement: string): string[] {
  const quoted = /["'`<]([^"'`>]+)["'`>]/.exec(statement)?.[1];
  const path =
    quoted ?? /(?:from|import|use|using|require|include)\s+(?:static\s+)?([\w.$:\\/@-]+)/.exec(statement)?.[1];
  const last = path
    ?.replace(/\.[a-z]{1,4}$/, '')
    .split(/[/\\.:]+/)
    .filter((part) => part !== '')
    .at(-1);
  return last ? [last] : [];
}
