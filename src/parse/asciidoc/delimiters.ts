/**
 * Lines that open and close blocks: at the margin, four or more of one sign.
 *
 *     ----  code        ....  as it is      ++++  passed through     ////  comment
 *     ====  example     ****  sidebar       ____  quotation          --    open
 *     |===  table       ```   code, with its language after it
 */
import type { DocumentLines } from '../document/lines.js';

export type DelimitedKind =
  | 'code'
  | 'literal'
  | 'pass'
  | 'comment'
  | 'example'
  | 'sidebar'
  | 'quote'
  | 'open'
  | 'table';

export interface BlockDelimiter {
  readonly kind: DelimitedKind;
  /** The text of the line that closes it. */
  readonly close: string;
  /** This line can itself be a closing one. */
  readonly closes: boolean;
  /** What a fence says after its backticks. */
  readonly language?: string;
}

const runs: ReadonlyMap<number, DelimitedKind> = new Map([
  [0x2d, 'code'],
  [0x2e, 'literal'],
  [0x2b, 'pass'],
  [0x2f, 'comment'],
  [0x3d, 'example'],
  [0x2a, 'sidebar'],
  [0x5f, 'quote'],
]);

const TABLE_DELIMITER = /^[|,:!]={3,}$/;
const FENCE_DELIMITER = /^(`{3,})\s*([\w+#.-]{0,60})[^`]*$/;

export function delimiterOf(lines: DocumentLines, line: number): BlockDelimiter | undefined {
  if (lines.isBlank(line) || lines.first(line) !== lines.start(line)) return undefined;
  const unit = lines.unit(line);
  const length = lines.stop(line) - lines.start(line);
  const kind = runs.get(unit);
  if (kind) {
    if (unit === 0x2d && length === 2 && lines.isRun(line, unit, 2)) return { kind: 'open', close: '--', closes: true };
    return lines.isRun(line, unit, 4) ? { kind, close: lines.trimmed(line), closes: true } : undefined;
  }
  if (unit === 0x60) {
    const fence = FENCE_DELIMITER.exec(lines.trimmed(line));
    if (!fence) return undefined;
    const [said, close, language] = fence;
    return { kind: 'code', close, closes: said === close, ...(language === '' ? {} : { language }) };
  }
  const isTable = unit === 0x7c || unit === 0x2c || unit === 0x3a || unit === 0x21;
  if (!isTable || !TABLE_DELIMITER.test(lines.trimmed(line))) return undefined;
  return { kind: 'table', close: lines.trimmed(line), closes: true };
}
