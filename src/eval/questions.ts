/**
 * A repository → questions with known answers, and the texts as they must be
 * indexed while these are asked: what holds the words of a question is taken
 * out, and its lines stay, so that every answer is where it was.
 */

import { grouped } from '../text/grouped.js';
import { sha256 } from '../text/hash.js';
import { commitQuestions } from './commitQuestions.js';
import { docQuestions } from './docQuestions.js';
import { headingQuestions } from './headingQuestions.js';
import { linkQuestions } from './linkQuestions.js';
import type { CandidateQuestion, EvalDocument, EvalQuestion, HiddenSpan } from './question.js';

/** What is indexed. */
export interface EvalText {
  readonly path: string;
  readonly text: string;
}

export interface QuestionSet {
  readonly questions: readonly EvalQuestion[];
  readonly texts: readonly EvalText[];
}

/** At most `most` of each kind, chosen by the hash of their ids: the same in every run, and from all over the tree. */
export function questionsOf(root: string, documents: readonly EvalDocument[], most: number): QuestionSet {
  const kinds = [
    documents.flatMap(docQuestions),
    documents.flatMap(headingQuestions),
    linkQuestions(documents),
    commitQuestions(root, documents),
  ];
  const chosen = kinds.flatMap((candidates) => chosenOf(candidates, most));
  const hidden = grouped(
    chosen.flatMap(({ hide }) => (hide ? [hide] : [])),
    ({ path }) => path,
  );
  return {
    questions: chosen.map(({ hide: _, ...question }) => question),
    texts: documents.map(({ path, text }) => ({ path, text: withHidden(text, hidden.get(path) ?? []) })),
  };
}

/** A query that two places answer is asked of neither: each would be wrong half of the time. */
function chosenOf(candidates: readonly CandidateQuestion[], most: number): CandidateQuestion[] {
  const byQuery = grouped(candidates, ({ query }) => query.toLowerCase());
  return [...byQuery.values()]
    .flatMap((same) => (same.length === 1 ? same : []))
    .map((candidate) => ({ candidate, key: sha256(candidate.id) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Everything in the stretches goes, but for the ends of lines. */
export function withHidden(text: string, hidden: readonly HiddenSpan[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of [...hidden].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue; // inside one that is gone already
    left += text.slice(at, start) + text.slice(Math.max(at, start), end).replace(/[^\r\n]+/g, '');
    at = end;
  }
  return left + text.slice(at);
}
