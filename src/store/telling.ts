/**
 * Which words of a question are looked for. Scoring a chunk costs more than
 * finding it, and a word that half of the chunks have says little: in a large
 * index the rarest words choose what is scored, until enough is.
 *
 *     absolute 476, site 1,637, current 2,431, url 4,018 │ return 56,565
 *     ──────────── these are looked for ──────────────── │ left out
 *
 * Below that size every word counts. Every store chooses alike, so that all rank alike.
 */

/** Chunks that are scored, about. */
export const MAX_SCORED_CHUNKS = 25_000;

/** `n`: how many chunks have the word. Of those that are there at all the rarest, and at least that one; rarest first. */
export function selectiveTerms<W extends { readonly n: number }>(words: readonly W[]): readonly W[] {
  const [rarest, ...rest] = words.filter(({ n }) => n > 0).sort((a, b) => a.n - b.n);
  if (!rarest) return [];
  let scored = rarest.n;
  const others = rest.filter(({ n }) => {
    scored += n;
    return scored <= MAX_SCORED_CHUNKS;
  });
  return [rarest, ...others];
}
