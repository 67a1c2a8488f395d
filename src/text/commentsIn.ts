/**
 * The comments of a chunk, by its file's ending: roughly, since a chunk is part of a file
 * and only ranking depends on it. Prose has none.
 */
export const isProse = (filePath: string): boolean => PROSE.test(filePath);

export function commentsIn(text: string, filePath: string): Iterable<{ readonly 0: string; readonly index: number }> {
  if (isProse(filePath)) return [];
  return text.matchAll(WITH_HASHES.test(filePath) ? comments.hashes : comments.slashes);
}

const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|html?)$/i;
const WITH_HASHES = /\.(?:py|pyi|rb|ex|exs|sh|ya?ml|toml|cfg|pl|r)$/i;
const comments = {
  hashes: /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|(?:^|\s)#[^\n]*|^=begin[\s\S]*?^=end/gm,
  slashes: /\/\*[\s\S]*?(?:\*\/|$)|(?:^|[\s;{})(,])\/\/[^\n]*|(?:^|\n)\s*#[ \t][^\n]*/g,
} as const;
