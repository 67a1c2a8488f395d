/** Conversations → one text. A file of several has a title line above each. */
import type { Node } from '../../types.js';
import type { Extraction } from '../extractor.js';
import { Layout, present } from '../layout.js';
import type { Conversation, Message } from './conversation.js';

export function layOutChat(conversations: readonly Conversation[], format: string): Extraction {
  const layout = new Layout();
  const [first] = conversations;
  const several = conversations.length > 1;
  const parts = several
    ? conversations.map((one) => writeConversation(layout, one))
    : first.messages.map((message) => writeTurn(layout, message));
  const title = several ? undefined : first.title?.trim();
  return {
    by: 'chat',
    text: layout.text(),
    parts: present(parts),
    metadata: {
      ...(title ? { title } : {}),
      chat_format: format,
      ...(several ? { conversation_count: conversations.length } : {}),
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
  const said = text.replace(/\r\n?/g, '\n').trim();
  if (said === '') return undefined;
  layout.gap();
  const start = layout.at;
  const name = speaker?.replace(/\s+/g, ' ').trim();
  layout.write([time === undefined ? '' : `[${time}] `, name ? `${name}: ` : ''].join(''));
  const body = layout.at;
  layout.line(said);
  const meta = {
    ...(name ? { speaker: name } : {}),
    ...(time === undefined ? {} : { time }),
    ...(thread === undefined ? {} : { thread }),
  };
  return layout.part('turn', start, {
    ...(body > start ? { lead: { start, end: body } } : {}),
    // One line needs no parser to be cut well.
    ...(markdown && said.includes('\n') ? { inner: { language: 'markdown', start: body, end: layout.at } } : {}),
    meta,
  });
}
