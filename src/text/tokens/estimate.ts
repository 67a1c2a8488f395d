/**
 * A guess, for places where a rank table would be too much: words and the
 * lengths of what is no word. Nothing that promises a limit may use it.
 */
export function estimateTokens(text: string): number {
  const words = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  let tokens = 0;
  for (const word of words) tokens += /^[\x20-\x7e]/.test(word) ? Math.ceil(word.length / 6) : word.length;
  return tokens;
}
