/**
 * Text without markup: emphasis, links, images, tags, escapes.
 *
 *     **a** [b](c) ![d](e) `f*` \* <i>g</i> &amp;   →   a b d f* * g &
 */
/** A run of `*`, `_` or `~` that may open or close emphasis. */
interface Run {
  readonly partIndex: number;
  readonly mark: string;
  readonly closes: boolean;
}

/** Most titles have none of these. */
const markup = /[\\`![<&*_~]/;

/** A line of text as rendered. Quadratic at worst, so only for short lines. */
function plainText(text: string): string {
  if (!markup.test(text)) return text;
  const parts: string[] = [];
  const openRuns: Run[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const token = tokenReaders[char]?.(text, at);
    if (token) {
      parts.push(token.rendered);
      at = token.end;
    } else if (char === '*' || char === '_' || char === '~') {
      const end = at + runLength(text, at);
      parts.push(text.slice(at, end));
      pair(parts, openRuns, { partIndex: parts.length - 1, mark: char, ...flanking(text, at, end) });
      at = end;
    } else {
      parts.push(char);
      at++;
    }
  }
  return parts.join('');
}

/** Pairs a closing run with the last opening run of the same mark, and removes as many marks as both have. */
function pair(parts: string[], openRuns: Run[], run: Run & { readonly opens: boolean }): void {
  while (run.closes && parts[run.partIndex] !== '') {
    const last = openRuns.findLastIndex(({ mark }) => mark === run.mark);
    if (last < 0) break;
    const opener = openRuns[last];
    const pairedLength = Math.min(parts[opener.partIndex].length, parts[run.partIndex].length);
    parts[opener.partIndex] = parts[opener.partIndex].slice(pairedLength);
    parts[run.partIndex] = parts[run.partIndex].slice(pairedLength);
    openRuns.length = parts[opener.partIndex] === '' ? last : last + 1;
  }
  if (run.opens && parts[run.partIndex] !== '') openRuns.push(run);
}

const isWord = (char: string): boolean => /[\p{L}\p{N}]/u.test(char);
const isBlank = (char: string): boolean => char === '' || /\s/.test(char);

/** Whether a run can open or close: marks touch the text that they mark; inside a word, `_` is a letter. */
function flanking(text: string, at: number, end: number): { readonly opens: boolean; readonly closes: boolean } {
  const before = text.charAt(at - 1);
  const after = text.charAt(end);
  const inWord = text.charAt(at) === '_' && isWord(before) && isWord(after);
  return { opens: !isBlank(after) && !inWord, closes: !isBlank(before) && !inWord };
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === text.charAt(at)) end++;
  return end - at;
}

interface Token {
  readonly rendered: string;
  readonly end: number;
}

const tokenReaders: Readonly<Record<string, (text: string, at: number) => Token | undefined>> = {
  '\\': (text, at) =>
    /[!-/:-@[-`{-~]/.test(text.charAt(at + 1)) ? { rendered: text.charAt(at + 1), end: at + 2 } : undefined,
  '`': codeSpan,
  '!': (text, at) => (text.charAt(at + 1) === '[' ? link(text, at + 1) : undefined),
  '[': link,
  '<': tag,
  '&': (text, at) => decodeEntity(text, at),
};

function codeSpan(text: string, at: number): Token {
  const length = runLength(text, at);
  for (let i = at + length; i < text.length; ) {
    const run = text.charAt(i) === '`' ? runLength(text, i) : 0;
    if (run === length) {
      const content = text.slice(at + length, i);
      return { rendered: /^ .*[^ ].* $/s.test(content) ? content.slice(1, -1) : content, end: i + run };
    }
    i += Math.max(run, 1);
  }
  return { rendered: text.slice(at, at + length), end: at + length };
}

/** `[text](url)` and `[text][label]` show their text; brackets alone stay. */
function link(text: string, at: number): Token | undefined {
  const close = closingBracket(text, at, '[', ']');
  if (close < 0) return undefined;
  const next = text.charAt(close + 1);
  const end =
    next === '(' ? closingBracket(text, close + 1, '(', ')') : next === '[' ? text.indexOf(']', close + 1) : -1;
  return end < 0 ? undefined : { rendered: plainText(text.slice(at + 1, close)), end: end + 1 };
}

function closingBracket(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return i;
  }
  return -1;
}

/** `<https://a.b>` shows its address, any other tag nothing. */
function tag(text: string, at: number): Token | undefined {
  const end = text.indexOf('>', at);
  if (end < 0) return undefined;
  const content = text.slice(at + 1, end);
  if (/^(?:[A-Za-z][\w+.-]+:\S*|[^\s@]+@[^\s@]+)$/.test(content)) return { rendered: content, end: end + 1 };
  return /^(?:[A-Za-z/!?])/.test(content) ? { rendered: '', end: end + 1 } : undefined;
}

/**
 * A heading as plain text, without markup.
 *
 *     ## The `parse()` of *[this](url)* ##  {#parse}   →   The parse() of this
 */
interface HeadingTitle {
  readonly text: string;
  /** Of `{#id}` at its end. */
  readonly anchor?: string;
}

/** Longer titles are cut; the rest stays in the heading's line. */
const MAX_TITLE_CHARS = 1000;

/** `raw`: after the opening marks, before the line break or the underline. */
export function headingTitle(raw: string, isAtx: boolean): HeadingTitle {
  let text = (
    raw.length > MAX_TITLE_CHARS ? raw.slice(0, MAX_TITLE_CHARS).replace(/[\ud800-\udbff]$/, '') : raw
  ).trim();
  if (isAtx) text = withoutClosingMarks(text);
  const attributes = text.endsWith('}') ? /\{(?:\/\*\s*)?#([^\s{}*]+)[^{}]*\}$/.exec(text) : null;
  if (attributes) text = text.slice(0, attributes.index).trimEnd();
  const rendered = plainText(text);
  // Most titles have single spaces already, and need no copy.
  const plain = (/ {2}|[^\S ]/.test(rendered) ? rendered.replace(/\s+/g, ' ') : rendered).trim();
  return attributes ? { text: plain, anchor: attributes[1] } : { text: plain };
}

/** `Title ##` → `Title`, `C#` → `C#` */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '#') end--;
  if (end === 0) return '';
  return end < text.length && /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}

/** Character references: `&amp;`, `&#169;`. Only names that are common in titles; others stay as written. */
const entityNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    larr: '←',
    rarr: '→',
    times: '×',
    middot: '·',
  }),
);

/** The reference at `at`, and where it ends. */
function decodeEntity(text: string, at: number): { readonly rendered: string; readonly end: number } | undefined {
  const reference = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/.exec(text.slice(at, at + 12));
  if (!reference) return undefined;
  const [whole, decimal, hexadecimal, name] = reference;
  const rendered = name === undefined ? characterOf(decimal, hexadecimal) : entityNames.get(name);
  return rendered === undefined ? undefined : { rendered, end: at + whole.length };
}

function characterOf(decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : '\ufffd';
}
