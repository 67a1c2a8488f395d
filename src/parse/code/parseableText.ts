/**
 * A text that its grammar can read, with every character at its offset. Where a grammar lacks some syntax, one place of
 * it may make the rest of a file an error, and with it every definition there; so such places are rewritten in syntax
 * that it has, of the same length and with the same line breaks. Only the parser gets this text: nodes are read from the
 * original.
 *
 *     using(pool, ask)            usinG(pool, ask)             JavaScript: a name, not the keyword
 *     <T, A,>                     <T, A >                      Kotlin: a trailing comma between types
 *     extension(Order order) {    class ext(Order order) {     C#: a block that is read as a class is
 */

/** Returns the text itself if nothing has to be rewritten. */
export function parseableText(text: string, grammar: string): string {
  // One NUL breaks a whole parse.
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', ' ') : text;
  if (!Object.hasOwn(rewrites, grammar)) return withoutNul;
  return rewrites[grammar].reduce(
    (rewritten, { has, pattern, by }) => (rewritten.includes(has) ? rewritten.replace(pattern, by) : rewritten),
    withoutNul,
  );
}

interface Rewrite {
  /** What a text must contain for the pattern to be tried. */
  readonly has: string;
  readonly pattern: RegExp;
  /** From the match and its groups; the result has the length of the match. */
  readonly by: (match: string, ...groups: string[]) => string;
}

/** Everything but line breaks becomes blank. */
const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Another name of the same length: `by` → `bY`. */
const renamed = (word: string): string => word.slice(0, -1) + word.slice(-1).toUpperCase();

