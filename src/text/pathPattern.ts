// Path patterns of `path:`, `--path`, `--exclude` and MCP's `paths`.
//
//     src              every file below a folder of that name, at any depth, and a file of that name
//     src/  src/*      the same
//     src/chunk        below src/chunk, at any depth
//     /src  ./src      only the src of the root
//     cut.ts           any file of that name
//     *.md             * matches within one name: every markdown file
//     src/*.ts         files in src, not in its subfolders
//     src/**/*.ts      ** matches any number of folders, including none
//     a?c  [ab].ts     one character; one of these, and [!ab] none of these
//     *.{ts,tsx}       either
//
// A pattern matches whole names, starting at any folder, or at the root if it says so;
// everything below a matching folder matches, too. A path with brackets in it also
// matches itself: app/[slug]/page.tsx.

import { FroeError } from '../errors.js';

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly not: boolean; readonly ranges: readonly Range[] }
  // `?`, `*`, `**`, and `**` with its slash
  | { readonly kind: 'one' | 'name' | 'any' | 'folders' };

/** The first and the last code point of a range. */
type Range = readonly [from: number, to: number];

interface Pattern {
  /** Only from the root. */
  readonly anchored: boolean;
  /** Only what is below it. */
  readonly folder: boolean;
  readonly tokens: readonly Token[];
  /** Of its tokens. */
  readonly texts: readonly string[];
}

/** Maximum number of patterns in a list after the expansion of braces, and of wildcards in one. */
const MAX_PATTERNS = 256;
const MAX_WILDCARDS = 128;
const MAX_PATTERN_CHARS = 4096;

const TOKEN = /\\.|\*\*\/+|\*{2,}|[*?]|\[[!^]?[^\]]+\]|./gsu;

/** Whether a path matches one of the patterns. Takes time in proportion to their length and the path's, for any pattern. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const all = read(patterns);
  // Most fail because a literal part does not occur at all.
  return (path) => all.some((pattern) => pattern.texts.every((text) => path.includes(text)) && fits(pattern, path));
}

/** The same as regular expressions for PostgreSQL, one per pattern. */
export const pathExpressions = (patterns: readonly string[]): readonly string[] => read(patterns).map(expression);

/** Throws for too many patterns, or invalid ones. Call it before a database does: errors there are not reported well. */
export const checkPatterns = (patterns: readonly string[]): void => void read(patterns);

/** The pattern that matches only this path: wildcards in it are escaped. */
export const exactPath = (path: string): string => `/${path.replace(/[\\*?[\]{}]/g, '\\$&')}`;

