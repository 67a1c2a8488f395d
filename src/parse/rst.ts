/**
 * reStructuredText: sections by their underlines, with blocks below them. The
 * readers follow the rules and the order of docutils.
 */
import { documentParser } from './document/format.js';
import { DocumentLines } from './document/lines.js';
import { type BlockReader, readBlocks } from './document/read.js';
import { doctest, gridTable, lineBlock, rstParagraph, simpleTable } from './rst/blocks.js';
import { anonymousTarget, explicit } from './rst/explicit.js';
import { bullets, definition, fieldList, numbers, options, quote } from './rst/lists.js';
import { type RstContext, rstTitle } from './rst/titles.js';

const readers: readonly BlockReader<RstContext>[] = [
  quote,
  bullets,
  numbers,
  fieldList,
  options,
  doctest,
  lineBlock,
  gridTable,
  simpleTable,
  explicit,
  anonymousTarget,
  rstTitle,
  definition,
  rstParagraph,
];

export const rst = documentParser({
  id: 'rst',
  // `text <target>`_, :ref:`text <target>`, :ref:`target`, a bare address
  links:
    /<([^\s<>`]{1,2000})>`|:(?:ref|doc|numref|download|any):`([^`<]{1,400})`|\b(?:https?|ftp):\/\/[^\s<>`"]{1,2000}[^\s<>`".,;:!?)\]]/g,
  read(source, before) {
    const lines = new DocumentLines(source);
    const context: RstContext = {
      lines,
      headings: [],
      adornments: [...(before?.levels ?? [])],
      language: undefined,
      readInside: (position) => readBlocks(context, readers, position),
    };
    const blocks = readBlocks(context, readers, { line: 0, to: lines.count, depth: 0, indent: 0 });
    return { headings: context.headings, blocks, levels: context.adornments };
  },
});
