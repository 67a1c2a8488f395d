/** Headings that ask, as questions: the section answers, and the heading is hidden while it is asked. */
import { queryWords } from '../text/words.js';
import type { Node } from '../types.js';
import type { CandidateQuestion, EvalDocument } from './question.js';

const ASKS = /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should|will)\b.*|.*\?$/i;
/** Words that tell texts apart: "What it is" has none. */
const MIN_HEADING_WORDS = 2;

export function headingQuestions(document: EvalDocument): CandidateQuestion[] {
  const found: CandidateQuestion[] = [];
  const open: Node[] = [document.root];
  for (let node = open.pop(); node; node = open.pop()) {
    const question = node.kind === 'section' ? headingQuestion(node, document) : undefined;
    if (question) found.push(question);
    open.push(...node.children);
  }
  return found;
}

function headingQuestion(
  { name = '', head, end }: Node,
  { path, text, source }: EvalDocument,
): CandidateQuestion | undefined {
  const query = name.replace(/[`*_]/g, '').trim();
  if (!head || !ASKS.test(query) || queryWords(query).length < MIN_HEADING_WORDS) return undefined;
  if (text.slice(head.end, end).trim().length < 40) return undefined; // nothing to be found
  const startLine = source.offsets.lineAt(head.end);
  const endLine = source.offsets.lineAt(Math.max(head.end, end - 1));
  return {
    id: `heading:${path}:${source.offsets.lineAt(head.start)}`,
    kind: 'heading',
    query,
    answers: [{ path, startLine, endLine }],
    hide: { path, start: head.start, end: head.end },
  };
}
