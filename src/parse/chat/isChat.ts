/**
 * Is this text a chat log? Used for plain text files, so it requires strong
 * evidence: most lines open turns, speakers recur, and nothing looks like a
 * program's log, settings, records or a play.
 */
import { type ChatLogFormat, chatLogFormats, MAX_HEAD_CHARS, matchHead } from './chatLogFormats.js';
import { detectLogFormat, forEachLine, isLogLevel, isMarkupTag, isNickname, isPersonName } from './readTurns.js';

/** Every plain text is checked, so the sample is small. */
const SAMPLE_CHARS = 16_384;

/** Minimum number of turns, and minimum share of lines that open one. */
const thresholds: Readonly<Record<string, { readonly minTurns: number; readonly minShare: number }>> = {
  irc: { minTurns: 3, minShare: 0.5 },
  bracketed: { minTurns: 3, minShare: 0.35 },
  dashed: { minTurns: 3, minShare: 0.35 },
  below: { minTurns: 3, minShare: 0.15 },
  stamped: { minTurns: 4, minShare: 0.5 },
  'untimed irc': { minTurns: 4, minShare: 0.7 },
  named: { minTurns: 4, minShare: 0.6 },
};

interface SampleTurn {
  readonly speaker: string;
  /** The rest of the line after the head. */
  readonly text: string;
  /** It is the first line, or follows a blank one. */
  readonly startsParagraph: boolean;
}

export function isChat(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  if (!mayBeChat(sample)) return false;
  const format = detectLogFormat(sample);
  if (format === undefined) return false;
  const { turnSample, openingLines, lines } = sampleTurns(sample, format);
  const { minTurns, minShare } = thresholds[format.id];
  if (turnSample.length < minTurns || openingLines < lines * minShare) return false;
  const counts = new Map<string, number>();
  for (const { speaker } of turnSample) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const speakers = [...counts.keys()];
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  // A label that occurs only once is a field, a term or a heading.
  if (repeated === 0 || speakers.length > turnSample.length * 0.7) return false;
  if (speakers.some(isLogLevel)) return false;
  if (format.textBelow) return openingLines < lines * 0.7;
  return format.timed
    ? format.id === 'irc' || format.id === 'dashed' || !speakers.every(isNickname)
    : format.id === 'named'
      ? isDialogue(turnSample, counts)
      : repeated > 1 && !speakers.some(isMarkupTag) && !sample.includes('</');
}

const MIN_TURNS = 3;
const MIN_UNTIMED_TURNS = 4;
const MIN_UNTIMED_SHARE = 0.6;
const LF = 10;

/**
 * Could enough lines open a turn? A turn with a time has a clock on its line; one without begins with `<`, or has a
 * colon before a space. Such lines are found by searching for these marks: trying all the patterns on every line
 * takes longer than chunking the text.
 */
const mayBeChat = (sample: string): boolean =>
  hasTimedTurns(sample) ||
  hasEnoughLines(countLinesStarting(sample, '<'), countLinesStarting(sample, '*'), sample) ||
  hasEnoughLines(countColons(sample), 0, sample);

const clockPattern = /\d[:.]\d\d/g;
const timedTurns = chatLogFormats.filter(({ timed }) => timed).flatMap(({ turns }) => turns);

/** Enough lines open a turn with a time. */
function hasTimedTurns(sample: string): boolean {
  let turns = 0;
  clockPattern.lastIndex = 0;
  for (let found = clockPattern.exec(sample); found && turns < MIN_TURNS; found = clockPattern.exec(sample)) {
    const end = lineEnd(sample, found.index);
    const line = sample.slice(sample.lastIndexOf('\n', found.index) + 1, end);
    if (matchHead(timedTurns, line.endsWith('\r') ? line.slice(0, -1) : line)) turns++;
    clockPattern.lastIndex = end;
  }
  return turns === MIN_TURNS;
}

/** Lines that begin with this character, or with a direction mark before it. */
function countLinesStarting(sample: string, char: string): number {
  let count = 0;
  for (let at = sample.indexOf(char); at >= 0; at = sample.indexOf(char, at + 1)) {
    const before = at === 0 ? LF : sample.charCodeAt(at - 1);
    if (before === LF || before > 0xff) count++;
  }
  return count;
}

/** Lines with a colon before a space, a star or the end of what the patterns see. */
function countColons(sample: string): number {
  let count = 0;
  for (let at = sample.indexOf(':'); at >= 0; ) {
    const next = sample.charCodeAt(at + 1);
    const isLast = sample.charCodeAt(at - MAX_HEAD_CHARS) === LF || at === MAX_HEAD_CHARS - 1;
    const opensTurn = next <= 32 || next === 42 || at + 1 === sample.length || isLast;
    if (opensTurn) count++;
    at = sample.indexOf(':', opensTurn ? lineEnd(sample, at) : at + 1);
  }
  return count;
}

/** Enough lines for a chat without times. */
function hasEnoughLines(turns: number, notices: number, sample: string): boolean {
  if (turns < MIN_UNTIMED_TURNS) return false;
  const openingLines = turns + notices;
  let lines = 0;
  forEachLine(sample, (start, _stop, _end, fenced) => {
    if (!fenced && sample.charCodeAt(start) > 32) lines++;
    return openingLines >= lines * MIN_UNTIMED_SHARE;
  });
  return openingLines >= lines * MIN_UNTIMED_SHARE;
}

function lineEnd(sample: string, from: number): number {
  const newline = sample.indexOf('\n', from);
  return newline < 0 ? sample.length : newline;
}

function sampleTurns(
  sample: string,
  format: ChatLogFormat,
): { turnSample: SampleTurn[]; openingLines: number; lines: number } {
  const turnSample: SampleTurn[] = [];
  let openingLines = 0;
  let lines = 0;
  let startsParagraph = true;
  forEachLine(sample, (start, stop, _end, fenced) => {
    const line = sample.slice(start, stop);
    const blank = line.trim() === '';
    if (!blank && !fenced) {
      lines++;
      const turn = matchHead(format.turns, line);
      if (turn?.speaker !== undefined)
        turnSample.push({ speaker: turn.speaker, text: line.slice(turn.headLength), startsParagraph });
      if (turn ?? matchHead(format.notices, line)) openingLines++;
    }
    startsParagraph = blank;
    return true;
  });
  return { turnSample, openingLines, lines };
}

/** `Name: text` is the weakest format: speakers must be person names, and texts must be sentences. */
function isDialogue(turnSample: readonly SampleTurn[], counts: ReadonlyMap<string, number>): boolean {
  const speakers = [...counts.keys()];
  if (speakers.length > turnSample.length / 2 || [...counts.values()].filter((count) => count > 1).length < 2)
    return false;
  if (!speakers.every(isPersonName)) return false;
  const words = turnSample.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  return words >= turnSample.length * 3 && !areRecords(turnSample, speakers.length);
}

/** Records start with the same field after each blank line, or repeat their fields in a cycle; three or more speakers do not. */
function areRecords(turnSample: readonly SampleTurn[], speakers: number): boolean {
  const paragraphSpeakers = turnSample.filter(({ startsParagraph }) => startsParagraph).map(({ speaker }) => speaker);
  const isSameField = paragraphSpeakers.every((speaker) => speaker === paragraphSpeakers[0]);
  const isCycle = turnSample.every(({ speaker }, i) => i < speakers || speaker === turnSample[i - speakers].speaker);
  return speakers > 2 && ((paragraphSpeakers.length > 1 && isSameField) || isCycle);
}
