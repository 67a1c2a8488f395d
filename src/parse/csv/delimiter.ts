/** Which character separates the cells: the one that gives most rows the same number of them. */
import { CsvRows } from './rows.js';

/** In the order of preference, where several do equally well. */
const delimiters = [0x2c, 0x09, 0x3b, 0x7c]; // , tab ; |
/** This much of the text is looked at. */
const SAMPLE = 64 * 1024;
const SAMPLE_ROWS = 50;

/** Excel writes `sep=;` on the first line to say so. */
const DECLARED = /^sep=([,;|\t])\r?(?:\n|$)/i;

export interface CsvDelimiter {
  readonly unit: number;
  /** Where the table begins: after a byte order mark, and the line that names the delimiter. */
  readonly from: number;
}

export function findDelimiter(text: string, start: number): CsvDelimiter {
  const sample = text.slice(start, start + SAMPLE);
  const said = DECLARED.exec(sample);
  if (said) return { unit: said[1].charCodeAt(0), from: start + said[0].length };
  let best = { unit: delimiters[0], share: 0, cells: 0 };
  for (const unit of delimiters) {
    const { share, cells } = regularity(sample, unit);
    if (share > best.share || (share === best.share && cells > best.cells)) best = { unit, share, cells };
  }
  return { unit: best.unit, from: start };
}

/** The share of rows that have the commonest number of cells, when that is more than one. */
function regularity(sample: string, unit: number): { share: number; cells: number } {
  const rows = new CsvRows(sample, unit);
  const counts = new Map<number, number>();
  let read = 0;
  for (let at = 0; at < sample.length && read < SAMPLE_ROWS; read++) {
    let cells = 0;
    at = rows.end(at, () => cells++);
    counts.set(cells, (counts.get(cells) ?? 0) + 1);
  }
  let common = { share: 0, cells: 0 };
  for (const [cells, times] of counts)
    if (cells > 1 && times / read > common.share) common = { share: times / read, cells };
  return common;
}
