/** The known word that was probably meant; undefined if none is similar. */
export const nearestWord = (word: string, known: readonly string[]): string | undefined =>
  nearestWords(word, known, 1)[0];

/** The known words that are similar, the nearest first: the nearest, and those hardly farther. */
export function nearestWords(word: string, known: Iterable<string>, most: number): readonly string[] {
  const meant = plain(word);
  const near: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of known) {
    const reach = Math.max(1, Math.floor(Math.min(candidate.length, MAX_WORD_CHARS) / 3));
    const candidateWord = plain(candidate);
    if (Math.abs(candidateWord.length - meant.length) > reach) continue; // at least so many letters would have to be added
    const distance = edits(meant, candidateWord);
    if (distance <= reach) near.push({ candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance); // ties: the first in the list
  const nearly = near.filter(({ distance }) => distance <= near[0].distance + 1);
  return nearly.slice(0, most).map(({ candidate }) => candidate);
}

/** Letters after this one are ignored. */
const MAX_WORD_CHARS = 64;

/** `max_tokens`, `max-tokens` and `MaxTokens` are one word. */
const plain = (word: string): string =>
  word
    .slice(0, MAX_WORD_CHARS)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * Number of letters to add, drop or change (Levenshtein distance), row by row.
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
