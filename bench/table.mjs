/** A table: columns that say how their numbers are written, and rows of plain values. */

/**
 * @typedef {keyof typeof formats} Format
 * @typedef {{ title: string, columns: Record<string, Format>, rows: Record<string, unknown>[], notes?: string[], plot?: { x: string, y: string[] } }} Table
 */

export const formats = {
  text: String,
  count: (n) => n.toLocaleString('en-US'),
  number: short,
  times: (n) => `${short(n)}×`,
  percent: (n) => (n === 0 ? '0' : n < 0.0001 ? '<0.01 %' : `${(n * 100).toFixed(n < 0.01 ? 2 : 1)} %`),
  megabytes: (n) => short(n / 1e6),
};

/** Three digits are more than a shared machine can vouch for. */
function short(n) {
  if (n >= 100) return String(Math.round(n));
  return n >= 10 ? n.toFixed(1) : n.toFixed(2);
}

/** @param {Table} table */
export function aligned({ title, columns, rows, notes = [] }) {
  const [head, ...body] = cells(columns, rows);
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => row[at].length)));
  const formatOf = Object.values(columns);
  const line = (row) =>
    row
      .map((cell, at) => (formatOf[at] === 'text' ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [title, '', line(head), rule, ...body.map(line), '', ...notes, ''].join('\n');
}

/** @param {Table} table */
export function markdown({ title, columns, rows, notes = [] }) {
  return [`## ${title}`, '', ...tableLines(columns, rows), '', ...notes.flatMap((note) => [note, ''])].join('\n');
}

/** The table alone, in markdown. */
export function tableLines(columns, rows) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = Object.values(columns).map((format) => (format === 'text' ? '---' : '--:'));
  const [head, ...body] = cells(columns, rows);
  return [line(head), line(rule), ...body.map(line)];
}

/** Absent values stay absent: a dash is not a zero. */
const cells = (columns, rows) => [
  Object.keys(columns),
  ...rows.map((row) =>
    Object.entries(columns).map(([name, format]) => (row[name] === undefined ? '–' : formats[format](row[name]))),
  ),
];
