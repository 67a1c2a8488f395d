/** The lines and files that a synthetic text consists of. */
import type { PackItem, PackNote, PackSource } from '../parse/pack.js';
import type { Source, Span } from '../types.js';

/** Lines are 1-based and inclusive. */
export interface SourceLines {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The lines of the text, from 1, that retell it in other words. */
  readonly retold?: readonly [from: number, to: number];
}

/** As stored in the metadata of a chunk. */
export interface RecordedOrigin {
  readonly file: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly retold_lines?: readonly [from: number, to: number];
}

export const recorded = ({ file, startLine, endLine, retold }: SourceLines): RecordedOrigin => ({
  file,
  start_line: startLine,
  end_line: endLine,
  ...(retold ? { retold_lines: retold } : {}),
});

/** Origins of notes on other files; each note is a line, and the last ones may be missing. */
export function noteOrigins(notes: readonly PackNote[], text: string): SourceLines[] {
  const origins: SourceLines[] = [];
  for (const [i, note] of notes.slice(0, text.split('\n').length - 1).entries()) {
    const from = typeof note === 'string' ? undefined : note.from;
    if (!from) continue;
    const [startLine, endLine] = from.lines;
    const last = origins.at(-1);
    if (last?.retold?.[1] === i && last.file === from.file && last.startLine === startLine && last.endLine === endLine)
      origins[origins.length - 1] = { ...last, retold: [last.retold[0], i + 1] };
    else origins.push({ file: from.file, startLine, endLine, retold: [i + 1, i + 1] });
  }
  return origins;
}

/** Origins of declarations; adjacent lines are merged. */
export function originsOf(items: readonly PackItem[], own: string): SourceLines[] {
  const origins: SourceLines[] = [];
  for (const {
    lines: [startLine, endLine],
    from,
  } of items) {
    const file = from?.file ?? own;
    const last = origins.at(-1);
    if (last?.file === file && startLine >= last.startLine && startLine <= last.endLine + 1)
      origins[origins.length - 1] = { ...last, endLine: Math.max(last.endLine, endLine) };
    else origins.push({ file, startLine, endLine });
  }
  return origins;
}

export const unitOrigin = ({ path, offsets }: Source, { start, end }: Span): SourceLines => ({
  file: path,
  startLine: offsets.lineAt(start),
  endLine: offsets.lineAt(end - 1),
});

export const originOf = ({ file, line, text }: PackSource): SourceLines => ({
  file,
  startLine: line,
  endLine: line + text.trimEnd().split('\n').length - 1,
});

/** From the first line to the last of the lines in the source itself. */
export function spanFrom({ path, text }: Source, origins: readonly SourceLines[]): Span | undefined {
  const own = origins.filter(({ file }) => file === path);
  if (own.length === 0) return undefined;
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];
  const first = Math.min(...own.map(({ startLine }) => startLine));
  const last = Math.max(...own.map(({ endLine }) => endLine));
  const start = starts[first - 1] ?? 0;
  const end = start + text.slice(start, starts[last] ?? text.length).trimEnd().length;
  return end > start ? { start, end } : undefined;
}
