/** Tells names of people from other words before a colon. */

/** Log levels of programs. */
const levels =
  /(?:^|[^\p{L}])(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|severe|verbose|exception|stderr|stdout|todo|fixme)(?:$|[^\p{L}])/iu;

/** Field names of mails, records, change logs and instructions, never speakers. */
const fieldWords = new Set(
  `from to cc bcc subject date sent reply-to message-id author committer commit merge name title description summary
  version license licence copyright files file package source section priority maintainer homepage url depends
  type status id key value note notes warning tip hint caution important example examples usage input output
  expected actual before after old new question answer q a added changed deprecated removed fixed security fix
  feature bug improvement step goal task result results reason address phone email tel fax website location
  host path size age gender price total time duration format default options option parameters returns raises
  see ref references tags category categories keywords language translation english chorus verse bridge intro
  act scene enter exit int ext project product company user-agent accept content-type server set-cookie`.split(/\s+/),
);
/** Roles in conversations with assistants and in interviews. */
const roles =
  /^(user|assistant|human|ai|bot|system|me|you|agent|customer|support|chatgpt|claude|interviewer|interviewee|speaker \d+)$/i;
/** One to three capitalised words. */
const given = /^\p{Lu}[\p{L}\p{M}\p{N}'’.-]*(?: (?:\p{Lu}[\p{L}\p{M}\p{N}'’.-]*|\d+|d[aeiu]|v[ao]n|la|le)){0,2}$/u;
const lowerNick = /^[a-z0-9_./-]+$/;
/** Three or more letters, all capitals: a play, or headings. */
const shouted = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u;
const tags =
  /^\/?(?:[abiopqsu]|li|ul|ol|dl|dt|dd|td|tr|th|br|hr|h[1-6]|em|div|span|body|head|html|table|code|pre|img|key|dict|string|array|item|option|script|style|title|input|label|form|svg|path|root|xml|file|name|id|value)$/i;

export const isLogLevel = (speaker: string): boolean => levels.test(speaker);
export const isNickname = (speaker: string): boolean => lowerNick.test(speaker);
export const isMarkupTag = (speaker: string): boolean => tags.test(speaker);

export const isPersonName = (speaker: string): boolean =>
  roles.test(speaker) ||
  (given.test(speaker) && !shouted.test(speaker) && !fieldWords.has(speaker.toLowerCase()) && !/-by$/i.test(speaker));
