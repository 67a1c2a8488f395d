// Patterns of paths, as `path:`, `--path`, `--exclude` and MCP's `paths` all have them.
//
//     src              every file below a folder of that name, at any depth, and a file of that name
//     src/  src/*      the same
//     src/chunk        below src/chunk, wherever that lies
//     /src  ./src      only the src of the root
//     cut.ts           any file of that name
//     *.md             * is any part of one name: every markdown file
//     src/*.ts         files in src, not those of the folders in it
//     src/**/*.ts      ** is any folders, or none: those too
//     a?c  [ab].ts     one character; one of these, and [!ab] none of these
//     *.{ts,tsx}       either
//
// A pattern fits whole names, from the beginning of any folder, or from the root
// where it says so; what lies below a folder that it fits is meant with it. A
// path with brackets in it means itself too: app/[slug]/page.tsx.

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'class'; readonly not: boolean; readonly inside: string }
  // `?`, `*`, `**`, and `**` with its slash
  | { readonly kind: 'one' | 'name' | 'any' | 'folders' };

interface Pattern {
  /** Only from the root. */
  readonly anchored: boolean;
  /** Only what lies below. */
  readonly folder: boolean;
  readonly tokens: readonly Token[];
}

/** Braces within braces multiply: more patterns than these are no filter. */
const MOST = 64;

const TOKEN = /\\.|\*\*\/+|\*{2,}|[*?]|\[[!^]?[^\]]+\]|./gsu;

/** Whether a path is meant by one of the patterns. Takes time by their length and the path's, whatever they are. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const all = patterns.flatMap(read);
  return (path) => all.some((pattern) => fits(pattern, path));
}

/** The same as regular expressions that PostgreSQL takes, one for each. */
export const pathExpressions = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap(read).map(expression);

/** The pattern of one path and nothing else: no sign in it is wild. */
export const exactPath = (path: string): string => `/${path.replace(/[\\*?[\]{}]/g, '\\$&')}`;

function read(typed: string): readonly Pattern[] {
  return alternatives(typed, MOST).flatMap((one) => {
    const anchored = /^\.?\//.test(one);
    const bare = one.replace(/^(?:\.?\/+)+/, '').replace(/^\.$/, '');
    // `src/**` is all below src, as `src/` is.
    const body = bare.replace(/(?:\/+\*\*)+\/*$|\/+$/, '');
    const folder = body !== '' && body.length < bare.length;
    const tokens = tokensOf(body);
    const literal = body.includes('[') ? [Array.from(body, (char): Token => ({ kind: 'char', char }))] : [];
    return [tokens, ...literal].map((each) => ({ anchored, folder, tokens: each }));
  });
}

/** `*.{ts,tsx}` → `*.ts`, `*.tsx` */
function alternatives(pattern: string, most: number): readonly string[] {
  const braces = /^((?:\\.|[^\\{])*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern);
  if (!braces || most <= 1) return [pattern];
  const [, before, inner, after] = braces;
  const each = inner.split(',');
  return each.flatMap((one) => alternatives(before + one + after, most / each.length));
}

const tokensOf = (body: string): readonly Token[] =>
  Array.from(body.matchAll(TOKEN), ([text]): Token => {
    if (text === '?') return { kind: 'one' };
    if (text === '*') return { kind: 'name' };
    if (text.startsWith('**')) return { kind: text.endsWith('/') ? 'folders' : 'any' };
    const group = /^\[([!^]?)(.+)\]$/su.exec(text);
    if (group) return { kind: 'class', not: group[1] !== '', inside: group[2] };
    return { kind: 'char', char: text.length > 1 && text.startsWith('\\') ? text.slice(1) : text };
  });

/** All places of the path that the tokens so far may end at are followed together, so nothing is tried twice. */
function fits({ anchored, folder, tokens }: Pattern, path: string): boolean {
  if (tokens.length === 0) return true;
  let at = new Uint8Array(path.length + 1);
  at[0] = 1;
  for (let i = 0; !anchored && i < path.length; i++) if (path[i] === '/') at[i + 1] = 1;
  for (const token of tokens) {
    at = after(token, at, path);
    if (!at.includes(1)) return false;
  }
  for (let i = 1; i <= path.length; i++) if (at[i] && (path[i] === '/' || (!folder && i === path.length))) return true;
  return false;
}

function after(token: Token, at: Uint8Array, path: string): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(path.length + 1);
  // What is wild goes on from a place that the tokens before it end at.
  let open = false;
  for (let i = 0; i <= path.length; i++) {
    const begins = at[i] === 1;
    const inFolder = path[i - 1] === '/';
    if (token.kind === 'any' || token.kind === 'name') {
      open = begins || (open && !(token.kind === 'name' && inFolder));
      if (open) next[i] = 1;
    } else if (token.kind === 'folders') {
      if (begins || (open && inFolder)) next[i] = 1;
      open ||= begins;
    } else if (begins && i < path.length) {
      const char = String.fromCodePoint(path.codePointAt(i) ?? 0);
      if (isOne(token, char)) next[i + char.length] = 1;
    }
  }
  return next;
}

function isOne(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char;
  return char !== '/' && (token.kind !== 'class' || token.not !== isIn(token.inside, char));
}

/** `a-z_` */
function isIn(inside: string, char: string): boolean {
  for (const [, from, to] of inside.matchAll(/(.)-(.)/gsu)) if (char >= from && char <= to) return true;
  return inside.replace(/.-./gsu, '').includes(char);
}

function expression({ anchored, folder, tokens }: Pattern): string {
  if (tokens.length === 0) return '';
  const body = tokens.map(expressionOf).join('');
  return `${anchored ? '^' : '(^|/)'}${body}${folder ? '/' : '(/|$)'}`;
}

const expressions = { one: '[^/]', name: '[^/]*', any: '.*', folders: '(.*/)?' } as const;

function expressionOf(token: Token): string {
  if (token.kind === 'char') return token.char.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
  if (token.kind !== 'class') return expressions[token.kind];
  const inside = token.inside.replace(/[\\[\]^]/g, '\\$&');
  return token.not ? `[^/${inside}]` : `[${inside}]`;
}
