/**
 * A table that says what of it to draw → SVG. Everything is shown as a multiple
 * of the first row, both axes doubling: the dashed line is growth in step with
 * the input, a flat one does not grow, a steeper one grows faster.
 */
import { formats } from './table.mjs';

const [WIDTH, HEIGHT] = [600, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [50, 150, 40, 40];
const colours = ['#c2410c', '#2563eb', '#15803d'];

/** @param {import('./table.mjs').Table} table */
export function drawn({ title, columns, rows, plot: { x, y } }) {
  const [first, last] = [rows[0], rows.at(-1)];
  const most = Math.log2(last[x] / first[x]) || 1;
  const highest = Math.max(most, ...y.flatMap((name) => rows.map((row) => Math.log2(row[name] / first[name]))));
  const across = (value) => Math.round(LEFT + (Math.log2(value / first[x]) / most) * (WIDTH - LEFT - RIGHT));
  const up = (times) =>
    Math.round(HEIGHT - BOTTOM - (Math.max(0, Math.log2(times)) / highest) * (HEIGHT - TOP - BOTTOM));
  const say = (name, row) => formats[columns[name]](row[name]);
  const lines = y.map((name, i) => {
    const height = (row) => up(row[name] / first[name]);
    const points = rows.map((row) => `${across(row[x])},${height(row)}`).join(' ');
    const dots = rows.map((row) => `<circle cx="${across(row[x])}" cy="${height(row)}" r="3" fill="${colours[i]}"/>`);
    const label = `<text x="${WIDTH - RIGHT + 8}" y="${height(last) + 4}" fill="${colours[i]}">${name}: ${say(name, first)} → ${say(name, last)}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colours[i]}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  const ticks = rows.map(
    (row) => `<text x="${across(row[x])}" y="${HEIGHT - 22}" text-anchor="middle">${say(x, row)}</text>`,
  );
  const frame = `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#78716c"/>`;
  const straight = `<path d="M${LEFT} ${up(1)}L${across(last[x])} ${up(last[x] / first[x])}" stroke="#a8a29e" stroke-dasharray="4"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/><text x="${LEFT}" y="20" font-size="14" font-weight="600">${title}</text>${frame}${straight}${ticks.join('')}<text x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${x}</text>${lines.join('')}</svg>\n`;
}
