import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatExport } from '../../src/extract/chat.js';
import { extractorFor } from '../../src/extract/index.js';
import { bytesOf, drawParts, expectSound, extractFrom } from './extracting.js';

const exports = {
  slack: [
    {
      type: 'message',
      user: 'U1',
      ts: '1704190503.000100',
      text: 'hi <@U2> &amp; <https://x.org|site>',
      user_profile: { real_name: 'Ann Ray' },
    },
    { type: 'message', user: 'U2', ts: '1704190560.000200', text: 'two\nlines', thread_ts: '1704190503.000100' },
    { type: 'message', username: 'bot', ts: '1704190561.0', text: '', files: [{ name: 'cat.png' }] },
  ],
  discord: {
    guild: { name: 'g' },
    channel: { name: 'general' },
    messages: [
      { timestamp: '2024-01-02T10:15:03+00:00', author: { name: 'ann', nickname: 'Ann' }, content: 'hi' },
      {
        timestamp: '2024-01-02T10:16:00+00:00',
        author: { name: 'bob' },
        content: '',
        attachments: [{ fileName: 'a.txt' }],
      },
    ],
  },
  telegram: {
    name: 'Ann',
    type: 'personal_chat',
    messages: [
      { type: 'service', actor: 'Ann', action: 'x' },
      { type: 'message', date: '2024-01-02T12:15:03', date_unixtime: '1704190503', from: 'Ann', text: 'hi' },
      { type: 'message', date: '2024-01-02T12:16:00', from: 'Bob', text: ['see ', { type: 'link', text: 'x.org' }] },
    ],
  },
  chatgpt: [
    {
      title: 'Files',
      create_time: 1,
      mapping: {
        root: { id: 'root', message: null, parent: null, children: ['q1', 'q2'] },
        q1: node('q1', 'root', 'user', 'first try', 10, []),
        q2: node('q2', 'root', 'user', 'How?', 20, ['a2']),
        a2: node('a2', 'q2', 'assistant', 'So:\n\n```sh\nls\n```', 30, []),
      },
      current_node: 'a2',
    },
    { title: 'Other', mapping: { a: node('a', null, 'user', 'One', 40, []) } },
  ],
  claude: [
    {
      uuid: 'u',
      name: 'Lunch',
      chat_messages: [
        { sender: 'human', created_at: '2024-01-02T10:15:03.1Z', text: 'hi', content: [{ type: 'text', text: 'hi' }] },
        { sender: 'assistant', created_at: '2024-01-02T10:15:09Z', text: 'Hello.', files: [{ file_name: 'a.pdf' }] },
      ],
    },
  ],
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: [{ type: 'text', text: 'How?' }] },
    { role: 'assistant', content: 'So:\n\n```sh\nls\n```' },
  ],
};

function node(id: string, parent: string | null, role: string, text: string, create_time: number, children: string[]) {
  const message = { author: { role }, create_time, content: { content_type: 'text', parts: [text] } };
  return { id, parent, children, message };
}

const expected: Readonly<Record<keyof typeof exports, string>> = {
  slack: `[2024-01-02T10:15:03Z] Ann Ray: hi @U2 & site (https://x.org)

[2024-01-02T10:16:00Z] U2: two
lines

[2024-01-02T10:16:01Z] bot: [cat.png]
`,
  discord: `[2024-01-02T10:15:03+00:00] Ann: hi

[2024-01-02T10:16:00+00:00] bob: [a.txt]
`,
  telegram: `[2024-01-02T10:15:03Z] Ann: hi

[2024-01-02T12:16:00] Bob: see x.org
`,
  chatgpt: `Files

[1970-01-01T00:00:20Z] user: How?

[1970-01-01T00:00:30Z] assistant: So:

\`\`\`sh
ls
\`\`\`

Other

[1970-01-01T00:00:40Z] user: One
`,
  claude: `[2024-01-02T10:15:03.1Z] human: hi

[2024-01-02T10:15:09Z] assistant: Hello.

[a.pdf]
`,
  messages: `system: Be short.

user: How?

assistant: So:

\`\`\`sh
ls
\`\`\`
`,
};

