/**
 * Tree → chunks. Pieces are cut (pieces.ts), then written as records
 * (writer.ts). What no chunk holds is recorded as a gap.
 */
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Tokenizer } from '../text/tokens/index.js';
import type { Cut, Node, Source, Span } from '../types.js';
import { skipBlank } from './blank.js';
import { gapsIn } from './gaps.js';
import { Cutter } from './pieces.js';
import { rootBranch } from './tree.js';
import { ChunkWriter, type Prefix } from './writer.js';

export interface CutSettings {
  readonly parser: Parser;
  readonly limits: Limits;
  readonly tokenizer: Tokenizer;
  readonly prefix?: Prefix | undefined;
}

export function cut(source: Source, root: Node, settings: CutSettings): Cut {
  const { text } = source;
  const body: Span = { start: text.charCodeAt(0) === 0xfeff ? 1 : 0, end: text.length };
  if (skipBlank(text, body.start, body.end) === body.end)
    return { chunks: [], gaps: gapsIn(text, []), diagnostics: [] };
  const writer = new ChunkWriter(source, root, settings);
  const cutter = new Cutter(text, writer.ruler, writer.room(), settings.parser);
  for (const piece of cutter.cut(rootBranch(root), body)) writer.write(piece);
  const { chunks } = writer;
  return {
    chunks,
    gaps: gapsIn(
      text,
      chunks.map((chunk) => ({ start: chunk.charStart, end: chunk.charEnd })),
    ),
    diagnostics: [],
  };
}
