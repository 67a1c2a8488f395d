/** Chats as programs write them: each with a line for every turn, `speaker @ time | first words`. */
export interface Log {
  readonly form: string;
  readonly text: string;
  readonly turns: readonly string[];
}

export const logs: readonly Log[] = [
  {
    form: 'WhatsApp on iOS',
    text: '\u200e[12/31/23, 10:15:03\u202fPM] Ann: hi\n[12/31/23, 10:16:00\u202fPM] ~ Bob Ray: two\nlines: really\n[12/31/23, 10:17:00\u202fPM] Ann: bye\n',
    turns: [
      'Ann @ 12/31/23, 10:15:03\u202fPM | hi',
      'Bob Ray @ 12/31/23, 10:16:00\u202fPM | two',
      'Ann @ 12/31/23, 10:17:00\u202fPM | bye',
    ],
  },
  {
    form: 'WhatsApp on Android',
    text: '31.12.23, 22:14 - Messages are end-to-end encrypted.\n31.12.23, 22:15 - Ann: hi\n31.12.23, 22:16 - +49 170 123: yes\n31.12.23, 22:17 - Ann: bye\n',
    turns: [
      '- @ 31.12.23, 22:14 | Messages are end-to-end encrypted.',
      'Ann @ 31.12.23, 22:15 | hi',
      '+49 170 123 @ 31.12.23, 22:16 | yes',
      'Ann @ 31.12.23, 22:17 | bye',
    ],
  },
  {
    form: 'Telegram',
    text: 'Ann, [31.12.23 22:15]\nhi\n\nBob, [31.12.23 22:16]\nyes\nno\n\nAnn, [31.12.23 22:17]\nbye\n',
    turns: ['Ann @ 31.12.23 22:15 | hi', 'Bob @ 31.12.23 22:16 | yes', 'Ann @ 31.12.23 22:17 | bye'],
  },
  {
    form: 'Discord',
    text: '[31-Dec-23 10:15 PM] ann#1234\nhi\n\n[31-Dec-23 10:16 PM] bob\nyes\n\n[31-Dec-23 10:17 PM] ann#1234\nbye\n',
    turns: [
      'ann#1234 @ 31-Dec-23 10:15 PM | hi',
      'bob @ 31-Dec-23 10:16 PM | yes',
      'ann#1234 @ 31-Dec-23 10:17 PM | bye',
    ],
  },
  {
    form: 'Discord, copied',
    text: 'Ann — Today at 10:15 PM\nhi\nBob — Today at 10:16 PM\nyes\nand no\nAnn — Today at 10:17 PM\nbye\n',
    turns: ['Ann @ Today at 10:15 PM | hi', 'Bob @ Today at 10:16 PM | yes', 'Ann @ Today at 10:17 PM | bye'],
  },
  {
    form: 'IRC in brackets',
    text: '[10:15] <ann> hi\n[10:15] * bob waves\n[10:16] <@bob> yes\n[10:17] -!- eve has joined\n[10:18] <ann> bye\n',
    turns: [
      'ann @ 10:15 | hi',
      '- @ 10:15 | bob waves',
      'bob @ 10:16 | yes',
      '- @ 10:17 | eve has joined',
      'ann @ 10:18 | bye',
    ],
  },
  {
    form: 'IRC',
    text: '10:15 <ann> hi\n10:15 <bob> yes\n10:16 <ann> bye\n',
    turns: ['ann @ 10:15 | hi', 'bob @ 10:15 | yes', 'ann @ 10:16 | bye'],
  },
  {
    form: 'IRC without times',
    text: '<ann> hi\n<bob> yes\n* bob waves\n<ann> so\n<bob> bye\n',
    turns: ['ann @ - | hi', 'bob @ - | yes', '- @ - | bob waves', 'ann @ - | so', 'bob @ - | bye'],
  },
  {
    form: 'names behind times',
    text: '[10:15] Ann: hi\n[10:16] Bob: yes\n[10:17] Ann: bye\n',
    turns: ['Ann @ 10:15 | hi', 'Bob @ 10:16 | yes', 'Ann @ 10:17 | bye'],
  },
  {
    form: 'a meeting',
    text: '10:15:03 From Ann Ray to Everyone: hi all\n10:15:20 From Bob : hello\n10:16:00 From Ann Ray : so\n10:17:00 From Bob : bye\n',
    turns: ['Ann Ray @ 10:15:03 | hi all', 'Bob @ 10:15:20 | hello', 'Ann Ray @ 10:16:00 | so', 'Bob @ 10:17:00 | bye'],
  },
  {
    form: 'names',
    text: 'Ann: Are you coming to lunch?\nBob: I think so, yes.\nMaybe later.\nAnn: We meet at noon then.\nBob: See you all there.\n',
    turns: [
      'Ann @ - | Are you coming to lunch?',
      'Bob @ - | I think so, yes.',
      'Ann @ - | We meet at noon then.',
      'Bob @ - | See you all there.',
    ],
  },
  {
    form: 'a person and a program',
    text: '**User:** How do I list files?\n\n**Assistant:** With `ls`:\n```yaml\nUser: not a turn\n```\n\n**User:** And hidden ones?\n\n**Assistant:** With its flag -a.\n',
    turns: [
      'User @ - | How do I list files?',
      'Assistant @ - | With `ls`:',
      'User @ - | And hidden ones?',
      'Assistant @ - | With its flag -a.',
    ],
  },
];

