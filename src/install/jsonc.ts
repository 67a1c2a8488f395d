/** JSON with comments and trailing commas: what it says, and where its members stand. */

export interface Member {
  readonly key: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Just after the comma behind it, when there is one. */
  readonly comma?: number;
}

export interface Members {
  readonly last: Member | undefined;
  /** Where the closing brace stands. */
  readonly end: number;
}

/** A string, a comment, a sign of its own, or a word such as `true` or `-1.5`. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\],:]|[^\s"{}[\],:/]+/g;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)]
    .filter(([word]) => !word.startsWith('/'))
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));

/** The value; undefined when it is no JSON even so. */
export function plainJson(text: string): unknown {
  const tokens = tokensOf(text);
  // What is left between the tokens must be white space and comments.
  const rest = text.replace(TOKEN, '').trim();
  const words = tokens.map(({ text: word }) => word);
  const kept = words.filter((word, i) => word !== ',' || (words[i + 1] !== '}' && words[i + 1] !== ']'));
  try {
    return rest === '' ? JSON.parse(kept.join(' ')) : undefined;
  } catch {
    return undefined;
  }
}

/** The last member of the object that keys lead to, and where that object ends; of a text that plainJson() can read. */
export function membersAt(text: string, path: readonly string[]): Members | undefined {
  const tokens = tokensOf(text);
  let object = objectFrom(tokens, 0);
  for (const key of path) {
    const found = object?.members.findLast((member) => member.key === key);
    object = objectFrom(
      tokens,
      tokens.findIndex(({ start }) => start === found?.valueStart),
    );
  }
  return object && { last: object.members.at(-1), end: object.end };
}

function objectFrom(
  tokens: readonly Token[],
  open: number,
): { readonly members: readonly Member[]; readonly end: number } | undefined {
  if (tokens[open]?.text !== '{') return undefined;
  const members: Member[] = [];
  for (let i = open + 1; i < tokens.length; ) {
    if (tokens[i].text === '}') return { members, end: tokens[i].start };
    const last = endOf(tokens, i + 2);
    const comma = tokens[last + 1]?.text === ',' ? tokens[last + 1].end : undefined;
    members.push({
      key: String(JSON.parse(tokens[i].text)),
      valueStart: tokens[i + 2].start,
      valueEnd: tokens[last].end,
      ...(comma === undefined ? {} : { comma }),
    });
    i = last + (comma === undefined ? 1 : 2);
  }
  return undefined;
}

/** Index of the last token of the value that begins there. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    if (/[{[]/.test(tokens[i].text[0])) depth++;
    if (/[}\]]/.test(tokens[i].text[0])) depth--;
    if (depth === 0) return i;
  }
  return tokens.length - 1;
}
