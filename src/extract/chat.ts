/**
 * Exports of chat programs that are JSON: Slack, Discord, Telegram, ChatGPT,
 * Claude, and plain lists of messages. Each describes a message in its own way; the result is always the
 * text of a plain log, with a turn for every message:
 *
 *     [2024-01-02T10:15:03Z] Ann: hi
 *
 *     [2024-01-02T10:16:00Z] Bob: two
 *     lines
 *
 * Times are in UTC where the file counts seconds, and as written where it does
 * not. JSON that only looked like a chat is read as JSON.
 */
import { chatgpt, claudeExport, messageList } from './chat/assistants.js';
import { type ChatFormat, layOutChat, type Message } from './chat/conversation.js';
import { discord, slack, telegram } from './chat/messengers.js';
import { type Extractor, extensionOf } from './extractor.js';
import { readJson } from './json.js';

const formats: Readonly<Record<string, ChatFormat>> = {
  slack,
  discord,
  telegram,
  chatgpt,
  claude: claudeExport,
  messages: messageList,
};

/** Bytes at the start of a file that are searched for the patterns: a list of messages may start with a long one. */
const HEAD_BYTES = 16_384;

export const chatExport: Extractor = {
  id: 'chat',
  claims: (filename, head) => {
    if (extensionOf(filename) !== '.json') return false;
    const headText = head(HEAD_BYTES);
    return Object.values(formats).some(
      ({ quickMark: sign, headPatterns: marks }) =>
        headText.includes(sign) && marks.every((pattern) => pattern.test(headText)),
    );
  },
  async extract(bytes) {
    const file = readJson(bytes);
    for (const [name, { read }] of Object.entries(formats)) {
      const conversations = read(file);
      if (conversations?.some(({ messages }) => messages.some(isReadable))) return layOutChat(conversations, name);
    }
    return undefined;
  },
};

/** Pictures, calls and deleted messages have no text: a file of only these is better read as JSON. */
const isReadable = ({ text }: Message): boolean => text.trim() !== '';
