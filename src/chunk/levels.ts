/**
 * Where a leaf may be cut, and the cost of each cut. A leaf is split only as
 * far as the limit requires:
 *
 *     prose   paragraphs → lines and sentences → words → graphemes
 *     lines   paragraphs → lines → words → graphemes
 *
 * A part that fits stays whole; one that does not is split at the next level.
 * pack.ts then chooses among the cuts.
 */
import { insidePair, nextLine } from '../text/offsets.js';
import type { Grain, Span } from '../types.js';
import { isBlank } from './blank.js';

/** Takes the cuts inside a span, in ascending order, each with its cost. */
export interface CutList {
  add(at: number, cost: number): void;
}

/** Does this part fit into a chunk? */
export type Fits = (start: number, end: number) => boolean;

interface Level {
  readonly cost: number;
  /** Calls `cut` at each boundary strictly inside the span, ascending; `extraCost` is added to the level's cost. */
  split(text: string, span: Span, cut: (at: number, extraCost: number) => void, fits: Fits, onlyLf: boolean): void;
}

const FENCE_COST = 3;
const SHORT_LINE_CHARS = 40;
const MAX_INDENT_COST = 2;

const paragraphs: Level = {
  cost: 0.5,
  split: (text, span, cut, _fits, onlyLf) =>
    eachLine(text, span, onlyLf, (start, indent, fenced, blank, afterBlank) => {
      if (afterBlank && !blank) cut(start, indentCost(indent) + (fenced ? FENCE_COST : 0));
    }),
};

/**
 * Lines of prose, and the sentences that begin inside them. A line break in the
 * middle of a sentence is a worse cut than the start of a sentence.
 */
const wrappedLines: Level = {
  cost: 2,
  split: (text, span, cut, _fits, onlyLf) => {
    let from = span.start;
    const sentencesUpTo = (to: number): void => {
      eachSentence(text, from, to, (at) => cut(at, 0.8));
      from = to;
    };
    eachLine(text, span, onlyLf, (start, indent, fenced) => {
      sentencesUpTo(start);
      const wrapped = indent === 0 && isWrapped(text, start);
      cut(start, indentCost(indent) + (fenced ? FENCE_COST : 0) + (wrapped ? 2.5 : 0));
    });
    sentencesUpTo(span.end);
  },
};

const lines: Level = {
  cost: 2,
  split: (text, span, cut, _fits, onlyLf) =>
    eachLine(text, span, onlyLf, (start, indent, fenced) => {
      cut(start, indentCost(indent) + (fenced ? FENCE_COST : 0) - (endsSentence(text, start) ? 0.5 : 0));
    }),
};

/** About sixteen strides fit at the start; where this many fit, the text is sparse in tokens and the stride doubles. */
const SPARSE_STRIDES = 64;

const words: Level = {
  cost: 7,
  // A cut at every word would make a thousand equal choices: one every few words is enough.
  split: (text, { start, end }, cut, fits) => {
    let stride = initialStride(start, end, fits);
    for (let at = start + stride; at < end; ) {
      // The rest may have far fewer tokens per character than the beginning: a run of colons after a line of Tamil.
      while (at + stride * SPARSE_STRIDES < end && fits(at, at + stride * SPARSE_STRIDES)) stride *= 2;
      const found = wordBreak(text, at, Math.min(end, at + stride));
      if (found > 0) cut(found, splitsAssignment(text, found) ? 1 : 0);
      at = (found > 0 ? found : at) + stride;
    }
  },
};

const graphemes: Level = {
  cost: 12,
  split: (text, { start, end }, cut, fits) => {
    // The parts of one long word are alike: the size that fitted last is the first guess.
    let size = 1;
    for (let at = start; at < end; ) {
      while (at + size * 2 < end && fits(at, at + size * 2)) size *= 2;
      while (size > 1 && !fits(at, Math.min(end, at + size))) size >>= 1;
      const next = graphemeFloor(text, at, Math.min(end, at + size), end, fits);
      if (next < end) cut(next, 0);
      at = next;
    }
  },
};

