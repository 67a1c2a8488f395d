/**
 * Where a list of results stops being worth reading: after the first result
 * whose successor has less than `ratio` of its score.
 *
 *     [8, 7.5, 7, 3.2, 3, 2.8, 0.9] at 0.5  → 3      3.2 / 7 < 0.5
 *     [4, 2, 1]                    at 0.5  → 3      exactly the ratio is no elbow
 */
export function elbow(scores: readonly number[], ratio: number): number {
  for (let i = 1; i < scores.length; i++) {
    const before = scores[i - 1];
    if (before > 0 && scores[i] / before < ratio) return i;
  }
  return scores.length;
}
