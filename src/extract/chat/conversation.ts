/** The common form of all chat exports, and its layout as text. */
import type { Node } from '../../types.js';
import type { Extraction } from '../extractor.js';
import { Layout, present } from '../layout.js';

/** The common form of an export. */
export interface Conversation {
  readonly title?: string | undefined;
  readonly messages: readonly Message[];
}

export interface Message {
  readonly speaker?: string | undefined;
  readonly time?: string | undefined;
  readonly text: string;
  /** The text has markup, and may have fences and headings in it. */
  readonly markdown?: boolean;
  /** The message that it answers, in programs with threads. */
  readonly thread?: string | undefined;
}

export interface ChatFormat {
  /** A key or a value from one of the patterns, searched for first: searching every JSON file for all of them takes as long as reading it. */
  readonly quickMark: string;
  /** Such a file has all of them near its start. Other files may have them, too: read() checks. */
  readonly headPatterns: readonly RegExp[];
  /** Undefined when the file has another shape. */
  read(file: unknown): readonly Conversation[] | undefined;
}

/** Seconds since 1970, as a number or as text → `2024-01-02T10:15:03Z`. */
export function utc(seconds: unknown): string | undefined {
  const number = typeof seconds === 'string' && seconds !== '' ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 8.64e12) return undefined;
  return `${new Date(Math.floor(number) * 1000).toISOString().slice(0, -5)}Z`;
}

/** Conversations → one text. A file of several has a title line above each. */
export function layOutChat(conversations: readonly Conversation[], format: string): Extraction {
  const layout = new Layout();
  const [first] = conversations;
  const hasSeveral = conversations.length > 1;
  const parts = hasSeveral
    ? conversations.map((conversation) => writeConversation(layout, conversation))
    : first.messages.map((message) => writeTurn(layout, message));
  const title = hasSeveral ? undefined : first.title?.trim();
  return {
    by: 'chat',
    text: layout.text(),
    parts: present(parts),
    metadata: {
      ...(title ? { title } : {}),
      chat_format: format,
      ...(hasSeveral ? { conversation_count: conversations.length } : {}),
    },
    diagnostics: [],
  };
}

function writeConversation(layout: Layout, { title, messages }: Conversation): Node | undefined {
  if (messages.length === 0) return undefined;
  const name = title?.replace(/\s+/g, ' ').trim() || 'Untitled';
  layout.gap();
  const start = layout.at;
  layout.line(name);
  const head = { start, end: layout.at };
  const children = present(messages.map((message) => writeTurn(layout, message)));
  return layout.part('conversation', start, { name, head, children, meta: { conversation: name } });
}

function writeTurn(layout: Layout, { speaker, time, text, markdown, thread }: Message): Node | undefined {
  const content = text.replace(/\r\n?/g, '\n').trim();
  if (content === '') return undefined;
  layout.gap();
  const start = layout.at;
  const name = speaker?.replace(/\s+/g, ' ').trim();
  layout.write([time === undefined ? '' : `[${time}] `, name ? `${name}: ` : ''].join(''));
  const bodyStart = layout.at;
  layout.line(content);
  const meta = {
    ...(name ? { speaker: name } : {}),
    ...(time === undefined ? {} : { time }),
    ...(thread === undefined ? {} : { thread }),
  };
  return layout.part('turn', start, {
    ...(bodyStart > start ? { lead: { start, end: bodyStart } } : {}),
    // A single line needs no parser.
    ...(markdown && content.includes('\n')
      ? { inner: { language: 'markdown', start: bodyStart, end: layout.at } }
      : {}),
    meta,
  });
}
