/** Doc comments as questions: the first sentence describes the definition below it, and is hidden from the index. */

import { queryWords } from '../text/words.js';
import type { Node } from '../types.js';
import type { CandidateQuestion, EvalDocument, LineRange } from './question.js';

/** A one-line function is its signature; a long one is in too many chunks to be one answer. */
const [MIN_LINES, MAX_LINES] = [3, 200];

/** Code that does something; a list of fields is described by its names. */
const DOCUMENTED_KINDS: ReadonlySet<string> = new Set(['function', 'method', 'class']);

export function docQuestions(document: EvalDocument): CandidateQuestion[] {
  const questions: CandidateQuestion[] = [];
  const stack: Node[] = [document.root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const question = docQuestion(node, document);
    if (question) questions.push(question);
    stack.push(...node.children);
  }
  return questions;
}

function docQuestion(node: Node, { path, text, source }: EvalDocument): CandidateQuestion | undefined {
  const { doc, head, name, kind, end } = node;
  if (!doc || !head || !name || !DOCUMENTED_KINDS.has(kind)) return undefined;
  const isAbove = doc.end <= head.start;
  // A body that is nothing but its comment would be none without it.
  if (!isAbove && text.slice(doc.end, end).trim() === '') return undefined;
  const sentence = firstSentence(text.slice(doc.start, doc.end));
  const query = sentence && withoutName(sentence, name);
  if (query === undefined) return undefined;
  const startLine = source.offsets.lineAt(isAbove ? head.start : node.start);
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
  const normalised = (word: string): string => word.replace(/\W/g, '').toLowerCase();
  if (normalised(first) !== normalised(name)) return sentence;
  return rest.length >= 3 ? rest.join(' ') : undefined;
}

/**
 * The first sentence of a doc comment, without what makes it a comment.
 *
 *     / ** Adds two numbers. Exact. * /      →  Adds two numbers
 *     """Gets it.\n\n    :param url: …"""    →  undefined: too short to ask
 */
/** What comments of all languages begin their lines with. */
const COMMENT_OPENING = /^\s*(?:\/\*\*?!?|\*\/|\*(?!\*)|\/\/[/!]?|#+!?|--\|?|;+|%+|[rRuUbB]{0,2}(?:"""|'''|["']))\s?/;
const COMMENT_CLOSING = /\s*(?:\*\/|"""|'''|["'])\s*$/;
/** Lines after which a comment is no prose any more. */
const SECTION_START =
  /^(?:@|:[a-z]|\\[a-z]|[-*=~]{3,}|(?:args|arguments|parameters|params|returns?|raises|examples?|notes?):?\s*$)/i;
/** What comments say that describes nothing. */
const NOT_PROSE =
  /^(?:todo|fixme|xxx|hack|eslint|biome|ts-|noqa|pylint|type:|copyright|license|spdx|https?:|see |@|\w+:\s*$)/i;

/** Words that tell texts apart: "One step of the index" has two. */
const MIN_DISTINCTIVE_WORDS = 3;
const MAX_WORDS = 40;

export function firstSentence(comment: string): string | undefined {
  const lines: string[] = [];
  for (const raw of comment.split(/\r?\n/)) {
    const line = raw.replace(COMMENT_CLOSING, '').replace(COMMENT_OPENING, '').replace(COMMENT_CLOSING, '').trim();
    if (line === '' && lines.length === 0) continue;
    if (line === '' || SECTION_START.test(line)) break;
    lines.push(line);
  }
  const prose = lines
    .join(' ')
    .replace(/<[^<>]{1,40}>/g, ' ')
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/[`*]/g, '');
  const sentence = (/^.*?[.!?:](?=\s|$)/.exec(prose)?.[0] ?? prose)
    .replace(/[.!:\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return isAskable(sentence) ? sentence : undefined;
}

/** Enough words to ask with, and words at all. */
export function isAskable(sentence: string): boolean {
  const letters = sentence.replace(/[^\p{L}\s]/gu, '').length;
  return (
    queryWords(sentence).filter((word) => /\p{L}{2}/u.test(word)).length >= MIN_DISTINCTIVE_WORDS &&
    sentence.split(' ').length <= MAX_WORDS &&
    letters >= sentence.length * 0.7 &&
    !NOT_PROSE.test(sentence)
  );
}

/** Question headings: the section answers, and the heading is hidden from the index. */
const QUESTION = /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should|will)\b.*|.*\?$/i;
/** Words that tell texts apart: "What it is" has none. */
const MIN_HEADING_WORDS = 2;

export function headingQuestions(document: EvalDocument): CandidateQuestion[] {
  const questions: CandidateQuestion[] = [];
  const stack: Node[] = [document.root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const question = node.kind === 'section' ? headingQuestion(node, document) : undefined;
    if (question) questions.push(question);
    stack.push(...node.children);
  }
  return questions;
}

function headingQuestion(
  { name = '', head, end }: Node,
  { path, text, source }: EvalDocument,
): CandidateQuestion | undefined {
  const query = name.replace(/[`*_]/g, '').trim();
  if (!head || !QUESTION.test(query) || queryWords(query).length < MIN_HEADING_WORDS) return undefined;
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

const HEADING_LINK = /(?<!!)\[([^[\]\n]{8,120})\]\(([^)\s#]*)#([^)\s#]+)\)/g;
const MIN_LINK_WORDS = 2;

/** The words of a link as a question: the section it leads to answers. The link's own line neither helps nor harms. */
export function linkQuestions(documents: readonly EvalDocument[]): CandidateQuestion[] {
  const sections = new Map(
    documents.flatMap(({ path, units }) =>
      units
        .filter(({ kind }) => kind === 'section')
        .map(({ id, startLine, endLine }): [string, LineRange] => [
          `${path}#${id.slice(id.indexOf('#') + 1)}`,
          { path, startLine, endLine },
        ]),
    ),
  );
  return documents
    .filter(({ source }) => source.language === 'markdown')
    .flatMap((document) =>
      [...document.text.matchAll(HEADING_LINK)].flatMap((match) => linkQuestion(match, document, sections)),
    );
}

function linkQuestion(
  { 1: words, 2: target, 3: anchor, index }: RegExpMatchArray,
  { path, source }: EvalDocument,
  sections: ReadonlyMap<string, LineRange>,
): CandidateQuestion[] {
  const query = words.replace(/[`*_]/g, '').trim();
  const answer = sections.get(`${target === '' ? path : resolvePath(path, target)}#${anchor.toLowerCase()}`);
  if (!answer || query.split(/\s+/).length < MIN_LINK_WORDS) return [];
  const line = source.offsets.lineAt(index ?? 0);
  return [
    {
      id: `link:${path}:${line}:${anchor}`,
      kind: 'link',
      query,
      answers: [answer],
      exclude: [{ path, startLine: line, endLine: line }],
    },
  ];
}

/** `docs/a.md` + `../b.md` → `b.md`; a slash at the start means the root of the repository. */
function resolvePath(path: string, target: string): string {
  const parts = target.startsWith('/') ? [] : path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
