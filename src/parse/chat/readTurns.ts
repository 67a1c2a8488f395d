/**
 * Splits a text into turns, by the format that matches most of its lines. A turn goes from
 * the line that opens it to the next one that does:
 *
 *     [10:15] Ann: look:        ┐ turn, Ann at 10:15
 *       it works                ┘
 *     [10:16] Bob: it does        turn, Bob at 10:16
 *
 * Lines inside fences open no turn: people paste code and settings into chats.
 */
import { type ChatLogFormat, chatLogFormats, matchHead, type TurnHead } from './chatLogFormats.js';

/** Tells names of people from other words before a colon. */

/** Log levels of programs. */
const logLevels =
  /(?:^|[^\p{L}])(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|severe|verbose|exception|stderr|stdout|todo|fixme)(?:$|[^\p{L}])/iu;

/** Field names of mails, records, change logs and instructions, never speakers. */
const fieldWords = new Set(
  `from to cc bcc subject date sent reply-to message-id author committer commit merge name title description summary
  version license licence copyright files file package source section priority maintainer homepage url depends
  type status id key value note notes warning tip hint caution important example examples usage input output
  expected actual before after old new question answer q a added changed deprecated removed fixed security fix
  feature bug improvement step goal task result results reason address phone email tel fax website location
  host path size age gender price total time duration format default options option parameters returns raises
  see ref references tags category categories keywords language translation english chorus verse bridge intro
  act scene enter exit int ext project product company user-agent accept content-type server set-cookie`.split(/\s+/),
);
/** Roles in conversations with assistants and in interviews. */
const speakerRoles =
  /^(user|assistant|human|ai|bot|system|me|you|agent|customer|support|chatgpt|claude|interviewer|interviewee|speaker \d+)$/i;
/** One to three capitalised words. */
const capitalisedName =
  /^\p{Lu}[\p{L}\p{M}\p{N}'’.-]*(?: (?:\p{Lu}[\p{L}\p{M}\p{N}'’.-]*|\d+|d[aeiu]|v[ao]n|la|le)){0,2}$/u;
const lowerNick = /^[a-z0-9_./-]+$/;
/** Three or more letters, all capitals: a play, or headings. */
const allCapitals = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u;
const markupTags =
  /^\/?(?:[abiopqsu]|li|ul|ol|dl|dt|dd|td|tr|th|br|hr|h[1-6]|em|div|span|body|head|html|table|code|pre|img|key|dict|string|array|item|option|script|style|title|input|label|form|svg|path|root|xml|file|name|id|value)$/i;

export const isLogLevel = (speaker: string): boolean => logLevels.test(speaker);
export const isNickname = (speaker: string): boolean => lowerNick.test(speaker);
export const isMarkupTag = (speaker: string): boolean => markupTags.test(speaker);

export const isPersonName = (speaker: string): boolean =>
  speakerRoles.test(speaker) ||
  (capitalisedName.test(speaker) &&
    !allCapitals.test(speaker) &&
    !fieldWords.has(speaker.toLowerCase()) &&
    !/-by$/i.test(speaker));

export interface Turn extends TurnHead {
  readonly start: number;
  readonly end: number;
  /** Start of the text, after the head. */
  readonly body: number;
}

export interface ParsedTurns {
  readonly format: ChatLogFormat;
  readonly turns: readonly Turn[];
}

/** Length of the sample that decides the format. */
const SAMPLE_CHARS = 65_536;

/** Undefined if no line opens a turn. */
export function readTurns(text: string): ParsedTurns | undefined {
  const format = detectLogFormat(text.slice(0, SAMPLE_CHARS));
  if (format === undefined) return undefined;
  const turns: (TurnHead & { start: number; body: number })[] = [];
  forEachLine(text, (start, stop, end, fenced) => {
    if (fenced) return true;
    const line = text.slice(start, stop);
    const head = matchHead(format.turns, line) ?? matchHead(format.notices, line);
    if (head) turns.push({ ...head, start, body: format.textBelow ? end : start + head.headLength });
    return true;
  });
  const kept = format.loose ? withoutUniqueLabels(turns) : turns;
  return { format, turns: kept.map((turn, i) => ({ ...turn, end: kept[i + 1]?.start ?? text.length })) };
}

/** `Note: it rains` inside a turn opens none: Note does not recur, and is not a person's name. */
function withoutUniqueLabels<T extends TurnHead>(turns: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  for (const { speaker = '' } of turns) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return turns.filter(({ speaker = '' }) => (counts.get(speaker) ?? 0) > 1 || isPersonName(speaker));
}

/** Every head contains one of these; a quick test that rejects most lines. */
const headMark = /[:>\]—–]/;
/** Every time contains this. */
const clockPattern = /\d[:.]\d\d/;

/** The format that matches most lines; on a tie, the more specific one. */
export function detectLogFormat(sample: string): ChatLogFormat | undefined {
  const counts = chatLogFormats.map(() => 0);
  forEachLine(sample, (start, stop, _end, fenced) => {
    const line = sample.slice(start, stop);
    if (fenced || !headMark.test(line)) return true;
    const hasTime = clockPattern.test(line);
    for (let i = 0; i < chatLogFormats.length; i++) {
      const { timed, turns } = chatLogFormats[i];
      if ((hasTime || !timed) && matchHead(turns, line)) counts[i]++;
    }
    return true;
  });
  const maxCount = Math.max(...counts);
  return maxCount === 0 ? undefined : chatLogFormats[counts.indexOf(maxCount)];
}

const CR = 13;
const TICK = 96;

type VisitLine = (start: number, stop: number, end: number, fenced: boolean) => boolean;

/** Calls `visit` for each line, with its start, its end without the break and the start of the next, until that returns false. */
export function forEachLine(text: string, visit: VisitLine): void {
  let inFence = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const stop = newline > start && text.charCodeAt(newline - 1) === CR ? newline - 1 : newline < 0 ? end : newline;
    const isFenceLine = text.charCodeAt(start) === TICK && text.startsWith('```', start);
    // An unclosed fence is ignored: otherwise every turn below it would be lost.
    if (isFenceLine && !inFence) inFence = text.indexOf('\n```', end - 1) >= 0;
    else if (isFenceLine) inFence = false;
    if (!visit(start, stop, end, inFence || isFenceLine)) return;
    start = end;
  }
}
