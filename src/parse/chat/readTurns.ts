/**
 * A text → its turns, by the form that most of its lines have. A turn goes from
 * the line that opens it to the next one that does:
 *
 *     [10:15] Ann: look:        ┐ turn, Ann at 10:15
 *       it works                ┘
 *     [10:16] Bob: it does        turn, Bob at 10:16
 *
 * Lines between fences open nothing: people paste code and settings into chats.
 */
import { type ChatLogFormat, chatLogFormats, matchHead, type TurnHead } from './chatLogFormats.js';
import { isPersonName } from './speakerNames.js';

export interface Turn extends TurnHead {
  readonly start: number;
  readonly end: number;
  /** Where what is said begins. */
  readonly body: number;
}

export interface ParsedTurns {
  readonly form: ChatLogFormat;
  readonly turns: readonly Turn[];
}

/** How much of a text is looked at to tell its form. */
const SAMPLE = 65_536;

/** Undefined when no line opens a turn. */
export function readTurns(text: string): ParsedTurns | undefined {
  const form = detectLogFormat(text.slice(0, SAMPLE));
  if (form === undefined) return undefined;
  const turns: (TurnHead & { start: number; body: number })[] = [];
  forEachLine(text, (line, start, end, fenced) => {
    if (fenced) return;
    const opening = matchHead(form.turns, line) ?? matchHead(form.notices, line);
    if (opening) turns.push({ ...opening, start, body: form.textBelow ? end : start + opening.head });
  });
  const kept = form.loose ? withoutAsides(turns) : turns;
  return { form, turns: kept.map((turn, i) => ({ ...turn, end: kept[i + 1]?.start ?? text.length })) };
}

/** `Note: it rains` inside a turn opens none: nobody called Note speaks again, and it is nobody's name. */
function withoutAsides<T extends TurnHead>(turns: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  for (const { speaker = '' } of turns) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return turns.filter(({ speaker = '' }) => (counts.get(speaker) ?? 0) > 1 || isPersonName(speaker));
}

/** Every head ends in one of these, or has one in it; most lines of other texts have none. */
const opener = /[:>\]—–]/;

/** The one that opens most turns; the more exact one, where two open as many. */
export function detectLogFormat(sample: string): ChatLogFormat | undefined {
  const counts = chatLogFormats.map(() => 0);
  forEachLine(sample, (line, _start, _end, fenced) => {
    if (fenced || !opener.test(line)) return;
    for (let i = 0; i < chatLogFormats.length; i++) if (matchHead(chatLogFormats[i].turns, line)) counts[i]++;
  });
  const most = Math.max(...counts);
  return most === 0 ? undefined : chatLogFormats[counts.indexOf(most)];
}

type Visit = (line: string, start: number, end: number, fenced: boolean) => void;

/** Lines without their breaks, with where they begin and where the next one does. */
export function forEachLine(text: string, visit: Visit): void {
  let fence = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const stop = newline < 0 ? end : text[newline - 1] === '\r' && newline > start ? newline - 1 : newline;
    const marked = text.startsWith('```', start);
    // A fence that nobody closes is none: everything below it would be lost.
    if (marked && !fence) fence = text.indexOf('\n```', end - 1) >= 0;
    else if (marked) fence = false;
    visit(text.slice(start, stop), start, end, fence || marked);
    start = end;
  }
}
