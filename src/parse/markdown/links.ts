/**
 * Link targets, in the first group that matched: of `[a](b)`, of `[a]: b` at the
 * start of a line, of a bare address, of an attribute. The pattern ends with the
 * group, so it does not backtrack.
 */
const targetPattern =
  /\]\(\s*(?:<([^<>\n]+)>|([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*))|^ {0,3}\[[^\]\n[]{1,200}\]:[ \t]*<?([^\s<>]+)|(https?:\/\/[^\s<>()[\]"'`*]+)|\b(?:href|src)=["']?([^\s"'<>]+)/gm;

/** `{#id}`, `<a id="x">`, `<a name="x">` */
const anchorPattern =
  /\{(?:\/\*\s*)?#([\w:.-]{1,200})[^{}\n]{0,200}\}|<a\s[^<>]{0,200}?\b(?:id|name)=["']?([^\s"'<>]{1,200})/gi;

export interface LinkTargets {
  readonly links: readonly string[];
  readonly anchors: readonly string[];
}

const LF = 10;
const NO_TARGETS: readonly string[] = [];

/** Substrings that every link or anchor contains; most lines have none. */
const linkMarkers = ['](', ']:', '://', 'href=', 'src='];
const anchorMarkers = ['{', '<a', '<A'];

export function linkTargets(content: string): LinkTargets {
  const hasAny = (markers: readonly string[]): boolean => markers.some((marker) => content.includes(marker));
  const [hasLinks, hasAnchors] = [hasAny(linkMarkers), hasAny(anchorMarkers)];
  if (!hasLinks && !hasAnchors) return { links: NO_TARGETS, anchors: NO_TARGETS };
  const text = withoutCode(content);
  return {
    links: hasLinks ? findTargets(text, targetPattern, linkMarkers) : NO_TARGETS,
    anchors: hasAnchors ? findTargets(text, anchorPattern, anchorMarkers) : NO_TARGETS,
  };
}

/** Regular expressions are slow, so each search begins on the next line with such a substring. */
function findTargets(text: string, pattern: RegExp, markers: readonly string[]): readonly string[] {
  const targets = new Set<string>();
  const nextMarkerAt = markers.map(() => -1);
  for (let at = 0; ; at = pattern.lastIndex) {
    let searchStart = text.length;
    for (let i = 0; i < markers.length; i++) {
      if (nextMarkerAt[i] < at) nextMarkerAt[i] = indexOrEnd(text, markers[i], at);
      if (nextMarkerAt[i] < searchStart) searchStart = nextMarkerAt[i];
    }
    if (searchStart === text.length) break;
    while (searchStart > at && text.charCodeAt(searchStart - 1) !== LF) searchStart--;
    pattern.lastIndex = searchStart;
    const match = pattern.exec(text);
    if (!match) break;
    const group = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (group) targets.add(withoutTrailingPunctuation(group));
  }
  return targets.size === 0 ? NO_TARGETS : [...targets];
}

/** The full stop after an address is not part of it. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length;
  while (end > 1 && '.,;:!?'.includes(address.charAt(end - 1))) end--;
  return end === address.length ? address : address.slice(0, end);
}

/**
 * Removes fences and inline code:
 *
 *     Call `a()` or [b](c).      →   Call   or [b](c).
 *     ```                        →
 *     [d](e)                     →
 *     ```                        →
 *
 * Only lines with a mark are read; the text between them is copied, because most of
 * a document has none.
 */
const fenceOpening = /^[\s>*+\-\d.)]{0,40}?(`{3,}|~{3,})/;

function withoutCode(content: string): string {
  let result = '';
  /** The start of the text that is not yet copied. */
  let from = 0;
  let fence = '';
  let ticks = -1;
  let tildes = -1;
  for (;;) {
    if (ticks < from) ticks = indexOrEnd(content, '`', from);
    if (tildes < from) tildes = indexOrEnd(content, '~~~', from);
    // In a fence, only a line with the same mark can matter.
    const at = fence === '' ? Math.min(ticks, tildes) : indexOrEnd(content, fence, from);
    if (at === content.length) return fence === '' ? result + content.slice(from) : result;
    const start = content.lastIndexOf('\n', at) + 1;
    const next = indexOrEnd(content, '\n', at) + 1;
    const line = content.slice(start, next);
    const fenceRun = fenceOpening.exec(line)?.[1] ?? '';
    if (fence === '') {
      result += content.slice(from, start);
      if (fenceRun === '') result += line.replace(/`[^`\n]*`/g, ' ');
      fence = fenceRun;
    } else if (fenceRun.startsWith(fence)) fence = '';
    from = Math.min(next, content.length);
  }
}

/** The offset of the mark, or the end of the text. */
function indexOrEnd(content: string, mark: string, from: number): number {
  const at = content.indexOf(mark, from);
  return at < 0 ? content.length : at;
}
