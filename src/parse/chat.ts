/**
 * Chat logs that are plain text: exports of phones and programs, IRC, transcripts
 * (chat/chatLogFormats.ts has the list). A turn is atomic: it is split only if it
 * is over the limit by itself, and then its head is the context of each chunk.
 */
import type { Node } from '../types.js';
import { readTurns, type Turn } from './chat/readTurns.js';
import type { Parser } from './parser.js';

export { isChat } from './chat/isChat.js';

export const chat: Parser = {
  id: 'chat',
  sourceType: 'artifact',
  refuses: true,
  preset: {},
  anchors: 'path',
  chunkType: ({ whole }) => (whole ? 'artifact' : 'artifact_chunk'),
  isUnit: ({ kind }) => kind === 'turn',
  fields({ node, shows, root }) {
    const turns = shows.length > 0 ? shows.flatMap((shown) => (shown === root ? root.children : [shown])) : [node];
    return { metadata: chatFields(turns.flatMap(({ meta }) => (meta ? [meta] : []))) };
  },
  describe: (filename, startLine, endLine) => `${filename}, lines ${startLine}–${endLine}`,
  parse({ text }) {
    const turns = readTurns(text)?.turns ?? [];
    if (turns.length === 0 && text.trim() !== '') return undefined;
    const turnsStart = turns[0]?.start ?? 0;
    const children = turns.map(turnNode);
    if (turnsStart > 0) children.unshift({ kind: 'preamble', start: 0, end: turnsStart, children: [], grain: 'lines' });
    return { kind: 'document', start: 0, end: text.length, children, grain: 'prose' };
  },
};

function turnNode({ start, end, body, speaker, time }: Turn): Node {
  const meta = { ...(speaker === undefined ? {} : { speaker }), ...(time === undefined ? {} : { time }) };
  const kind = speaker === undefined ? 'notice' : 'turn';
  const lead = speaker !== undefined && body > start && body < end ? { lead: { start, end: body } } : {};
  return { kind, start, end, children: [], grain: 'prose', ...lead, meta };
}

/**
 * Speakers and time range of a chunk: speakers in order of appearance, the
 * first and the last time as written.
 *
 *     [10:15] Ann: hi   [10:16] Bob: hello   [10:20] Ann: bye
 *     → speakers: ["Ann", "Bob"], time_range: ["10:15", "10:20"]
 */
export function chatFields(turns: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const speakers = new Set<string>();
  let first: string | undefined;
  let last: string | undefined;
  for (const { speaker, time } of turns) {
    if (typeof speaker === 'string') speakers.add(speaker);
    if (typeof time === 'string') {
      first ??= time;
      last = time;
    }
  }
  return {
    ...(speakers.size > 0 ? { speakers: [...speakers] } : {}),
    ...(first === undefined ? {} : { time_range: [first, last] }),
  };
}
