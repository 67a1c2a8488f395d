/** The known word that somebody may have meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: edits(plain(word), plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** `max_tokens`, `max-tokens` and `MaxTokens` are one word. A word is never long: what is past 64 letters is not read. */
const plain = (word: string): string =>
  word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * Letters to add, drop or change, by Levenshtein's table, a row at a time.
 *
 *          j o b
 *        0 1 2 3
 *      j 1 0 1 2
 *      o 2 1 0 1      edits('jobs', 'job') = 1
 *      b 3 2 1 0
 *      s 4 3 2 1
 */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
