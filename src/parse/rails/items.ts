/** What a model declares, as it stands in its file. */
import type { Span } from '../../types.js';
import type { PackFrame, PackItem } from '../pack.js';
import type { EnclosingBlock } from '../ruby/call.js';

/** The lines of some calls, as they stand there; what stands on one line, or is done for each of a list, is said once. */
export function itemsOf(
  text: string,
  calls: readonly (Span & { readonly frames?: readonly EnclosingBlock[] })[],
): PackItem[] {
  const items: PackItem[] = [];
  const lineAt = lineCounter(text);
  let last = -1;
  for (const { start, end, frames = [] } of calls) {
    if (start < last) continue;
    const from = lineStart(text, start);
    last = lineEnd(text, end);
    // What opens on the line of the declaration itself is in that line.
    const around = frames.filter(({ opens }) => lineEnd(text, opens) < from).map((frame) => packFrame(text, frame));
    items.push({
      text: text.slice(from, last).trimEnd(),
      ...(around.length > 0 ? { frames: around } : {}),
      lines: [lineAt(from), lineAt(Math.max(from, end - 1))],
    });
  }
  return items;
}

function packFrame(text: string, { start, end, opens, closes }: EnclosingBlock): PackFrame {
  const open = text.slice(lineStart(text, start), lineEnd(text, opens)).trimEnd();
  return closes
    ? { at: start, open, close: text.slice(lineStart(text, end), lineEnd(text, end)).trimEnd() }
    : { at: start, open };
}

export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The number of a line by a place in it; places come in order. */
export function lineCounter(text: string): (at: number) => number {
  let [line, counted] = [1, 0];
  return (at) => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    return line;
  };
}
