/**
 * A row in COPY's text format:
 *
 *     ['a\tb', null, 7, bytes, [1, 2]]  →  a\\tb \t \\N \t 7 \t \\\\x00ff \t {1,2} \n
 */
export type CopyCell = string | number | null | Uint8Array | readonly number[];

export const copyLine = (cells: readonly CopyCell[]): string => `${cells.map(cellOf).join('\t')}\n`;

function cellOf(cell: CopyCell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return pgText(cell).replace(/[\\\t\n\r]/g, escapeChar);
  if (cell instanceof Uint8Array)
    return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString('hex')}`;
  return `{${cell.join(',')}}`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeChar = (char: string): string => escapes[char];

/**
 * PostgreSQL's text type cannot hold U+0000. A name with one is stored, and searched,
 * without it; contents are bytes and keep theirs.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the character to remove
export const pgText = (text: string): string => text.replace(/\u0000/g, '\ufffd');
