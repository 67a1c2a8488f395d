/** What kind of question a query is, by its words: a feature of the ranker. */

const forms = {
  how: /^\W*(?:how|explain)\b/i,
  where: /^\W*(?:where|which|who|whose)\b/i,
  what: /^\W*(?:what(?:'s| is| are)|define)\b/i,
  why: /\bwhy\b/i,
  change: /\b(?:i want|i'd like|we want|change|add(?:ing)?|implement|fix|remove)\b/i,
} as const;
export type QuestionForm = keyof typeof forms | 'sentence' | 'keywords';

/** A sentence has stop words between its terms; keywords do not. `terms`: how many terms are no stop words. */
export function formOf(text: string, terms: number): QuestionForm {
  const found = (Object.keys(forms) as (keyof typeof forms)[]).find((form) => forms[form].test(text)); // keys of the table
  if (found) return found;
  const wordCount = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  return wordCount > terms + 1 ? 'sentence' : 'keywords';
}
