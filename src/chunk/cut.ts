/**
 * Tree → chunks. Chunks are cut (cutter.ts), then written as records
 * (chunkWriter.ts). Text in no chunk is recorded as a gap.
 */
import { checkArgument } from '../checkArgument.js';
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Tokenizer } from '../text/tokens/index.js';
import type { Cut, Node, Source, Span } from '../types.js';
import { gapsIn, skipBlank } from './blank.js';
import { rootBranch } from './branch.js';
import { ChunkWriter, type Prefix } from './chunkWriter.js';
import { Cutter } from './cutter.js';

export interface CutSettings {
  readonly parser: Parser;
  readonly limits: Limits;
  readonly tokenizer: Tokenizer;
  readonly prefix?: Prefix | undefined;
  /** Context of a chunk that is not in the source: it becomes part of its `context`. */
  readonly notes?: Prefix | undefined;
  /** Makes the synthetic chunk of a split unit; without it there is none. */
  readonly outline?: Draw | undefined;
  /** Draws the signatures of its members, with which the head of a split unit is embedded and shown. */
  readonly signatures?: Draw | undefined;
}

/** Draws as much of a unit as fits; undefined if nothing does. */
export type Draw = (text: string, node: Node, fits: (drawn: string) => boolean) => string | undefined;

export function cut(source: Source, root: Node, settings: CutSettings): Cut {
  checkArgument('cut()', 'source', source);
  checkArgument('cut()', 'node', root);
  checkArgument('cut(): settings', 'object', settings);
  checkArgument('cut(): parser', 'parser', settings.parser);
  checkArgument('cut(): limits', 'object', settings.limits);
  checkArgument('cut(): tokenizer', 'tokenizer', settings.tokenizer);
  const { text } = source;
  const body: Span = { start: text.charCodeAt(0) === 0xfeff ? 1 : 0, end: text.length };
  if (skipBlank(text, body.start, body.end) === body.end)
    return { chunks: [], gaps: gapsIn(text, []), diagnostics: [] };
  const writer = new ChunkWriter(source, root, settings);
  const keepsHeads = (settings.outline ?? settings.signatures) !== undefined;
  const cutter = new Cutter(text, writer.ruler, writer.limitsWithoutPrefix(), settings.parser, keepsHeads);
  const drafts = cutter.cut(rootBranch(root), body);
  writer.register(drafts);
  let nextOutline = 0;
  for (const draft of drafts) {
    // An outline goes before the first chunk of its unit.
    for (; cutter.opened[nextOutline]?.node.start <= draft.end - 1; nextOutline++)
      writer.outline(cutter.opened[nextOutline]);
    writer.write(draft);
  }
  const { chunks } = writer;
  const spans: Span[] = [];
  for (const { synthetic, charStart, charEnd } of chunks)
    if (!synthetic) spans.push({ start: charStart, end: charEnd });
  return { chunks, gaps: gapsIn(text, spans), diagnostics: [] };
}
