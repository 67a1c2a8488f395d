/**
 * Discord, as DiscordChatExporter writes it:
 *
 *     {"guild": {…}, "channel": {"name": "general"}, "messages": [
 *       {"timestamp": "2024-01-02T10:15:03+00:00", "author": {"nickname": "Ann"}, "content": "hi"}]}
 */
import { isObject, objectIn, objectsIn, stringIn } from '../json.js';
import type { ChatFormat } from './conversation.js';

export const discord: ChatFormat = {
  marks: [/^\s*\{/, /"guild"\s*:/, /"channel"\s*:/],
  read(file) {
    if (!isObject(file) || !isObject(file.guild) || !isObject(file.channel)) return undefined;
    const messages = objectsIn(file.messages);
    if (!messages.some(({ author, content }) => isObject(author) && typeof content === 'string')) return undefined;
    return [
      {
        title: stringIn(file.channel.name),
        messages: messages.map(({ author, timestamp, content, attachments, reference }) => ({
          speaker: stringIn(objectIn(author).nickname) ?? stringIn(objectIn(author).name),
          time: stringIn(timestamp),
          text: [
            typeof content === 'string' ? content : '',
            ...objectsIn(attachments).map((one) => `[${stringIn(one.fileName) ?? 'file'}]`),
          ].join('\n'),
          thread: stringIn(objectIn(reference).messageId),
        })),
      },
    ];
  },
};
