/**
 * Slack: one file per day, a list of messages. Users are ids; some messages
 * include the profile, whose name is then used for all messages of that user.
 *
 *     [{"type": "message", "user": "U1", "ts": "1704190503.000100", "text": "hi <@U2>",
 *       "user_profile": {"real_name": "Ann"}}]
 */
import { isObject, type JsonObject, objectIn, objectsIn, stringIn } from '../json.js';
import { type ChatFormat, type Conversation, type Message, utc } from './conversation.js';

export const slack: ChatFormat = {
  quickMark: '"message"',
  headPatterns: [/^\s*\[/, /"type"\s*:\s*"message"/, /"ts"\s*:\s*"\d+\.\d+"/],
  read(file) {
    if (!Array.isArray(file) || file.length === 0 || !file.every(isSlackMessage)) return undefined;
    const messages = objectsIn(file);
    const names = namesIn(messages);
    return [{ messages: messages.map((message) => readSlackMessage(message, names)) }];
  },
};

const isSlackMessage = (value: unknown): boolean =>
  isObject(value) && value.type === 'message' && typeof value.ts === 'string' && /^\d+\.\d+$/.test(value.ts);

function readSlackMessage(message: JsonObject, names: ReadonlyMap<string, string>): Message {
  const user = stringIn(message.user);
  const files = objectsIn(message.files).map((file) => `[${stringIn(file.name) ?? 'file'}]`);
  const text = typeof message.text === 'string' ? unescaped(message.text, names) : '';
  const parent = stringIn(message.thread_ts);
  return {
    speaker: (user && (names.get(user) ?? user)) ?? stringIn(message.username) ?? stringIn(message.bot_id),
    time: utc(message.ts),
    text: [text, ...files].join('\n'),
    thread: parent,
  };
}

function namesIn(messages: readonly JsonObject[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    const profile = objectIn(message.user_profile);
    const name = stringIn(profile.real_name) ?? stringIn(profile.display_name) ?? stringIn(profile.name);
    if (typeof message.user === 'string' && name !== undefined) names.set(message.user, name);
  }
  return names;
}

/** `<@U1>` → `@Ann`, `<https://x|here>` → `here (https://x)`, `<!here>` → `@here`, `&lt;` → `<`. */
function unescaped(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/<([@#!]?)([^<>|]{1,4000})(?:\|([^<>]{0,1000}))?>/g, (_all, mark: string, target: string, label = '') => {
      if (mark === '@') return `@${names.get(target) ?? (label || target)}`;
      if (mark === '#') return `#${label || target}`;
      if (mark === '!') return label || `@${target}`;
      return label === '' || label === target ? target : `${label} (${target})`;
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * Discord, as DiscordChatExporter writes it:
 *
 *     {"guild": {…}, "channel": {"name": "general"}, "messages": [
 *       {"timestamp": "2024-01-02T10:15:03+00:00", "author": {"nickname": "Ann"}, "content": "hi"}]}
 */
export const discord: ChatFormat = {
  quickMark: '"channel"',
  headPatterns: [/^\s*\{/, /"guild"\s*:/, /"channel"\s*:/],
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
            ...objectsIn(attachments).map((attachment) => `[${stringIn(attachment.fileName) ?? 'file'}]`),
          ].join('\n'),
          thread: stringIn(objectIn(reference).messageId),
        })),
      },
    ];
  },
};

/**
 * Telegram, one chat or all of them. A text is a string, or a list of strings and
 * of formatted spans.
 *
 *     {"name": "Ann", "type": "personal_chat", "messages": [
 *       {"type": "message", "date": "2024-01-02T10:15:03", "date_unixtime": "1704190503",
 *        "from": "Ann", "text": ["see ", {"type": "link", "text": "x.org"}]}]}
 */
export const telegram: ChatFormat = {
  quickMark: '"messages"',
  headPatterns: [
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
    .map((span) => (typeof span === 'string' ? span : (objectIn(span).text ?? '')))
    .filter((span) => typeof span === 'string')
    .join('');
}
