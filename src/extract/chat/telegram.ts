/**
 * Telegram, one chat or all of them. A text is a string, or a list of strings and
 * of stretches that look different.
 *
 *     {"name": "Ann", "type": "personal_chat", "messages": [
 *       {"type": "message", "date": "2024-01-02T10:15:03", "date_unixtime": "1704190503",
 *        "from": "Ann", "text": ["see ", {"type": "link", "text": "x.org"}]}]}
 */
import { isObject, type JsonObject, objectIn, objectsIn, stringIn } from '../json.js';
import { type ChatFormat, type Conversation, type Message, utc } from './conversation.js';

export const telegram: ChatFormat = {
  marks: [
    /^\s*\{/,
    /"type"\s*:\s*"(?:personal_chat|private_\w+|public_\w+|saved_messages|bot_chat)"/,
    /"messages"\s*:/,
  ],
  read(file) {
    if (!isObject(file)) return undefined;
    const chats = Array.isArray(objectIn(file.chats).list) ? objectsIn(objectIn(file.chats).list) : [file];
    const conversations = chats.flatMap((chat): Conversation[] =>
      Array.isArray(chat.messages) && typeof chat.type === 'string'
        ? [{ title: stringIn(chat.name), messages: objectsIn(chat.messages).flatMap(readTelegramMessage) }]
        : [],
    );
    return conversations.length > 0 ? conversations : undefined;
  },
};

function readTelegramMessage(message: JsonObject): Message[] {
  if (message.type !== 'message') return []; // somebody joined, a call ended
  const files = [message.file_name, message.media_type].map(stringIn).filter((name) => name !== undefined);
  return [
    {
      speaker: stringIn(message.from) ?? stringIn(message.from_id),
      time: utc(message.date_unixtime) ?? stringIn(message.date),
      text: [flattenText(message.text), ...files.slice(0, 1).map((name) => `[${name}]`)].join('\n'),
    },
  ];
}

function flattenText(text: unknown): string {
  if (typeof text === 'string') return text;
  if (!Array.isArray(text)) return '';
  return text
    .map((one) => (typeof one === 'string' ? one : (objectIn(one).text ?? '')))
    .filter((one) => typeof one === 'string')
    .join('');
}
