/**
 * Is this text a chat? Asked of files whose name does not say, so it says yes
 * only when much speaks for it: most lines open turns, speakers come back, and
 * nothing looks like a log, settings, records or a play.
 */
import { type ChatLogFormat, matchHead } from './chatLogFormats.js';
import { detectLogFormat, forEachLine } from './readTurns.js';
import { isLogLevel, isMarkupTag, isNickname, isPersonName } from './speakerNames.js';

/** A chat shows itself soon, and every plain text is asked. */
const SAMPLE = 16_384;

/** Turns that are needed, and the share of lines that must open one. Text below a name, or pasted, needs lines too. */
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
  /** What follows the head on its line. */
  readonly text: string;
  /** It stands below a blank line, or first. */
  readonly leads: boolean;
}

export function isChat(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const form = detectLogFormat(sample);
  if (form === undefined) return false;
  const { said, opened, lines } = sampleTurns(sample, form);
  const { turns, share } = thresholds[form.id];
  if (said.length < turns || opened < lines * share) return false;
  const counts = new Map<string, number>();
  for (const { speaker } of said) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const speakers = [...counts.keys()];
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  // Who speaks once and never again is a field, a term or a heading.
  if (repeated === 0 || speakers.length > said.length * 0.7) return false;
  if (speakers.some(isLogLevel)) return false;
  if (form.textBelow) return opened < lines * 0.7;
  return form.timed
    ? form.id === 'irc' || form.id === 'dashed' || !speakers.every(isNickname)
    : form.id === 'named'
      ? isDialogue(said, counts)
      : repeated > 1 && !speakers.some(isMarkupTag) && !sample.includes('</');
}

function sampleTurns(sample: string, form: ChatLogFormat): { said: SampleTurn[]; opened: number; lines: number } {
  const said: SampleTurn[] = [];
  let opened = 0;
  let lines = 0;
  let leads = true;
  forEachLine(sample, (line, _start, _end, fenced) => {
    const blank = line.trim() === '';
    if (!blank && !fenced) {
      lines++;
      const turn = matchHead(form.turns, line);
      if (turn?.speaker !== undefined) said.push({ speaker: turn.speaker, text: line.slice(turn.head), leads });
      if (turn ?? matchHead(form.notices, line)) opened++;
    }
    leads = blank;
  });
  return { said, opened, lines };
}

/** `Name: text` alone is the weakest form, so names must be names, and what they say must be sentences. */
function isDialogue(said: readonly SampleTurn[], counts: ReadonlyMap<string, number>): boolean {
  const speakers = [...counts.keys()];
  if (speakers.length > said.length / 2 || [...counts.values()].filter((count) => count > 1).length < 2) return false;
  if (!speakers.every(isPersonName)) return false;
  const words = said.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  return words >= said.length * 3 && !areRecords(said, speakers.length);
}

/** Records begin with the same field after every blank line; of three and more speakers none always goes first. */
function areRecords(said: readonly SampleTurn[], speakers: number): boolean {
  const first = said.filter(({ leads }) => leads).map(({ speaker }) => speaker);
  const same = first.every((speaker) => speaker === first[0]);
  const cycle = said.every(({ speaker }, i) => i < speakers || speaker === said[i - speakers].speaker);
  return speakers > 2 && ((first.length > 1 && same) || cycle);
}
