/** What a piece points at, and what can be pointed at in it. */
import { withoutCode } from './withoutCode.js';

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

const none: readonly string[] = [];

/** Without one of these there is no target, and without one of those no anchor: most pieces have neither. */
const linkSigns = ['](', ']:', '://', '='];
const anchorSigns = ['{', '<a', '<A'];

export function targetsIn(content: string): Targets {
  const has = (signs: readonly string[]): boolean => signs.some((sign) => content.includes(sign));
  const [links, anchors] = [has(linkSigns), has(anchorSigns)];
  if (!links && !anchors) return { links: none, anchors: none };
  const text = withoutCode(content);
  return { links: links ? found(text, target) : none, anchors: anchors ? found(text, anchor) : none };
}

function found(text: string, pattern: RegExp): readonly string[] {
  const all = new Set<string>();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const group = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (group) all.add(withoutStop(group));
  }
  return all.size === 0 ? none : [...all];
}

/** An address at the end of a sentence does not hold its full stop. */
function withoutStop(address: string): string {
  let end = address.length;
  while (end > 1 && '.,;:!?'.includes(address.charAt(end - 1))) end--;
  return end === address.length ? address : address.slice(0, end);
}
