/**
 * A cut file for people: its lines, with the cuts drawn between them.
 *
 *     notes.txt · text · 2 pieces · 31 tokens
 *     ┌─ 1 ── notes.txt~1 ─────────────────────── 16 tokens
 *     │ 1  The first paragraph.
 *     ├─ 2 ── notes.txt~2 ─────────────────────── 15 tokens (4 repeated)
 *     │ 3  The second one.
 *     └─
 */
import pc from 'picocolors';
import type { Chunk } from '../schema.js';
import type { Cut } from '../types.js';

const WIDTH = 78;

export function draw(cut: Cut, path: string, colour: boolean): string {
  const { bold, dim, cyan, yellow } = pc.createColors(colour);
  const { chunks } = cut;
  if (chunks.length === 0) return '';
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0);
  const out = [`${bold(path)} ${dim(`· ${chunks[0].language} · ${plural(chunks.length, 'piece')} · ${plural(total, 'token')}`)}`];
  const gutter = String(chunks[chunks.length - 1].endLine).length;
  chunks.forEach((chunk, i) => {
    const corner = i === 0 ? '┌' : '├';
    const title = `${corner}─ ${i + 1} ── ${anchor(chunk)} `;
    const repeated = chunk.overlapChars > 0 ? ` (${plural(chunk.overlapChars, 'character')} repeated)` : '';
    const size = ` ${plural(chunk.tokenCount, 'token')}${repeated}`;
    out.push(cyan(title + '─'.repeat(Math.max(2, WIDTH - title.length - size.length))) + yellow(size));
    for (const [number, line] of bodyLines(chunk)) out.push(`${cyan('│')} ${dim(String(number).padStart(gutter))}  ${line}`);
  });
  out.push(cyan('└─'), '');
  return `${out.join('\n')}\n`;
}

/** What the id says beyond the file. */
const anchor = (chunk: Chunk): string => chunk.id.slice(chunk.docId.length).replace(/^#/, '') || chunk.name;

const plural = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** Its own lines, without what it repeats. A line that the cut goes through starts with ⋯. */
function* bodyLines(chunk: Chunk): Generator<[number, string]> {
  const skipped = chunk.content.slice(0, chunk.overlapChars);
  const lines = chunk.content.slice(chunk.overlapChars).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  let number = chunk.startLine + (skipped.match(/\r\n|\n|\r/g)?.length ?? 0);
  for (const line of lines) yield [number++, visible(line)];
}

/** Control characters could drive the terminal; they are shown, not sent. */
const visible = (line: string): string =>
  line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`); // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
