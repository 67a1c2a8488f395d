/** What a piece points at, and what can be pointed at in it. */

/**
 * Targets, first group that matched: of `[a](b)`, of `[a]: b` at the head of a
 * line, of an address by itself, of an attribute. Nothing can follow a group, so
 * no search is taken back.
 */
const target =
  /\]\(\s*(?:<([^<>\n]+)>|([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*))|^ {0,3}\[[^\]\n[]{1,200}\]:[ \t]*<?([^\s<>]+)|(https?:\/\/[^\s<>()[\]"'`*]+)|\b(?:href|src)=["']?([^\s"'<>]+)/gm;

/** `{#id}`, `<a id="x">`, `<a name="x">` */
const anchor =
  /\{(?:\/\*\s*)?#([\w:.-]{1,200})[^{}\n]{0,200}\}|<a\s[^<>]{0,200}?\b(?:id|name)=["']?([^\s"'<>]{1,200})/gi;

export interface Targets {
  readonly links: readonly string[];
  readonly anchors: readonly string[];
}

/** Without one of these there is no target, and without one of those no anchor: most pieces have neither. */
const linkSigns = ['](', ']:', '://', '='];
const anchorSigns = ['{', '<a', '<A'];

export function targetsIn(content: string): Targets {
  const has = (signs: readonly string[]): boolean => signs.some((sign) => content.includes(sign));
  const [links, anchors] = [has(linkSigns), has(anchorSigns)];
  if (!links && !anchors) return { links: [], anchors: [] };
  const text = withoutCode(content);
  return { links: links ? found(text, target) : [], anchors: anchors ? found(text, anchor) : [] };
}

function found(text: string, pattern: RegExp): string[] {
  const all = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const group = match.slice(1).find((one) => one !== undefined);
    if (group) all.add(withoutStop(group));
  }
  return [...all];
}

/** An address at the end of a sentence does not hold its full stop. */
function withoutStop(address: string): string {
  let end = address.length;
  while (end > 1 && '.,;:!?'.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}

/** Lines of fences and what stands between backticks on a line, left out. */
function withoutCode(content: string): string {
  if (!content.includes('`') && !content.includes('~~~')) return content;
  const kept: string[] = [];
  let fence = '';
  for (const line of content.split('\n')) {
    const mayOpen = line.includes('```') || line.includes('~~~');
    const mark = (mayOpen && /^[\s>*+\-\d.)]{0,40}?(`{3,}|~{3,})/.exec(line)?.[1]) || '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark !== '') fence = mark;
    else kept.push(line.includes('`') ? line.replace(/`[^`]*`/g, ' ') : line);
  }
  return kept.join('\n');
}