const levels = {
  prose: [paragraphs, wrappedLines, words, graphemes],
  lines: [paragraphs, lines, words, graphemes],
} satisfies Record<Grain, readonly Level[]>;

export function findCuts(text: string, span: Span, grain: Grain, fits: Fits, cuts: CutList): void {
  refine(text, span, levels[grain], 0, fits, cuts, text.indexOf('\r', span.start) < 0);
}

/** `onlyLf`: no line from here on ends with a CR. */
function refine(
  text: string,
  span: Span,
  grainLevels: readonly Level[],
  levelIndex: number,
  fits: Fits,
  cuts: CutList,
  onlyLf: boolean,
): void {
  const level = grainLevels[levelIndex];
  if (level === undefined) return;
  let from = span.start;
  const refinePart = (to: number): void => {
    if (to > from && !fits(from, to))
      refine(text, { start: from, end: to }, grainLevels, levelIndex + 1, fits, cuts, onlyLf);
    from = to;
  };
  level.split(
    text,
    span,
    (at, extraCost) => {
      refinePart(at);
      cuts.add(at, level.cost + extraCost);
    },
    fits,
    onlyLf,
  );
  refinePart(span.end);
}

/** Facts about a line, as parameters: there are too many lines for an object each. `fenced`: inside ``` or ~~~. */
type VisitLine = (start: number, indent: number, fenced: boolean, blank: boolean, afterBlank: boolean) => void;

/** Visits every line after the first of the span. */
function eachLine(text: string, span: Span, onlyLf: boolean, visit: VisitLine): void {
  let fence = 0;
  let afterBlank = false;
  for (let start = span.start; start < span.end; ) {
    const nextStart = nextLine(text, start, onlyLf);
    const next = nextStart < 0 || nextStart > span.end ? span.end : nextStart;
    let at = start;
    while (at < next && isBlank(text.charCodeAt(at))) at++;
    const blank = at >= next;
    const mark = blank ? 0 : fenceMark(text, at, next);
    const closes = mark !== 0 && mark === fence;
    if (start > span.start) visit(start, at - start, fence !== 0, blank, afterBlank);
    if (closes) fence = 0;
    else if (mark !== 0 && fence === 0) fence = mark;
    afterBlank = blank;
    start = next;
  }
}

/** The character of a fence that opens or closes at `at`, or 0. */
function fenceMark(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  if (mark !== 96 && mark !== 126) return 0;
  return at + 2 < end && text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark ? mark : 0;
}

/** A cut before an indented line costs up to two more than one at the margin. */
const indentCost = (indent: number): number => Math.min(indent / 8, MAX_INDENT_COST);

/** Sentence ends of Chinese, Hindi, Arabic, Urdu, Armenian and Amharic, and the ellipsis. */
const wideTerminators = new Set([...'…。！？।؟۔։።'].map((char) => char.charCodeAt(0)));
const cjkTerminators = new Set([...'。！？'].map((char) => char.charCodeAt(0)));
const wideClosers = new Set([...'”’」』»'].map((char) => char.charCodeAt(0)));

const isTerminator = (unit: number): boolean =>
  unit === 46 || unit === 33 || unit === 63 || (unit > 127 && wideTerminators.has(unit));
const isCloser = (unit: number): boolean =>
  unit === 34 || unit === 39 || unit === 41 || unit === 93 || (unit > 127 && wideClosers.has(unit));

/**
 * Visits every start of a sentence strictly inside (from, to): after a run of terminators and closing quotes or
 * brackets, and the space after it. Chinese needs no space. A run is read once, for a line of dots may be a million long.
 */
function eachSentence(text: string, from: number, to: number, visit: (at: number) => void): void {
  for (let at = from + 1; at < to; at++) {
    if (!isTerminator(text.charCodeAt(at - 1))) continue;
    let cjk = false;
    let runEnd = at - 1;
    for (; runEnd < to; runEnd++) {
      const unit = text.charCodeAt(runEnd);
      if (isTerminator(unit)) cjk ||= cjkTerminators.has(unit);
      else if (!isCloser(unit)) break;
    }
    let next = runEnd;
    while (next < to && isBlank(text.charCodeAt(next))) next++;
    const startsSentence = next < to && (next > runEnd || cjk);
    if (startsSentence) visit(next);
    at = startsSentence ? next : runEnd;
  }
}

