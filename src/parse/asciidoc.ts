/** AsciiDoc: sections by their titles, with delimited blocks, lists, tables and paragraphs below them. */

import { asciidocDelimitedBlock, asciidocParagraph } from './asciidoc/blocks.js';
import { type AsciiDocContext, findClosers, noAttributes } from './asciidoc/context.js';
import {
  asciidocComment,
  asciidocTitle,
  attributeEntries,
  attributeList,
  blockTitle,
  breaks,
  continuation,
  directive,
  header,
  toc,
} from './asciidoc/lines.js';
import { asciidocList } from './asciidoc/lists.js';
import { documentParser } from './document/format.js';
import { DocumentLines } from './document/lines.js';
import { type BlockReader, readBlocks } from './document/read.js';

const readers: readonly BlockReader<AsciiDocContext>[] = [
  header,
  attributeList,
  asciidocTitle,
  asciidocDelimitedBlock,
  blockTitle,
  continuation,
  attributeEntries,
  directive,
  toc,
  asciidocComment,
  breaks,
  asciidocList,
  asciidocParagraph,
];

export const asciidoc = documentParser({
  id: 'asciidoc',
  // link:target[words], xref:target[words], <<target,words>>, include::target[], a bare address
  links:
    /\b(?:link|xref|include|image|video):{1,2}([^\s[\]]{1,2000})\[|<<([^<>,\r\n]{1,400})|\b(?:https?|ftp):\/\/[^\s<>[\]"]{1,2000}[^\s<>[\]".,;:!?)]/g,
  read(source) {
    const lines = new DocumentLines(source);
    const context: AsciiDocContext = {
      lines,
      headings: [],
      closers: findClosers(lines),
      language: undefined,
      pendingAttributes: noAttributes,
      readInside: (position) => readBlocks(context, readers, position),
    };
    const blocks = readBlocks(context, readers, { line: 0, to: lines.count, depth: 0, indent: 0 });
    return { headings: context.headings, blocks };
  },
});
