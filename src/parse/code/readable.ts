/**
 * A text as its grammar can read it, place by place the same. One NUL ruins a
 * whole parse; and the grammars of JavaScript and TypeScript take the name
 * `using` for the word that declares, and the rest of the file for an error.
 *
 *     using(pool, ask)        a call
 *     using file = open()     a declaration: a name, `[` or `{` follows, on the same line
 */
const NAMED_USING = /(?<![\w$])using(?![\w$])(?![ \t]+[\p{L}_$[{])/gu;
const mistaken: Readonly<Record<string, RegExp>> = {
  javascript: NAMED_USING,
  typescript: NAMED_USING,
  tsx: NAMED_USING,
};

export function readable(text: string, grammar: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', ' ') : text;
  const names = Object.hasOwn(mistaken, grammar) && whole.includes('using') ? mistaken[grammar] : undefined;
  return names ? whole.replace(names, 'usinG') : whole;
}