function read(typed: readonly string[]): readonly Pattern[] {
  const patterns = alternatives(typed).flatMap((one) => {
    const anchored = /^\.?\//.test(one);
    const bare = one.replace(/^(?:\.?\/+)+/, '').replace(/^\.$/, '');
    // `src/**` is all below src, as `src/` is.
    const body = bare.replace(/(?:\/+\*\*)+\/*$|\/+$/, '');
    const folder = body !== '' && body.length < bare.length;
    const literal: readonly Token[][] = body.includes('[') ? [[{ kind: 'text', text: body }]] : [];
    return [...tokensOf(body), ...literal].map((tokens) => ({ anchored, folder, tokens, texts: textsOf(tokens) }));
  });
  const wild = patterns.reduce((sum, { tokens }) => sum + tokens.filter(({ kind }) => kind !== 'text').length, 0);
  if (wild > MAX_WILDCARDS) throw tooMany(typed, `more than ${MAX_WILDCARDS} wildcards`);
  return patterns;
}

/** `*.{ts,tsx}` → `*.ts`, `*.tsx`. Several braces multiply: the number of alternatives is counted during expansion. */
function alternatives(typed: readonly string[]): readonly string[] {
  const long = typed.find(({ length }) => length > MAX_PATTERN_CHARS);
  if (long !== undefined) throw tooMany([long], `more than ${MAX_PATTERN_CHARS} characters`);
  const written: string[] = [];
  for (const waiting = [...typed].reverse(); waiting.length > 0; ) {
    const pattern = waiting.pop() ?? '';
    const braces = /^((?:\\.|[^\\{])*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern);
    if (braces)
      waiting.push(
        ...braces[2]
          .split(',')
          .map((one) => braces[1] + one + braces[3])
          .reverse(),
      );
    else written.push(pattern);
    if (written.length + waiting.length > MAX_PATTERNS) throw tooMany(typed, `more than ${MAX_PATTERNS} alternatives`);
  }
  return written;
}

function tooMany(typed: readonly string[], what: string): FroeError {
  const [first = ''] = typed;
  const shown = first.length > 40 ? `${first.slice(0, 40)}…` : first;
  const meant = typed.length === 1 ? `The pattern ${shown} has` : `The patterns ${shown}, … have`;
  return new FroeError('bad-option', `${meant} ${what}`, 'Name a common parent folder, or split the query.');
}

const textsOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap((token) => (token.kind === 'text' ? [token.text] : []));

/** Empty for an invalid class: `[user-id]` only matches the name itself. */
function tokensOf(body: string): readonly Token[][] {
  const tokens: Token[] = [];
  for (const [sign] of body.matchAll(TOKEN)) {
    const group = /^\[([!^]?)(.+)\]$/su.exec(sign);
    const before = tokens.at(-1);
    if (group) {
      const ranges = rangesOf(group[2]);
      if (ranges === undefined) return [];
      tokens.push({ kind: 'class', not: group[1] !== '', ranges });
    } else if (sign === '?') tokens.push({ kind: 'one' });
    else if (sign.startsWith('*')) {
      const kind = sign === '*' ? 'name' : sign.endsWith('/') ? 'folders' : 'any';
      if (before?.kind !== kind) tokens.push({ kind }); // twice is as good as once
    } else {
      const text = sign.length > 1 && sign.startsWith('\\') ? sign.slice(1) : sign;
      if (before?.kind === 'text') tokens[tokens.length - 1] = { kind: 'text', text: before.text + text };
      else tokens.push({ kind: 'text', text });
    }
  }
  return [tokens];
}

/** `a-z_` → a to z, and _. Undefined if a range is reversed; if nothing else is possible, it is refused. */
function rangesOf(inside: string): readonly Range[] | undefined {
  const ranges = Array.from(
    inside.matchAll(/(.)-(.)|(.)/gsu),
    ([, from, to, one]): Range => [codeOf(one ?? from), codeOf(one ?? to)],
  );
  if (ranges.every(([from, to]) => from <= to)) return ranges;
  if (!/^(?:.-.)+$/su.test(inside)) return undefined;
  throw new FroeError(
    'bad-option',
    `The range [${inside}] is reversed`,
    `Swap its ends; or, if it is a name, escape it: \\[${inside}\\].`,
  );
}

/** Positions in the path that the tokens so far may end at, and the next ones: reused for every path. */
let [at, next] = [new Uint8Array(256), new Uint8Array(256)];

const codeOf = (char: string): number => char.codePointAt(0) ?? 0;

/** All positions are followed in parallel, so nothing is tried twice. */
function fits({ anchored, folder, tokens }: Pattern, path: string): boolean {
  if (tokens.length === 0) return true;
  if (at.length <= path.length) [at, next] = [new Uint8Array(2 * path.length), new Uint8Array(2 * path.length)];
  at.fill(0, 0, path.length + 1);
  at[0] = 1;
  for (let i = 0; !anchored && i < path.length; i++) if (path.charCodeAt(i) === SLASH) at[i + 1] = 1;
  for (const token of tokens) {
    if (!step(token, path)) return false;
    [at, next] = [next, at];
  }
  for (let i = 1; i < path.length; i++) if (at[i] && path.charCodeAt(i) === SLASH) return true;
  return !folder && path.length > 0 && at[path.length] === 1;
}

const SLASH = 47;

/** Past one token; false if no position is left. */
function step(token: Token, path: string): boolean {
  next.fill(0, 0, path.length + 1);
  let [open, found] = [false, false];
  for (let i = 0; i <= path.length; i++) {
    const begins = at[i] === 1;
    // A wildcard continues from every position that the tokens before it end at.
    if (!begins && !open) continue;
    let to = -1;
    if (token.kind === 'text') to = path.startsWith(token.text, i) ? i + token.text.length : -1;
    else if (token.kind === 'class' || token.kind === 'one') {
      const char = path.codePointAt(i);
      const isOne = char !== undefined && char !== SLASH && (token.kind !== 'class' || isIn(token, char));
      to = isOne ? i + (char > 0xffff ? 2 : 1) : -1;
    } else {
      const inFolder = path.charCodeAt(i - 1) === SLASH;
      if (token.kind === 'folders') to = begins || inFolder ? i : -1;
      else to = begins || token.kind === 'any' || !inFolder ? i : -1;
      open = token.kind !== 'name' || to >= 0;
    }
    if (to < 0) continue;
    next[to] = 1;
    found = true;
  }
  return found;
}

const isIn = ({ not, ranges }: Extract<Token, { kind: 'class' }>, char: number): boolean =>
  ranges.some(([from, to]) => char >= from && char <= to) !== not;

function expression({ anchored, folder, tokens }: Pattern): string {
  if (tokens.length === 0) return '';
  const body = tokens.map(expressionOf).join('');
  return `${anchored ? '^' : '(^|/)'}${body}${folder ? '/' : '(/|$)'}`;
}

const expressions = { one: '[^/]', name: '[^/]*', any: '.*', folders: '(.*/)?' } as const;

function expressionOf(token: Token): string {
  if (token.kind === 'text') return escaped(token.text);
  if (token.kind !== 'class') return expressions[token.kind];
  const inside = token.ranges.map((ends) =>
    [...new Set(ends)].map((end) => escaped(String.fromCodePoint(end))).join('-'),
  );
  return token.not ? `[^/${inside.join('')}]` : `[${inside.join('')}]`;
}

/** Escapes special characters, inside of brackets or outside. */
const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}-]/g, '\\$&');
