/** Doc comments as questions: the first sentence asks for what it stands above, and is hidden while it is asked. */
import type { Node } from '../types.js';
import type { CandidateQuestion, EvalDocument } from './question.js';
import { firstSentence } from './sentence.js';

/** A one-line function is its signature; a long one is in too many chunks to be one answer. */
const [MIN_LINES, MAX_LINES] = [3, 200];

/** What does something; a list of fields is told by its names. */
const DOCUMENTED: ReadonlySet<string> = new Set(['function', 'method', 'class']);

export function docQuestions(document: EvalDocument): CandidateQuestion[] {
  const found: CandidateQuestion[] = [];
  const open: Node[] = [document.root];
  for (let node = open.pop(); node; node = open.pop()) {
    const question = docQuestion(node, document);
    if (question) found.push(question);
    open.push(...node.children);
  }
  return found;
}

function docQuestion(node: Node, { path, text, source }: EvalDocument): CandidateQuestion | undefined {
  const { doc, head, name, kind, end } = node;
  if (!doc || !head || !name || !DOCUMENTED.has(kind)) return undefined;
  const above = doc.end <= head.start;
  // A body that is nothing but its comment would be none without it.
  if (!above && text.slice(doc.end, end).trim() === '') return undefined;
  const sentence = firstSentence(text.slice(doc.start, doc.end));
  const query = sentence && withoutName(sentence, name);
  if (query === undefined) return undefined;
  const startLine = source.offsets.lineAt(above ? head.start : node.start);
  const endLine = source.offsets.lineAt(Math.max(node.start, end - 1));
  const lines = endLine - startLine + 1;
  if (lines < MIN_LINES || lines > MAX_LINES) return undefined;
  return {
    id: `doc:${path}:${startLine}`,
    kind: 'doc',
    query,
    answers: [{ path, startLine, endLine }],
    hide: { path, start: doc.start, end: doc.end },
  };
}

/** In Go a comment begins with the name of what it documents: that would give the answer away. */
function withoutName(sentence: string, name: string): string | undefined {
  const [first, ...rest] = sentence.split(' ');
  const plain = (word: string): string => word.replace(/\W/g, '').toLowerCase();
  if (plain(first) !== plain(name)) return sentence;
  return rest.length >= 3 ? rest.join(' ') : undefined;
}