/** The line before continues here: it is not short, ends no sentence, and this one begins in lower case. */
function isWrapped(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  const lower =
    (first >= 97 && first <= 122) || (first >= 0xdf && first <= 0x24f) || (first >= 0x430 && first <= 0x45f);
  if (!lower || endsSentence(text, start)) return false;
  for (let at = start - 2; at >= start - SHORT_LINE_CHARS; at--) {
    const unit = text.charCodeAt(at);
    if (at < 0 || unit === 10 || unit === 13) return false;
  }
  return true;
}

function endsSentence(text: string, lineStart: number): boolean {
  let at = lineStart;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--;
  while (at > 0 && isCloser(text.charCodeAt(at - 1))) at--;
  return at > 0 && isTerminator(text.charCodeAt(at - 1));
}

/** About a sixteenth of what fits, in code units: a power of two, so that similar texts get the same. */
function initialStride(start: number, end: number, fits: Fits): number {
  let size = 8;
  while (start + size * 2 < end && fits(start, start + size * 2)) size *= 2;
  return Math.max(4, size >> 3);
}

/**
 * Where a word ends in (from, to]: the first white space, else the first `;` or `,`, else the first other separator. A
 * place right after a `=` is the last choice: a name and its value belong together. -1 if there is none.
 */
function wordBreak(text: string, from: number, to: number): number {
  let clauseEnd = -1;
  let separator = -1;
  let afterEquals = -1;
  for (let at = from; at < to; at++) {
    const before = text.charCodeAt(at - 1);
    const isAfterSpace = isBlank(before) && !isBlank(text.charCodeAt(at));
    if (isAfterSpace ? splitsAssignment(text, at) : before === EQUALS) afterEquals = afterEquals < 0 ? at : afterEquals;
    else if (isAfterSpace) return at;
    else if (clauseEnd < 0 && separatorKinds[before] === CLAUSE_END) clauseEnd = at;
    else if (separator < 0 && separatorKinds[before] === SEPARATOR && !insidePair(text, at)) separator = at;
  }
  return clauseEnd >= 0 ? clauseEnd : separator >= 0 ? separator : afterEquals;
}

const EQUALS = 61;

/** Whether a cut at `at` separates a name with its `=` from the value. */
const splitsAssignment = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === EQUALS || (isBlank(text.charCodeAt(at - 1)) && text.charCodeAt(at - 2) === EQUALS);

/** What ends a clause or an element in text without spaces; a table by code unit, since every character is looked up. */
const CLAUSE_END = 1;
const SEPARATOR = 2;
const separatorKinds = new Uint8Array(65_536);
for (const char of ',;、，') separatorKinds[char.charCodeAt(0)] = CLAUSE_END;
for (const char of ':)]}>|/&') separatorKinds[char.charCodeAt(0)] = SEPARATOR;

const MAX_GRAPHEME_CHARS = 64;
/** Created on first use, which is seldom: it takes ten milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** The end of the last whole grapheme up to `stop`; one that does not fit is cut between code points. */
function graphemeFloor(text: string, at: number, stop: number, end: number, fits: Fits): number {
  if (stop === end) return end;
  // Graphemes are short, except in hostile texts: segment only the last few.
  const from = Math.max(at, stop - MAX_GRAPHEME_CHARS);
  const window = text.slice(from, Math.min(end, stop + MAX_GRAPHEME_CHARS));
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const graphemeStart = from + (segmenter.segment(window).containing(stop - from)?.index ?? stop - from);
  if (graphemeStart > at && fits(at, graphemeStart)) return graphemeStart;
  let codePointEnd = insidePair(text, stop) ? stop - 1 : stop;
  if (codePointEnd <= at) codePointEnd = at + 1;
  return insidePair(text, codePointEnd) ? codePointEnd + 1 : codePointEnd;
}
