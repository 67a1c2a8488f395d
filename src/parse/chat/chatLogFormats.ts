/**
 * Formats of chat logs in plain text: patterns of the lines that open a turn.
 * Other lines belong to the turn above them.
 *
 *     [12/31/23, 10:15:03 PM] Ann: hi      bracketed
 *     31.12.23, 22:15 - Ann: hi            dashed
 *     [10:15] <ann> hi                     irc
 *     Ann, [31.12.23 22:15] ⏎ hi           below
 *     10:15:03 Ann: hi                     stamped
 *     Ann: hi                              named
 *
 * Patterns see only the first characters of a line, so none of them can be slow.
 */
export interface ChatLogFormat {
  readonly id: string;
  /** With groups `speaker` and `time`; the match is the head of the turn. */
  readonly turns: readonly RegExp[];
  /** Log entries without a speaker: a user joined, the topic changed. */
  readonly notices: readonly RegExp[];
  /** The text starts on the line below the head. */
  readonly textBelow?: true;
  /** Heads have a time. Formats without one need more evidence: see isChat.ts. */
  readonly timed: boolean;
  /** Ordinary lines can match: only person names and recurring speakers count. */
  readonly loose?: true;
}

export interface TurnHead {
  readonly speaker: string | undefined;
  readonly time: string | undefined;
  /** Length of the head, before the text. */
  readonly headLength: number;
}

/** Characters of a line that the patterns see. */
export const MAX_HEAD_CHARS = 256;

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const date = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ -](?:${month})[ -]\d{2,4}|(?:${month})\.? \d{1,2},? \d{4}|today|yesterday)`;
const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,6})?)?(?:[ \u00a0\u202f]?[ap]\.?m\.?)?`;
const dated = String.raw`${date},?[ T](?:at )?${clock}(?:Z| ?UTC| ?[+-]\d{2}:?\d{2})?`;
const stamp = `(?<time>${dated}|${clock})`;
/** Directional marks that phones put at the start of a line, and a byte order mark. */
const marks = String.raw`[\u200e\u200f\u202a\u202c\ufeff]*`;
/** Excludes characters of code, markup and settings. */
const name = String.raw`(?<speaker>[^\s:<>{}=;"|\\[\]][^:<>{}=;"|\\[\]]{0,63}?)`;
const nick = String.raw`[~&@%+! ]?(?<speaker>[^\s<>]{1,40})`;

const pattern = (source: string): RegExp => new RegExp(`^${marks}${source}`, 'iu');
const ircNotice = String.raw`(?:\*{1,3} |-!- |<?-+>? |=+ )(?=\S)`;

export const chatLogFormats: readonly ChatLogFormat[] = [
  {
    id: 'irc',
    turns: [
      pattern(String.raw`\[${stamp}\] ?<${nick}>(?:[ \t]|$)`),
      pattern(String.raw`${stamp}[ \t]+<${nick}>(?:[ \t]|$)`),
    ],
    notices: [
      pattern(String.raw`\[${stamp}\] ?${ircNotice}`),
      pattern(String.raw`${stamp}[ \t]+${ircNotice}`),
      pattern(ircNotice),
    ],
    timed: true,
  },
  {
    id: 'bracketed',
    turns: [pattern(String.raw`\[${stamp}\],? ?(?:- )?${marks}~? ?${name}:(?:[ \t]|$)`)],
    notices: [pattern(String.raw`\[${stamp}\] (?=\S)`)],
    timed: true,
  },
  {
    id: 'dashed',
    turns: [pattern(String.raw`(?<time>${dated}) [-–] ${marks}~? ?${name}:(?:[ \t]|$)`)],
    notices: [pattern(String.raw`(?<time>${dated}) [-–] (?=\S)`)],
    timed: true,
  },
  {
    id: 'below',
    turns: [
      pattern(String.raw`${name},? {1,3}\[${stamp}\]:?[ \t]*$`), // Telegram: `Ann, [31.12.23 22:15]`; Slack: `Ann  [10:15 AM]`
      pattern(String.raw`\[(?<time>${dated})\] ${name}(?: \(pinned\))?[ \t]*$`), // Discord: `[31-Dec-23 10:15 PM] ann#1234`
      pattern(String.raw`${name} [—–] ${stamp}[ \t]*$`), // Discord, copied: `Ann — Today at 10:15`
    ],
    notices: [],
    textBelow: true,
    timed: true,
  },
  {
    id: 'stamped', // Zoom: `10:15:03 From Ann to Everyone: hi`
    turns: [
      pattern(
        String.raw`\(?${stamp}\)?[ \t]+(?:- )?(?:From[ \t]+)?${name}(?:[ \t]+to[ \t]+[^:]{1,40}?)?[ \t]?:(?:[ \t]|$)`,
      ),
    ],
    notices: [],
    timed: true,
  },
  {
    id: 'untimed irc',
    turns: [pattern(String.raw`<${nick}>(?:[ \t]|$)`)],
    notices: [pattern(String.raw`\*{1,3} (?=\S)`)],
    timed: false,
  },
  {
    id: 'named', // `**Ann:** hi` in markdown; `Ann (10:15): hi` in transcripts
    turns: [
      pattern(String.raw`(?:\*\*)?${name}(?:\*\*)?:(?:\*\*)?(?:[ \t]|$)`),
      pattern(String.raw`(?:\*\*)?${name} ?[([]${stamp}[)\]](?:\*\*)?:(?:\*\*)?(?:[ \t]|$)`),
    ],
    notices: [],
    timed: false,
    loose: true,
  },
];

/** The head found by the first matching pattern. */
export function matchHead(patterns: readonly RegExp[], line: string): TurnHead | undefined {
  const lineStart = line.length > MAX_HEAD_CHARS ? line.slice(0, MAX_HEAD_CHARS) : line;
  for (const headPattern of patterns) {
    const match = headPattern.exec(lineStart);
    if (match) return { speaker: match.groups?.speaker?.trim(), time: match.groups?.time, headLength: match[0].length };
  }
  return undefined;
}