/** The name `using`, which the grammars take for the keyword: a declaration has a name, `[` or `{` after it, on the same line. */
const namedUsing: Rewrite = {
  has: 'using',
  pattern: /(?<![\w$])using(?![\w$])(?![ \t]+[\p{L}_$[{])/gu,
  by: renamed,
};

/** `class API_EXPORT Client : public Base {`: a macro between the keyword and the name. */
const exportMacro: Rewrite = {
  has: 'class',
  pattern:
    /\b((?:class|struct|union)[ \t]+)([A-Z][A-Z\d_]{2,}(?:\([^()\n]{0,100}\))?)(?=[ \t]+\w+(?:[ \t]+final)?\s*(?:[{<]|:[^:]))/g,
  by: (_, keyword, macro) => keyword + blank(macro),
};

/**
 * Directives inside an expression, a list or the initialisers of a constructor, which the grammar knows only between
 * whole statements. The first branch stays.
 *
 *     Limiter(int most)
 *         :
 *     #if !defined(NDEBUG)          blank
 *           most_(most),
 *     #endif                        blank
 *           allowed_(most) {
 */
const directiveInside: Rewrite = {
  has: '#if',
  pattern:
    /((?:[,(&|+=?]|\)[ \t]*:|\n[ \t]*:)[ \t]*\r?\n)([ \t]*#[ \t]*if[^\n]*)((?:\n(?![ \t]*#)[^\n]*){0,40})((?:\n[ \t]*#[ \t]*(?:else|elif)\b[^\n]*(?:\n(?![ \t]*#)[^\n]*){0,40})*\n[ \t]*#[ \t]*endif[^\n]*)/g,
  by: (_, before, opening, kept, closing) => before + blank(opening) + kept + blank(closing),
};

/**
 * `extension(Order order) {` and `extension<T>(List<T> list) where T : Part {` become a class with a primary constructor:
 * `class ext` is as long as `extension`. The grammar takes the block for a constructor, and what is in it for code.
 */
const extensionBlock: Rewrite = {
  has: 'extension',
  pattern:
    /^([ \t]*)extension(?=\s*(?:<[^(){};]{0,300}>)?\s*\([^(){};]{0,300}(?:\([^(){};]{0,300}\)[^(){};]{0,300}){0,5}\)\s*(?:where\b[^{};]{0,500})?\{)/gm,
  by: (_, indent) => `${indent}class ext`,
};

/** The same without a name for what is extended, for static members: `extension(Order) {`. */
const staticExtensionBlock: Rewrite = {
  has: 'extension',
  pattern: /^([ \t]*)extension(<[^(){};]{0,300}>)?(\([^(){};\s]{1,300}\))(?=\s*(?:where\b[^{};]{0,500})?\{)/gm,
  by: (_, indent, types = '', extended) => `${indent}class ext${types}${blank(extended)}`,
};

/** `ref partial struct`: the grammar has either word alone. */
const refPartial: Rewrite = { has: 'ref partial', pattern: /\bref partial(?= struct\b)/g, by: () => 'ref        ' };

/** Modifiers are keywords only before a declaration: `final = true`, `open()`. */
const namedModifier: Rewrite = {
  has: '',
  pattern:
    /(?<![\w.@$`])(?:(?:final|open|abstract|override|sealed|inline|external|lateinit|vararg|infix|internal|public|private|protected|tailrec)(?=\(|[ \t]*[=.])|suspend(?=[ \t]*[=.]))/g,
  by: renamed,
};

/** At the start of a line after a property, the grammar takes these names for keywords of it: `by.close()`, `get(copy)`. */
const namedBy: Rewrite = {
  has: 'by',
  pattern: /^([ \t]*)by(?=\.|[ \t]*=)/gm,
  by: (_, indent) => `${indent}bY`,
};
const calledAccessor: Rewrite = {
  has: 'et(',
  pattern: /^([ \t]*)([gs]et)(?=\([^()\s,]+,|(?<=get)\([^()\s])/gm,
  by: (_, indent, name) => indent + renamed(name),
};

/** `fun <T, A,> call()`, with the comma at the end of a line. */
const typeComma: Rewrite = { has: '>', pattern: /,(?=\s*>)/g, by: () => ' ' };

/** `block: context(Log) () -> Unit`: the type without its context. */
const contextType: Rewrite = {
  has: 'context(',
  pattern: /([:=,(<]\s*)(context\([^()]{0,300}\))(?=\s*\()/g,
  by: (_, before, context) => before + blank(context),
};

/** `context(log: Log)` above a declaration becomes an annotation without arguments. */
const contextParameters: Rewrite = {
  has: 'context(',
  pattern: /((?:^|[{;])[ \t]*)context\(([^():]{1,100}:[^()]{0,300})\)(?=\s*[@a-z])/gm,
  by: (_, before, parameters) => `${before}@ontext(${blank(parameters)})`,
};

/** `is Order if it.isPaid -> …` becomes two conditions; `else if it.isPaid -> …` becomes one. */
const guard: Rewrite = {
  has: ' if ',
  pattern: /^([ \t]*)(?:(!?(?:is|in)\b(?:(?!->)[^\n{}]){0,200}?[ \t])if|else if)(?=[ \t](?:(?!->)[^\n{}]){0,300}->)/gm,
  by: (_, indent, condition) => (condition === undefined ? `${indent}       ` : `${indent}${condition}, `),
};

/** `$$"""…"""`: how many dollars begin a template. */
const dollarString: Rewrite = { has: '$"', pattern: /\${2,}(?=")/g, by: blank };

/** A primary constructor on a line of its own, after several modifiers or annotations: the grammar reads on after one. */
const constructorLine: Rewrite = {
  has: 'constructor',
  pattern:
    /\b(class[ \t]+\w+[ \t]*(?:<[^<>(){}]{0,300}>)?[ \t]*\r?\n[ \t]*(?:@\w+|public|private|protected|internal|actual|expect))((?:[ \t]+(?:@\w+|public|private|protected|internal|actual|expect)){1,5})(?=\s+constructor\b)/g,
  by: (_, before, modifiers) => before + blank(modifiers),
};

/** An annotation above the accessor of a property whose type is inferred: `val size`, `@JvmName("size")`, `get() = 1`. */
const accessorAnnotation: Rewrite = {
  has: 'get()',
  pattern: /^([ \t]*)(@[\w.:]{1,100}(?:\([^()\n]{0,300}\))?)(?=[ \t]*\r?\n[ \t]*get\(\))/gm,
  by: (_, indent, annotation) => indent + blank(annotation),
};

/** `class A { object B { val x = 1 } }`: the grammar wants a line break or a semicolon after a member. */
const classOnOneLine: Rewrite = {
  has: ' }',
  pattern: /^[^\n"]{0,300}\b(?:class|object|interface)\b[^\n"]{0,300} \}[^\n"]{0,300}$/gm,
  by: (line) => line.replace(/(?<=[^\s{;]) (?=\})/g, ';'),
};

const rewrites: Readonly<Record<string, readonly Rewrite[]>> = {
  javascript: [namedUsing],
  typescript: [namedUsing],
  tsx: [namedUsing],
  cpp: [exportMacro, directiveInside],
  csharp: [staticExtensionBlock, extensionBlock, refPartial],
  kotlin: [
    namedModifier,
    namedBy,
    calledAccessor,
    typeComma,
    contextType,
    contextParameters,
    guard,
    dollarString,
    constructorLine,
    accessorAnnotation,
    classOnOneLine,
  ],
};
