/** Where a line of a context is in the sources, and ranges of such lines. */
import type { TextPlace } from '../format/index.js';

export interface LineOrigin {
  readonly docId: string;
  readonly file: string;
  readonly line: number;
  /** The line retells the source from `line` to this one. */
  readonly retoldTo?: number;
}

/** By line of a text; undefined for a line that is in no source. */
export type LineOrigins = readonly (LineOrigin | undefined)[];

/** Ranges with at most so many lines between are joined: blank lines and comments. */
const MAX_GAP_LINES = 3;
/** Most ranges of a file; more are joined. */
const MAX_RANGES = 4;

/**
 * The line ranges of some origins, grouped by file, in the order of first occurrence:
 *
 *     a.rb 7, a.rb 8, b.rb 4, a.rb 22   →   a.rb 7-8, a.rb 22-22, b.rb 4-4
 *
 * Retold lines come last.
 */
export function lineRanges(origins: LineOrigins): TextPlace[] {
  const byFile = new Map<string, Set<number>>();
  const all = origins.filter((origin) => origin !== undefined);
  for (const { file, line, retoldTo } of [...all.filter(isExact), ...all.filter((origin) => !isExact(origin))]) {
    const lines = byFile.get(file) ?? new Set();
    byFile.set(file, lines);
    for (let at = line; at <= (retoldTo ?? line); at++) lines.add(at);
  }
  return [...byFile].flatMap(([file, lines]) =>
    lineRuns([...lines].sort((a, b) => a - b)).map(([startLine, endLine]) => ({ file, startLine, endLine })),
  );
}

/** The line is in the source exactly as shown. */
export const isExact = (origin: LineOrigin | undefined): origin is LineOrigin =>
  origin !== undefined && origin.retoldTo === undefined;

type LineRun = [start: number, end: number];

function lineRuns(lines: readonly number[]): LineRun[] {
  const runs: LineRun[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}

/** The same with small gaps closed, for text gathered from many places. */
export function joinNearby(places: readonly TextPlace[]): TextPlace[] {
  const files = new Set(places.map(({ file }) => file));
  return Array.from(files).flatMap((file) => {
    const joined = places.filter((place) => place.file === file);
    for (;;) {
      const gaps = joined.slice(1).map(({ startLine }, i) => startLine - joined[i].endLine);
      const smallest = Math.min(...gaps);
      if (gaps.length === 0 || (smallest > MAX_GAP_LINES && joined.length <= MAX_RANGES)) return joined;
      const at = gaps.indexOf(smallest);
      joined.splice(at, 2, { ...joined[at], endLine: joined[at + 1].endLine });
    }
  });
}