/** What is no chat, though it has colons, brackets and times. */
export const others: Readonly<Record<string, string>> = {
  yaml: 'Name: some service here\nVersion: one two three\nPorts: eighty and more\nName: other service there\nVersion: three four five\nPorts: none at all\n',
  python:
    'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\nif x: pass\nelse: pass\nif y: pass\nelse: pass\n',
  'HTTP headers':
    'Host: example.org\nAccept: text/html or more\nAccept: application/json or more\nHost: b.example.org\nUser-Agent: a b c\nConnection: keep it alive\n',
  'a log':
    '[2024-01-02 10:15:03] INFO: service has started\n[2024-01-02 10:15:04] WARN: service is slow\n[2024-01-02 10:15:05] INFO: service has stopped\n',
  'a log of PHP':
    '[2024-01-02 10:15:03] local.ERROR: it broke\n[2024-01-02 10:15:04] local.ERROR: again\n[2024-01-02 10:15:05] local.INFO: fine\n',
  'a log without levels':
    '[10:15:03] webpack: compiled\n[10:15:04] server: started\n[10:15:05] webpack: compiled\n[10:15:06] server: stopped\n',
  'a build':
    '[2024-01-02 10:15:03] Starting\n[2024-01-02 10:15:04] Compiling\n[2024-01-02 10:15:05] Starting\n[2024-01-02 10:15:06] Compiling\n',
  syslog:
    'Jan  2 10:15:03 host sshd[123]: Accepted\nJan  2 10:15:04 host sshd[123]: Closed\nJan  2 10:15:05 host cron[9]: ran\n',
  'a play':
    'ROMEO: But soft, what light is this?\nJULIET: O Romeo, wherefore art thou?\nROMEO: Shall I hear more of it?\nJULIET: Deny thy father and thy name.\n',
  'prose with speech':
    'Ann came in: late again. She said: it rains.\n\nBob looked up and nodded.\n\nThen there was nothing for a while.\nBob: he had a name for that.\nAnn had one too.\nBob: a better one.\nAnn: none at all.\nSo it went on and on.\nUntil the evening came.\nAnd then some more.\n',
  'change log':
    'Added: a new way to do it\nFixed: the old way of doing it\nAdded: another new way again\nFixed: what was broken before\n',
  mail: 'From: Ann Example here\nTo: Bob Example there\nSubject: the lunch of today\nFrom: Bob Example there\nTo: Ann Example here\nSubject: the lunch of today\n',
  markup: '<p> some text here\n<p> more text there\n<li> a thing of it\n<li> another thing now\n',
  arguments:
    '<file> the file to read\n<dir> the folder to look in\n<name> what to call it now\n<size> how large it is\n',
  records:
    'Tester: somebody I do not know\nMachine: an old one of theirs\nOutcome: it went quite well\n\nTester: somebody I do not know\nMachine: a new one of theirs\nOutcome: it went very well\n',
  nothing: '',
};
