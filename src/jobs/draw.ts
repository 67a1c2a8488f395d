/**
 * A cut file for people: its lines, with the boundaries of chunks drawn between them.
 *
 *     notes.txt · text · 2 chunks · 31 tokens
 *     ┌─ 1 ── ~1 ───────────────────────────────── 16 tokens
 *     │ 1  The first paragraph, and of the second only
 *     ├─ 2 ── ~2 ───────────────────────────────── 15 tokens (20 characters repeated)
 *     │ 1  ⋯ its end.
 *     └─
 */
import pc from 'picocolors';
import type { Chunk } from '../schema.js';
import { visible } from '../text/visible.js';

const WIDTH = 78;

/** Returns the drawing chunk by chunk. Outlines are not part of the text and only counted. */
export function* draw(all: readonly Chunk[], path: string, colour: boolean): Generator<string> {
  const chunks = all.filter((chunk) => !chunk.synthetic);
  if (chunks.length === 0) return;
  const { bold, dim, cyan, yellow } = pc.createColors(colour);
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0);
  const outlines = all.length > chunks.length ? ` · ${plural(all.length - chunks.length, 'outline')} besides` : '';
  const summary = `· ${visible(chunks[0].language)} · ${plural(chunks.length, 'chunk')} · ${plural(total, 'token')}${outlines}`;
  yield `${bold(visible(path))} ${dim(summary)}\n`;
  const gutter = String(chunks[chunks.length - 1].endLine).length;
  for (const [i, chunk] of chunks.entries()) {
    const title = `${i === 0 ? '┌' : '├'}─ ${i + 1} ── ${visible(anchor(chunk))} `;
    const repeated = chunk.overlapChars > 0 ? ` (${plural(chunk.overlapChars, 'character')} repeated)` : '';
    const size = ` ${plural(chunk.tokenCount, 'token')}${repeated}`;
    const rule = '─'.repeat(Math.max(2, WIDTH - title.length - size.length));
    const lines = [...bodyLines(chunk, chunks[i - 1])].map(
      ([number, line]) => `${cyan('│')} ${dim(String(number).padStart(gutter))}  ${line}\n`,
    );
    yield `${cyan(title + rule)}${yellow(size)}\n${lines.join('')}`;
  }
  yield `${cyan('└─')}\n\n`;
}

/** The part of the id behind the file. */
const anchor = (chunk: Chunk): string => chunk.id.slice(chunk.docId.length).replace(/^#/, '') || chunk.name;

const plural = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** Its own lines, without overlap. A line that is cut starts with ⋯. */
function* bodyLines(chunk: Chunk, before: Chunk | undefined): Generator<[number, string]> {
  const skipped = chunk.content.slice(0, chunk.overlapChars);
  const lines = chunk.content.slice(chunk.overlapChars).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const cutThrough = before?.charEnd === chunk.charStart + chunk.overlapChars && !/[\r\n]$/.test(before.content);
  if (cutThrough) lines[0] = `⋯ ${lines[0]}`;
  let number = chunk.startLine + (skipped.match(/\r\n|\n|\r/g)?.length ?? 0);
  for (const line of lines) yield [number++, visible(line)];
}
