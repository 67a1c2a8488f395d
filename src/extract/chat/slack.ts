/**
 * Slack: a file a day, a list of messages. Users are ids; the messages themselves
 * carry the profiles, so a name that is known from one serves for all.
 *
 *     [{"type": "message", "user": "U1", "ts": "1704190503.000100", "text": "hi <@U2>",
 *       "user_profile": {"real_name": "Ann"}}]
 */
import { isObject, type JsonObject, objectIn, objectsIn, stringIn } from '../json.js';
import { type ChatFormat, type Message, utc } from './conversation.js';

export const slack: ChatFormat = {
  marks: [/^\s*\[/, /"type"\s*:\s*"message"/, /"ts"\s*:\s*"\d+\.\d+"/],
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
