/** What Org keeps for itself below a heading: dates, drawers, comments, keywords. */
import { block } from '../document/block.js';
import { ASIDE_WEIGHT, weighted } from '../document/dimmed.js';
import type { DocumentLines } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import { headingLimit, type OrgContext } from './context.js';

const PLANNING = /^(?:SCHEDULED|DEADLINE|CLOSED):/;
const DRAWER = /^:[\w-]{1,100}:$/;

export const planning = (lines: DocumentLines, line: number): boolean =>
  !lines.isBlank(line) && PLANNING.test(lines.text.slice(lines.first(line), lines.first(line) + 10));

export const dates: BlockReader<OrgContext> = ({ lines }, { line }) =>
  planning(lines, line)
    ? { next: line + 1, blocks: [weighted(block('planning', lines, line, line + 1), ASIDE_WEIGHT)] }
    : undefined;

/** `:LOGBOOK:` … `:END:`, before the next heading. */
export const drawer: BlockReader<OrgContext> = (context, place) => {
  const { lines, closers } = context;
  const { line } = place;
  if (lines.unit(line) !== 0x3a || !DRAWER.test(lines.trimmed(line))) return undefined;
  const end = closers.next(':end:', line + 1);
  if (end < 0 || end >= headingLimit(context, place)) return undefined;
  return { next: end + 1, blocks: [weighted(block('drawer', lines, line, end + 1, { grain: 'lines' }), ASIDE_WEIGHT)] };
};

/** `: as it is`, line after line. */
export const fixedWidth: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (!isFixed(lines, line)) return undefined;
  let next = line + 1;
  while (next < to && isFixed(lines, next)) next++;
  return { next, blocks: [block('code', lines, line, next, { grain: 'lines' })] };
};

const isFixed = (lines: DocumentLines, line: number): boolean => lines.unit(line) === 0x3a && isGapAfter(lines, line);

export const comment: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (!isComment(lines, line)) return undefined;
  let next = line + 1;
  while (next < to && isComment(lines, next)) next++;
  return { next, blocks: [weighted(block('comment', lines, line, next), ASIDE_WEIGHT)] };
};

const isComment = (lines: DocumentLines, line: number): boolean => lines.unit(line) === 0x23 && isGapAfter(lines, line);

/** A blank or the end of the line comes after its first character. */
const isGapAfter = (lines: DocumentLines, line: number): boolean => {
  const after = lines.first(line) + 1;
  return after >= lines.stop(line) || lines.text.charCodeAt(after) <= 0x20;
};

/** Keywords that say something about the block that follows. */
const AFFILIATED = /^#\+(?:name|caption|headers?|plot|results|attr_\w{1,40}|label|tblname)(?:\[[^\]]{0,200}\])?:(.*)$/i;
const NAME = /^#\+(?:name|label|tblname):/i;
const KEYWORD = /^#\+[\w-]{1,60}:/;

export const keyword: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x23) return undefined;
  const said = lines.trimmed(line);
  if (!KEYWORD.test(said) && !AFFILIATED.test(said)) return undefined;
  const affiliated = AFFILIATED.exec(said);
  if (affiliated && line + 1 < to && !lines.isBlank(line + 1)) {
    const name = NAME.test(said) ? affiliated[1].trim() : '';
    return { next: line + 1, ahead: name === '' ? {} : { anchors: [name] } };
  }
  return { next: line + 1, blocks: [block('keyword', lines, line, line + 1)] };
};
