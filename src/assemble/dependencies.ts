/**
 * What passages lean on: `Client → URL (creates), Timeout (reads)`. From the
 * graph; where that knows nothing inside the tree, by what is imported and used.
 */
import type { Dependency } from '../format/index.js';
import type { Chunk } from '../schema.js';
import { nameOf } from './passage.js';
import type { Relations } from './relations.js';
import type { ContextSegment } from './segments.js';

/** More than these say no more. */
const MOST_LINES = 8;
const MOST_NAMES = 6;

export async function dependenciesOf(segments: readonly ContextSegment[], relations: Relations): Promise<Dependency[]> {
  const lines: Dependency[] = [];
  for (const segment of segments) {
    const leanings = await relations.dependencyNames(segment);
    const to = leanings.length > 0 ? leanings : importedBy(segment);
    if (to.length === 0) continue;
    lines.push({ from: nameOf(segment.chunks[0]), to: to.slice(0, MOST_NAMES) });
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}

const importedBy = ({ chunks }: ContextSegment): Dependency['to'] =>
  [...new Set(chunks.flatMap(usesOf).flatMap(namesIn))].map((name) => ({ name, verb: 'imports' }));

const usesOf = ({ metadata: { uses } }: Chunk): string[] => (Array.isArray(uses) ? uses.map(String) : []);

/** The module that an import names: what is in quotes, less its extension, or the path after `from`, `import`, `use`. */
function namesIn(statement: string): string[] {
  const quoted = /["'`<]([^"'`>]+)["'`>]/.exec(statement)?.[1].replace(/\.[a-z]{1,4}$/, '');
  const path =
    quoted ?? /(?:from|import|use|using|require|include)\s+(?:static\s+)?([\w.$:\\/@-]+)/.exec(statement)?.[1];
  const last = path
    ?.split(/[/\\.:]+/)
    .filter((part) => part !== '')
    .at(-1);
  return last ? [last] : [];
}
