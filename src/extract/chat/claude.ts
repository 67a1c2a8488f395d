/**
 * Claude: `conversations.json` is a list of conversations in order.
 *
 *     [{"uuid": …, "name": "Lunch", "chat_messages": [
 *       {"sender": "human", "created_at": "2024-01-02T10:15:03.1Z", "text": "hi", "content": [{"type": "text", "text": "hi"}]}]}]
 */
import { isObject, type JsonObject, objectsIn, stringIn } from '../json.js';
import type { ChatFormat, Message } from './conversation.js';

export const claude: ChatFormat = {
  marks: [/"chat_messages"\s*:/],
  read(file) {
    const conversations = Array.isArray(file) ? objectsIn(file) : isObject(file) ? [file] : [];
    const fits = conversations.length > 0 && conversations.every(({ chat_messages }) => Array.isArray(chat_messages));
    if (!fits) return undefined;
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
    // `text` repeats the blocks where it is there at all.
    text: [...(blocks.length > 0 ? blocks : [stringIn(message.text) ?? '']), ...files].join('\n\n'),
    markdown: true,
  };
}
