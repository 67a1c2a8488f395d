/**
 * How broad a query is. The rules, in order:
 *
 *     comprehensive   asks for all of something: "every", "all", "list", "overview", "architecture", "whole"
 *     exploratory     asks how or why things work together: "how does", "explain", "flow", "relate", "understand"
 *     focused         everything else: a name, an error, a place
 *
 * A query with a symbol, a path or a phrase is always focused.
 */
export const scopes = ['focused', 'exploratory', 'comprehensive'] as const;
export type Scope = (typeof scopes)[number];

const comprehensive =
  /\b(all|every|each|list|overview|architecture|structure of|whole|entire|everything|inventory|summar(y|ise|ize))\b/i;
const exploratory =
  /\b(how (do|does|is|are|can|to)|why|explain|understand|flow|work(s|ed)? together|relate[sd]?|relationship|walk me|what happens|lifecycle|pipeline)\b/i;
/** `getUser`, `get_user`, `Client.get`, `src/app.ts` */
const names = /[a-z][A-Z]|\w_\w|\w\.\w|\w\/\w|::|\(\)/;

export function scopeOf(typed: string): Scope {
  if (names.test(typed) || /"[^"]+"|\b(symbol|path):/.test(typed)) return 'focused';
  if (comprehensive.test(typed)) return 'comprehensive';
  return exploratory.test(typed) ? 'exploratory' : 'focused';
}
