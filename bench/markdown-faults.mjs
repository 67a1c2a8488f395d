/**
 * What a splitter did to the headings and fences of a markdown text, told from
 * the text of its chunks alone: some write the markup anew and have no offsets.
 * Where headings and fences are is what commonmark.js says, not froe.
 *
 *     ## Setup            a heading is lost when no chunk has a line that says
 *                         what it says, and parted when its chunk ends with it
 *     Text.               although text follows
 *
 *     ```js               a fence is torn when one of its lines stands in a
 *     run()               chunk outside any fence: no reader could tell that
 *     ```                 it is code. The context of a chunk counts as read.
 */
import { Parser } from 'commonmark';

const parser = new Parser();

/** @typedef {{ key: string, heads: boolean }} Heading heads: what follows is not another heading */

/** @param {string} text */
export function structureOf(text) {
  const lines = blankFrontMatter(text.split(/\r\n|\n|\r/));
  const headings = [];
  const fences = [];
  const seen = counted(lines.map((line) => line.trim()));
  for (let node = parser.parse(lines.join('\n')).firstChild; node; node = node.next) {
    const [[first], [last]] = node.sourcepos;
    if (node.type === 'heading') {
      const key = words(lines.slice(first - 1, last).join(' '));
      if (key !== '') headings.push({ key, heads: node.next !== null && node.next.type !== 'heading' });
    } else if (node.type === 'code_block' && /^ {0,3}[`~]/.test(lines[first - 1])) {
      fences.push(
        lines
          .slice(first, last - 1)
          .map((line) => line.trim())
          .filter((line) => seen.get(line) === 1 && !isFence(line)),
      );
    }
  }
  return { headings, fences };
}

/**
 * @param {ReturnType<typeof structureOf>} structure
 * @param {import('./splitters.mjs').Chunk[]} chunks
 */
export function markdownFaults({ headings, fences }, chunks) {
  const read = chunks.filter((chunk) => !chunk.drawn);
  return { ...headingFaults(headings, read), fences: fences.length, torn: tornFences(fences, read) };
}

/**
 * Headings that say the same are told apart by their number only. Where more
 * lines than headings say it, one that ends a chunk is taken for such a line.
 */
function headingFaults(headings, chunks) {
  const [all, bare] = [new Map(), new Map()];
  const wanted = new Set(headings.map(({ key }) => key));
  for (const { text } of chunks) {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => words(line) !== '');
    const keys = lines.map(words);
    keys.forEach((key, at) => {
      if (!wanted.has(key)) return;
      add(all, key);
      if (at === keys.length - 1) add(bare, key);
    });
  }
  const total = counted(headings.map(({ key }) => key));
  const free = counted(headings.filter(({ heads }) => !heads).map(({ key }) => key));
  let [lost, parted] = [0, 0];
  for (const [key, count] of total) {
    const found = all.get(key) ?? 0;
    lost += Math.max(0, count - found);
    parted += Math.max(0, (bare.get(key) ?? 0) - (free.get(key) ?? 0) - Math.max(0, found - count));
  }
  return { headings: headings.length, lost, parted };
}

function tornFences(fences, chunks) {
  const outside = new Set();
  for (const { text, context = '' } of chunks) for (const line of outsideFences(`${context}${text}`)) outside.add(line);
  return fences.filter((lines) => lines.some((line) => outside.has(line))).length;
}

/** Lines of a chunk that no fence in it holds, read from its beginning. */
function* outsideFences(text) {
  let open = '';
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = fenceMark(line);
    if (open === '') {
      if (mark === '') yield line.trim();
      open = mark;
    } else if (mark.startsWith(open) && line.trim().endsWith(mark)) open = '';
  }
}

/** The run of backticks or tildes at its beginning, below quotes and list markers; empty if it is none. */
function fenceMark(line) {
  return /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';
}

const isFence = (line) => fenceMark(line) !== '';

/** What a heading says, whatever its markup: its letters and digits. */
const words = (line) => line.replace(/[^\p{L}\p{N}]+/gu, '');

/** CommonMark knows no front matter and would take its last key for a heading. */
function blankFrontMatter(lines) {
  if (lines[0]?.trimEnd() !== '---') return lines;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  return end < 0 ? lines : lines.map((line, at) => (at <= end ? '' : line));
}

function counted(keys) {
  const counts = new Map();
  for (const key of keys) add(counts, key);
  return counts;
}

function add(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
