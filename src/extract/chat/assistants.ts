/**
 * ChatGPT: `conversations.json` is a list of conversations, each a tree of
 * messages, because a question can be edited and asked again. The branch that
 * the user saw last is read: from `current_node` up to the root.
 *
 *     root ─ question ─ answer
 *          └ question again ─ answer ─ thanks     ← current_node: this branch
 */
import { arrayIn, isObject, type JsonObject, numberIn, objectIn, objectsIn, stringIn } from '../json.js';
import { type ChatFormat, type Conversation, type Message, utc } from './conversation.js';

export const chatgpt: ChatFormat = {
  quickMark: '"mapping"',
  headPatterns: [/"mapping"\s*:\s*\{/, /"title"\s*:/],
  read(file) {
    const conversations = Array.isArray(file) ? objectsIn(file) : isObject(file) ? [file] : [];
    if (conversations.length === 0 || !conversations.every(({ mapping }) => isObject(mapping))) return undefined;
    return conversations.map(readChatgptConversation);
  },
};

function readChatgptConversation(conversation: JsonObject): Conversation {
  const mapping = objectIn(conversation.mapping);
  const nodes = branchTo(mapping, stringIn(conversation.current_node) ?? lastLeaf(mapping));
  return { title: stringIn(conversation.title), messages: nodes.flatMap(({ message }) => readChatgptMessage(message)) };
}

/** From the leaf to the root; a cycle ends where it closes. */
function branchTo(mapping: JsonObject, leaf: string | undefined): JsonObject[] {
  const seen = new Set<string>();
  const nodes: JsonObject[] = [];
  for (let id = leaf; id !== undefined && !seen.has(id) && Object.hasOwn(mapping, id); ) {
    seen.add(id);
    const node = objectIn(mapping[id]);
    nodes.push(node);
    id = stringIn(node.parent);
  }
  return nodes.reverse();
}

/** The newest message without a reply. */
function lastLeaf(mapping: JsonObject): string | undefined {
  let last: string | undefined;
  let latest = Number.NEGATIVE_INFINITY;
  for (const [id, node] of Object.entries(mapping)) {
    if (!isObject(node) || arrayIn(node.children).length > 0) continue;
    const time = numberIn(objectIn(node.message).create_time) ?? 0;
    if (time >= latest) [last, latest] = [id, time];
  }
  return last;
}

function readChatgptMessage(message: unknown): Message[] {
  if (!isObject(message)) return [];
  const isHidden = objectIn(message.metadata).is_visually_hidden_from_conversation === true;
  const role = stringIn(objectIn(message.author).role);
  if (isHidden || role === undefined) return [];
  const text = contentOf(objectIn(message.content));
  return [{ speaker: role, time: utc(message.create_time), text, markdown: true }];
}

/** Text unchanged, code in a fence, anything else as the name of its type. */
function contentOf(content: JsonObject): string {
  const type = stringIn(content.content_type);
  const text = typeof content.text === 'string' ? content.text : '';
  if (type === 'code') return text.trim() === '' ? '' : `\`\`\`\n${text}\n\`\`\``;
  const parts = arrayIn(content.parts).map((part) => {
    if (typeof part === 'string') return part;
    const { content_type, text } = objectIn(part);
    return typeof text === 'string' ? text : `[${stringIn(content_type) ?? 'attachment'}]`;
  });
  return [text, ...parts].filter((part) => part.trim() !== '').join('\n\n');
}

/**
 * Claude: `conversations.json` is a list of conversations in order.
 *
 *     [{"uuid": …, "name": "Lunch", "chat_messages": [
 *       {"sender": "human", "created_at": "2024-01-02T10:15:03.1Z", "text": "hi", "content": [{"type": "text", "text": "hi"}]}]}]
 */
export const claudeExport: ChatFormat = {
  quickMark: '"chat_messages"',
  headPatterns: [/"chat_messages"\s*:/],
  read(file) {
    const conversations = Array.isArray(file) ? objectsIn(file) : isObject(file) ? [file] : [];
    const isClaudeExport =
      conversations.length > 0 && conversations.every(({ chat_messages }) => Array.isArray(chat_messages));
    if (!isClaudeExport) return undefined;
    return conversations.map(({ name, chat_messages }) => ({
      title: stringIn(name),
      messages: objectsIn(chat_messages).map(readClaudeMessage),
    }));
  },
};

function readClaudeMessage(message: JsonObject): Message {
  const blocks = objectsIn(message.content).flatMap(({ text }) => stringIn(text) ?? []);
  const files = [...objectsIn(message.attachments), ...objectsIn(message.files)].flatMap(({ file_name }) => {
    const name = stringIn(file_name);
    return name === undefined ? [] : [`[${name}]`];
  });
  return {
    speaker: stringIn(message.sender),
    time: stringIn(message.created_at),
    // `text` repeats the blocks, if it is there at all.
    text: [...(blocks.length > 0 ? blocks : [stringIn(message.text) ?? '']), ...files].join('\n\n'),
    markdown: true,
  };
}

/**
 * The list of messages that the APIs of language models take, as programs log it. Other JSON has roles, too: every
 * element has to be a message.
 *
 *     [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]}]
 */
export const messageList: ChatFormat = {
  quickMark: '"role"',
  headPatterns: [/^\s*\[/, /"role"\s*:\s*"(?:system|developer|user|assistant|tool|function)"/, /"content"\s*:/],
  read(file) {
    const messages = arrayIn(file).map(readMessage);
    return messages.length > 0 && messages.every((message) => message !== undefined) ? [{ messages }] : undefined;
  },
};

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function readMessage(value: unknown): Message | undefined {
  const { role, content } = objectIn(value);
  const text = typeof content === 'string' ? content : textOfBlocks(content);
  return ROLES.has(role) && text !== undefined ? { speaker: stringIn(role), text, markdown: true } : undefined;
}

/** Undefined if any of them is not text. */
function textOfBlocks(content: unknown): string | undefined {
  const texts = arrayIn(content).map((block) => {
    const { type, text } = objectIn(block);
    return type === 'text' && typeof text === 'string' ? text : undefined;
  });
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n\n') : undefined;
}
