/**
 * Link targets, in the first group that matched: of `[a](b)`, of `[a]: b` at the
 * start of a line, of a bare address, of an attribute. The pattern ends with the
 * group, so it does not backtrack.
 */
const target =
  /\]\(\s*(?:<([^<>\n]+)>|([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*))|^ {0,3}\[[^\]\n[]{1,200}\]:[ \t]*<?([^\s<>]+)|(https?:\/\/[^\s<>()[\]"'`*]+)|\b(?:href|src)=["']?([^\s"'<>]+)/gm;

/** `{#id}`, `<a id="x">`, `<a name="x">` */
const anchor =
  /\{(?:\/\*\s*)?#([\w:.-]{1,200})[^{}\n]{0,200}\}|<a\s[^<>]{0,200}?\b(?:id|name)=["']?([^\s"'<>]{1,200})/gi;

export interface LinkTargets {
  readonly links: readonly string[];
  readonly anchors: readonly string[];
}

const LF = 10;
const none: readonly string[] = [];

/** Substrings that every link or anchor contains; most lines have none. */
const linkSigns = ['](', ']:', '://', 'href=', 'src='];
const anchorSigns = ['{', '<a', '<A'];

export function linkTargets(content: string): LinkTargets {
  const has = (signs: readonly string[]): boolean => signs.some((sign) => content.includes(sign));
  const [links, anchors] = [has(linkSigns), has(anchorSigns)];
  if (!links && !anchors) return { links: none, anchors: none };
  const text = withoutCode(content);
  return {
    links: links ? findTargets(text, target, linkSigns) : none,
    anchors: anchors ? findTargets(text, anchor, anchorSigns) : none,
  };
}

/** Regular expressions are slow, so each search begins on the next line with such a substring. */
function findTargets(text: string, pattern: RegExp, signs: readonly string[]): readonly string[] {
  const all = new Set<string>();
  const next = signs.map(() => -1);
  for (let at = 0; ; at = pattern.lastIndex) {
    let sign = text.length;
    for (let i = 0; i < signs.length; i++) {
      if (next[i] < at) next[i] = indexIn(text, signs[i], at);
      if (next[i] < sign) sign = next[i];
    }
    if (sign === text.length) break;
    while (sign > at && text.charCodeAt(sign - 1) !== LF) sign--;
    pattern.lastIndex = sign;
    const match = pattern.exec(text);
    if (!match) break;
    const group = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (group) all.add(withoutStop(group));
  }
  return all.size === 0 ? none : [...all];
}

function indexIn(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/** The full stop after an address is not part of it. */
function withoutStop(address: string): string {
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
    const run = fenceOpening.exec(line)?.[1] ?? '';
    if (fence === '') {
      result += content.slice(from, start);
      if (run === '') result += line.replace(/`[^`\n]*`/g, ' ');
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
