/**
 * Lines of fences, and what stands between backticks on a line, left out:
 *
 *     Call `a()` or [b](c).      →   Call   or [b](c).
 *     ```                        →
 *     [d](e)                     →
 *     ```                        →
 *
 * Only lines with a mark on them are looked at; what lies between is taken as
 * it is, because most of a document has none.
 */
const fenceOpening = /^[\s>*+\-\d.)]{0,40}?(`{3,}|~{3,})/;

export function withoutCode(content: string): string {
  let kept = '';
  /** What is not yet taken begins here. */
  let from = 0;
  let fence = '';
  let ticks = -1;
  let tildes = -1;
  for (;;) {
    if (ticks < from) ticks = indexOrEnd(content, '`', from);
    if (tildes < from) tildes = indexOrEnd(content, '~~~', from);
    // In a fence, only a line with the same mark can matter.
    const at = fence === '' ? Math.min(ticks, tildes) : indexOrEnd(content, fence, from);
    if (at === content.length) return fence === '' ? kept + content.slice(from) : kept;
    const start = content.lastIndexOf('\n', at) + 1;
    const next = indexOrEnd(content, '\n', at) + 1;
    const line = content.slice(start, next);
    const run = fenceOpening.exec(line)?.[1] ?? '';
    if (fence === '') {
      kept += content.slice(from, start);
      if (run === '') kept += line.replace(/`[^`\n]*`/g, ' ');
      fence = run;
    } else if (run.startsWith(fence)) fence = '';
    from = Math.min(next, content.length);
  }
}

/** Where it is, or the end. */
function indexOrEnd(content: string, mark: string, from: number): number {
  const at = content.indexOf(mark, from);
  return at < 0 ? content.length : at;
}
