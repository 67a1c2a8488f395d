/** Which lines of which files a text was put together from. */
import type { PackItem, PackSource } from '../parse/pack.js';
import type { Source, Span } from '../types.js';

/** Lines are 1-based and inclusive. */
export interface Origin {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** As it stands in a chunk's metadata. */
export const recorded = ({ file, startLine, endLine }: Origin) => ({ file, start_line: startLine, end_line: endLine });

/** Of declarations; neighbouring lines are one place. */
export function originsOf(items: readonly PackItem[], own: string): Origin[] {
  const origins: Origin[] = [];
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

export const unitOrigin = ({ path, offsets }: Source, { start, end }: Span): Origin => ({
  file: path,
  startLine: offsets.lineAt(start),
  endLine: offsets.lineAt(end - 1),
});

export const originOf = ({ file, line, text }: PackSource): Origin => ({
  file,
  startLine: line,
  endLine: line + text.trimEnd().split('\n').length - 1,
});

/** From the first line to the last of what is from the source itself. */
export function spanFrom({ path, text }: Source, origins: readonly Origin[]): Span | undefined {
  const own = origins.filter(({ file }) => file === path);
  if (own.length === 0) return undefined;
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];
  const first = Math.min(...own.map(({ startLine }) => startLine));
  const last = Math.max(...own.map(({ endLine }) => endLine));
  const start = starts[first - 1] ?? 0;
  const end = start + text.slice(start, starts[last] ?? text.length).trimEnd().length;
  return end > start ? { start, end } : undefined;
}
