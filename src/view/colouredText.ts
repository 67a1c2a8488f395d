/** A text for the page: with its colours, and the words of a query marked. */
import { highlight, highlightKinds, type parse } from '../engine/cutting.js';
import { parseQuery, queryWords, wordRanges } from '../engine/results.js';
import type { ColouredText, Excerpt } from './api.js';

/** Maximum marks: a page full of marks shows nothing. */
const MAX_MARKS = 5000;
const MIN_WORD_CHARS = 2;

type Root = Awaited<ReturnType<typeof parse>>['root'];

/** `words`: see wordsToMark(). */
export const colouredText = async (
  text: string,
  language: string,
  words: readonly string[],
  root?: Root,
): Promise<ColouredText> => ({
  text,
  highlights: { kinds: highlightKinds, runs: await highlight(text, language, root) },
  marks: marksIn(text, words),
});

/** The words of a query, without its filters. */
export const wordsToMark = (query: string): readonly string[] =>
  queryWords(parseQuery(query).text).filter(({ length }) => length >= MIN_WORD_CHARS);

/** In order; adjacent and overlapping ones are merged. */
function marksIn(text: string, words: readonly string[]): readonly number[] {
  const ranges = wordRanges(text, words)
    .flat()
    .sort((a, b) => a.start - b.start);
  const marks: number[] = [];
  for (const { start, end } of ranges) {
    const last = marks.length - 1;
    if (last > 0 && start <= marks[last]) marks[last] = Math.max(marks[last], end);
    else if (marks.length < 2 * MAX_MARKS) marks.push(start, end);
  }
  return marks;
}

const EXCERPT_LINES = 8;
const EXCERPT_CHARS = 1200;

export interface ExcerptOf {
  readonly content: string;
  readonly language: string;
  readonly startLine: number;
  readonly synthetic: boolean;
}

/** The lines of a chunk with the most distinct words of the query; its first lines if it has none. */
export async function excerptOf(
  { content, language, startLine, synthetic }: ExcerptOf,
  words: readonly string[],
): Promise<Excerpt> {
  const lines = content.trimEnd().split('\n');
  const found = lines.map((line) => wordRanges(line, words).map(({ length }) => length > 0));
  const blanks = lines.findIndex((line) => line.trim() !== '');
  const last = Math.max(blanks, lines.length - EXCERPT_LINES);
  let [best, from] = [-1, Math.max(0, blanks)];
  for (let at = Math.max(0, blanks); at <= last; at++) {
    const inside = found.slice(at, at + EXCERPT_LINES);
    const different = words.filter((_, word) => inside.some((has) => has[word])).length;
    if (different > best) [best, from] = [different, at];
  }
  const text = lines
    .slice(from, from + EXCERPT_LINES)
    .join('\n')
    .slice(0, EXCERPT_CHARS);
  return { ...(await colouredText(text, language, words)), startLine: synthetic ? null : startLine + from };
}
