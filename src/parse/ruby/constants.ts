/**
 * Constants that some Ruby refers to, the most frequent first. By their shape
 * and not by the syntax tree: asking for every node of a large file takes longer
 * than parsing it, and a constant cannot be spelt another way.
 */
const QUOTED = /"(?:[^"\\\n#]|\\.|#(?!\{))*"|'(?:[^'\\\n]|\\.)*'/g;
const COMMENT = /(^|\s)#(?!\{).*$/gm;
const CONSTANT = /(?<![\w:.@$?])(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*(?![\w?!]*:[^:])/g;

/** The same text with blanks for what is quoted or said aside, so that places in it are places in the text. */
export const blanked = (text: string): string =>
  text.replace(QUOTED, blanks).replace(COMMENT, (all, before: string) => before + blanks(all.slice(before.length)));
const blanks = (part: string): string => ' '.repeat(part.length);

export function constantsIn(text: string): string[] {
  const counts = new Map<string, number>();
  const bare = text.replace(QUOTED, "''").replace(COMMENT, '$1');
  for (const [name] of bare.matchAll(CONSTANT)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name); // of equals, the first one first
}

/**
 * What a constant means where it is written: it is looked for from the inside out.
 *
 *     Item inside Shop::Cart     →  Shop::Cart::Item, Shop::Item, Item
 *     ::Item inside Shop::Cart   →  Item
 */
export function resolveConstant(name: string, inside: string, isKnown: (name: string) => boolean): string | undefined {
  if (name.startsWith('::')) return isKnown(name.slice(2)) ? name.slice(2) : undefined;
  const around = inside.split('::');
  for (let depth = around.length; depth >= 0; depth--) {
    const full = [...around.slice(0, depth), name].join('::');
    if (isKnown(full)) return full;
  }
  return undefined;
}
