/**
 * Is this text a chat log? Used for plain text files, so it requires strong
 * evidence: most lines open turns, speakers recur, and nothing looks like a
 * program's log, settings, records or a play.
 */
import { type ChatLogFormat, chatLogFormats, MAX_HEAD_LENGTH, matchHead } from './chatLogFormats.js';
import { detectLogFormat, forEachLine, isLogLevel, isMarkupTag, isNickname, isPersonName } from './readTurns.js';

/** Every plain text is checked, so the sample is small. */
const SAMPLE = 16_384;

/** Minimum number of turns, and minimum share of lines that open one. */
const thresholds: Readonly<Record<string, { readonly turns: number; readonly share: number }>> = {
  irc: { turns: 3, share: 0.5 },
  bracketed: { turns: 3, share: 0.35 },
  dashed: { turns: 3, share: 0.35 },
  below: { turns: 3, share: 0.15 },
  stamped: { turns: 4, share: 0.5 },
  'untimed irc': { turns: 4, share: 0.7 },
  named: { turns: 4, share: 0.6 },
};

interface SampleTurn {
  readonly speaker: string;
  /** The rest of the line after the head. */
  readonly text: string;
  /** It is the first line, or follows a blank one. */
  readonly leads: boolean;
}

export function isChat(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  if (!mayBeChat(sample)) return false;
  const form = detectLogFormat(sample);
  if (form === undefined) return false;
  const { sampled, opened, lines } = sampleTurns(sample, form);
  const { turns, share } = thresholds[form.id];
  if (sampled.length < turns || opened < lines * share) return false;
  const counts = new Map<string, number>();
  for (const { speaker } of sampled) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const speakers = [...counts.keys()];
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  // A label that occurs only once is a field, a term or a heading.
  if (repeated === 0 || speakers.length > sampled.length * 0.7) return false;
  if (speakers.some(isLogLevel)) return false;
  if (form.textBelow) return opened < lines * 0.7;
  return form.timed
    ? form.id === 'irc' || form.id === 'dashed' || !speakers.every(isNickname)
    : form.id === 'named'
      ? isDialogue(sampled, counts)
      : repeated > 1 && !speakers.some(isMarkupTag) && !sample.includes('</');
}

const LEAST_TURNS = 3;
const LEAST_UNTIMED_TURNS = 4;
const LEAST_UNTIMED_SHARE = 0.6;
const LF = 10;

/**
 * Could enough lines open a turn? A turn with a time has a clock on its line; one without begins with `<`, or has a
 * colon before a space. Such lines are found by searching for these marks: trying all the patterns on every line
 * takes longer than chunking the text.
 */
const mayBeChat = (sample: string): boolean =>
  hasTimes(sample) ||
  areMany(countStarts(sample, '<'), countStarts(sample, '*'), sample) ||
  areMany(countColons(sample), 0, sample);

const clock = /\d[:.]\d\d/g;
const timedTurns = chatLogFormats.filter(({ timed }) => timed).flatMap(({ turns }) => turns);

/** Enough lines open a turn with a time. */
function hasTimes(sample: string): boolean {
  let turns = 0;
  clock.lastIndex = 0;
  for (let found = clock.exec(sample); found && turns < LEAST_TURNS; found = clock.exec(sample)) {
    const end = nextFeed(sample, found.index);
    const line = sample.slice(sample.lastIndexOf('\n', found.index) + 1, end);
    if (matchHead(timedTurns, line.endsWith('\r') ? line.slice(0, -1) : line)) turns++;
    clock.lastIndex = end;
  }
  return turns === LEAST_TURNS;
}

/** Lines that begin with this character, or with a direction mark before it. */
function countStarts(sample: string, char: string): number {
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
    const isLast = sample.charCodeAt(at - MAX_HEAD_LENGTH) === LF || at === MAX_HEAD_LENGTH - 1;
    const opens = next <= 32 || next === 42 || at + 1 === sample.length || isLast;
    if (opens) count++;
    at = sample.indexOf(':', opens ? nextFeed(sample, at) : at + 1);
  }
  return count;
}

/** Enough lines for a chat without times. */
function areMany(turns: number, notices: number, sample: string): boolean {
  if (turns < LEAST_UNTIMED_TURNS) return false;
  const opened = turns + notices;
  let lines = 0;
  forEachLine(sample, (start, _stop, _end, fenced) => {
    if (!fenced && sample.charCodeAt(start) > 32) lines++;
    return opened >= lines * LEAST_UNTIMED_SHARE;
  });
  return opened >= lines * LEAST_UNTIMED_SHARE;
}

function nextFeed(sample: string, from: number): number {
  const feed = sample.indexOf('\n', from);
  return feed < 0 ? sample.length : feed;
}

function sampleTurns(sample: string, form: ChatLogFormat): { sampled: SampleTurn[]; opened: number; lines: number } {
  const sampled: SampleTurn[] = [];
  let opened = 0;
  let lines = 0;
  let leads = true;
  forEachLine(sample, (start, stop, _end, fenced) => {
    const line = sample.slice(start, stop);
    const blank = line.trim() === '';
    if (!blank && !fenced) {
      lines++;
      const turn = matchHead(form.turns, line);
      if (turn?.speaker !== undefined) sampled.push({ speaker: turn.speaker, text: line.slice(turn.head), leads });
      if (turn ?? matchHead(form.notices, line)) opened++;
    }
    leads = blank;
    return true;
  });
  return { sampled, opened, lines };
}

/** `Name: text` is the weakest format: speakers must be person names, and texts must be sentences. */
function isDialogue(sampled: readonly SampleTurn[], counts: ReadonlyMap<string, number>): boolean {
  const speakers = [...counts.keys()];
  if (speakers.length > sampled.length / 2 || [...counts.values()].filter((count) => count > 1).length < 2)
    return false;
  if (!speakers.every(isPersonName)) return false;
  const words = sampled.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  return words >= sampled.length * 3 && !areRecords(sampled, speakers.length);
}

/** Records start with the same field after each blank line, or repeat their fields in a cycle; three or more speakers do not. */
function areRecords(sampled: readonly SampleTurn[], speakers: number): boolean {
  const first = sampled.filter(({ leads }) => leads).map(({ speaker }) => speaker);
  const same = first.every((speaker) => speaker === first[0]);
  const cycle = sampled.every(({ speaker }, i) => i < speakers || speaker === sampled[i - speakers].speaker);
  return speakers > 2 && ((first.length > 1 && same) || cycle);
}
