/**
 * A score for each text, out of whatever a server answers:
 *
 *     { results: [{ index, relevance_score }] }     Cohere, Jina, llama.cpp, vLLM
 *     { data: [{ index, relevance_score }] }        Voyage
 *     [{ index, score }]                            text-embeddings-inference
 *
 * in any order. Every index must be there once: a list with a doubled one has
 * lost somebody's score. Gives back what is wrong, in words, where something is.
 */
import { field } from '../embed/field.js';

export function readScores(answer: unknown, texts: number): readonly number[] | string {
  const list = Array.isArray(answer) ? answer : (field(answer, 'results') ?? field(answer, 'data'));
  if (!Array.isArray(list)) return 'it holds no scores';
  if (list.length !== texts) return `${list.length} scores came back for ${texts} texts`;
  const scores = new Map<number, number>();
  for (const item of list) {
    const index = field(item, 'index');
    const score = field(item, 'relevance_score') ?? field(item, 'score');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts)
      return 'a score is of no text';
    if (typeof score !== 'number' || !Number.isFinite(score)) return 'a score is no number';
    scores.set(index, score);
  }
  return scores.size === texts ? Array.from({ length: texts }, (_, i) => scores.get(i) ?? 0) : 'a text has two scores';
}
