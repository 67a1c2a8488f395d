/** Org: sections by their stars, with blocks, drawers, tables and lists below them. */
import { documentParser } from './document/format.js';
import { DocumentLines } from './document/lines.js';
import { type BlockReader, readBlocks } from './document/read.js';
import { orgDelimitedBlock, orgList, orgParagraph, table } from './org/blocks.js';
import { type OrgContext, surveyLines } from './org/context.js';
import { dates, drawer, fixedWidth, heading, keyword, orgComment } from './org/headings.js';

const readers: readonly BlockReader<OrgContext>[] = [
  heading,
  dates,
  drawer,
  orgDelimitedBlock,
  keyword,
  orgComment,
  fixedWidth,
  table,
  orgList,
  orgParagraph,
];

export const org = documentParser({
  id: 'org',
  // [[target][words]], a bare address
  links: /\[\[([^\][\r\n]{1,2000})\]|\b(?:https?|ftp):\/\/[^\s<>[\]"]{1,2000}[^\s<>[\]".,;:!?)]/g,
  sectionKeys: ['todo', 'priority', 'tags', 'properties'],
  read(source) {
    const lines = new DocumentLines(source);
    const survey = surveyLines(lines);
    const context: OrgContext = {
      lines,
      headings: [],
      ...survey,
      readInside: (position) => readBlocks(context, readers, position),
    };
    const blocks = readBlocks(context, readers, { line: 0, to: lines.count, depth: 0, indent: 0 });
    return { title: survey.title, headings: context.headings, blocks };
  },
});
