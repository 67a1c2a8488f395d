/** Blocks of an HTML mail as the text that a plain mail would have been: quotes behind `>`, a blank line between. */
import type { ExtractedBlock } from '../block.js';

/** Deeper quotes are all the same to a reader. */
const MAX_QUOTE_DEPTH = 9;

export function quotedText(blocks: readonly ExtractedBlock[]): string {
  const lines: string[] = [];
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1];
    const mark = '> '.repeat(Math.min(block.quote, MAX_QUOTE_DEPTH));
    if (before) {
      const together = before.kind === 'item' && block.kind === 'item' && before.group === block.group;
      if (!together) lines.push('> '.repeat(Math.min(block.quote, before.quote, MAX_QUOTE_DEPTH)).trimEnd());
    }
    for (const line of block.text.split('\n')) lines.push((mark + line).trimEnd());
  }
  return lines.join('\n');
}
