/**
 * A passage of a context as the scorer takes it: the lines of the source that
 * stand in it. One that was cut inside has its first lines and its last ones:
 *
 *     10 class Order             lines 10-11 and 50
 *     11   belongs_to :account
 *        # ... (truncated: 38 lines omitted)
 *        # Full source: app/models/order.rb (lines 10-50, 900 tokens)
 *     50 end
 */
const CUT = /^# \.\.\. \(truncated: /;
/** Lines of the mark. */
const MARK = 2;
/** Behind a header that stands further up. */
const GAP = '# ...';

export function shownOf({ file, startLine, endLine, text, synthetic }) {
  return { path: file, tokens: 0, ranges: synthetic ? [] : rangesOf(text, startLine, endLine) };
}

function rangesOf(text, startLine, endLine) {
  const lines = text.trimEnd().split('\n');
  const at = lines.findIndex((line) => CUT.test(line));
  if (at < 0) return [[startLine, endLine]];
  const last = lines.length - at - MARK;
  const own = at - 1 - lines.slice(0, at).lastIndexOf(GAP);
  const first = own > 0 ? [[startLine, startLine + own - 1]] : [];
  return last > 0 ? [...first, [endLine - last + 1, endLine]] : first;
}