describe.each(Object.entries(exports))('an export of %s', (name, file) => {
  const json = JSON.stringify(file, null, 1);

  it('is detected by its first bytes', () => {
    expect(extractorFor('logs/x.json', bytesOf(json))?.id).toBe('chat');
    expect(extractorFor('logs/x.json', bytesOf(JSON.stringify(file)))?.id).toBe('chat');
    expect(extractorFor('logs/x.txt', bytesOf(json))).toBeUndefined();
  });

  it('becomes turns in order', async () => {
    const taken = await extractFrom(chatExport, json, 'x.json');
    expectSound(taken);
    expect(taken.text).toBe(expected[name as keyof typeof exports]); // entries() forgets the literal type
    expect(taken.metadata.chat_format).toBe(name);
  });
});

describe('a chat in JSON', () => {
  it('has turns with their speaker, their time and their head', async () => {
    const taken = await extractFrom(chatExport, JSON.stringify(exports.slack), 'x.json');
    expect(
      taken.parts.map(({ kind, meta, lead }) => [kind, meta, lead && taken.text.slice(lead.start, lead.end)]),
    ).toEqual([
      ['turn', { speaker: 'Ann Ray', time: '2024-01-02T10:15:03Z' }, '[2024-01-02T10:15:03Z] Ann Ray: '],
      [
        'turn',
        { speaker: 'U2', time: '2024-01-02T10:16:00Z', thread: '1704190503.000100' },
        '[2024-01-02T10:16:00Z] U2: ',
      ],
      ['turn', { speaker: 'bot', time: '2024-01-02T10:16:01Z' }, '[2024-01-02T10:16:01Z] bot: '],
    ]);
  });

  it('has a section for each of several conversations, and markdown in answers of assistants', async () => {
    const taken = await extractFrom(chatExport, JSON.stringify(exports.chatgpt), 'x.json');
    expect(
      drawParts(taken)
        .split('\n')
        .map((line) => line.slice(0, 30)),
    ).toEqual([
      'conversation <Files>',
      '  turn "[1970-01-01T00:00:20Z]',
      '  turn "[1970-01-01T00:00:30Z]',
      'conversation <Other>',
      '  turn "[1970-01-01T00:00:40Z]',
    ]);
    const [question, answer] = taken.parts[0].children;
    expect(question.inner).toBeUndefined();
    expect(taken.text.slice(answer.inner?.start, answer.inner?.end)).toBe('So:\n\n```sh\nls\n```\n');
    expect(taken.text.slice(taken.parts[0].head?.start, taken.parts[0].head?.end)).toBe('Files\n');
  });

  it('ends at a cycle in its tree', async () => {
    const mapping = { a: node('a', 'b', 'user', 'A', 1, ['b']), b: node('b', 'a', 'user', 'B', 2, ['a']) };
    const taken = await extractFrom(chatExport, JSON.stringify([{ title: 't', mapping, current_node: 'b' }]), 'x.json');
    expect(taken.parts.map(({ meta }) => meta?.time)).toEqual(['1970-01-01T00:00:01Z', '1970-01-01T00:00:02Z']);
  });

  it.each([
    '',
    '[',
    '{}',
    '[]',
    '[{"type":"message","ts":"1.2"},{"type":"other"}]',
    '{"guild":1,"channel":2}',
    '[{"mapping":{}},3,{"x":1}]',
    '[{"role":"user","content":"hi"},{"role":"admin","content":"x"}]',
    '[{"role":"user","content":"hi"},{"role":"user","name":"Ann"}]',
    '[{"role":"user","content":[{"type":"image_url"}]}]',
    '[{"role":"user","content":[]}]',
  ])('is read as JSON if it is not a chat: %s', async (json) => {
    expect(await chatExport.extract(bytesOf(json), 'x.json')).toBeUndefined();
  });

  it('accepts anything in the fields', async () => {
    const value = fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('U1', '1.5', '\r\n', 'user'),
    );
    const message = fc.record({
      user: value,
      text: value,
      from: value,
      date: value,
      files: value,
      user_profile: value,
    });
    const slack = fc.array(
      message.map((fields) => ({ ...fields, type: 'message', ts: '1704190503.1' })),
      { minLength: 1 },
    );
    const telegram = fc
      .array(message)
      .map((all) => ({ type: 'x', messages: all.map((one) => ({ ...one, type: 'message' })) }));
    const gpt = fc
      .dictionary(
        fc.constantFrom('a', 'b', 'c'),
        fc.record({
          parent: value,
          message: fc.record({ author: fc.record({ role: value }), content: value, create_time: value }),
        }),
      )
      .map((mapping) => [{ mapping }]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(slack, telegram, gpt), async (file) => {
        const taken = await chatExport.extract(bytesOf(JSON.stringify(file) ?? ''), 'x.json');
        if (taken) expectSound(taken);
      }),
    );
  });
});
