import { describe, expect, it } from 'vitest';
import { chatModel } from '../../src/eval/chatModel.js';
import { runTrial } from '../../src/eval/formats.js';
import { fakeProvider, type RecordedRequest } from '../embed/fakeProvider.js';

/** What was sent, as one string: both speak of messages with a content. */
const promptOf = ({ body }: RecordedRequest): string => {
  const [message] = body.messages as readonly { readonly content: string }[]; // both interfaces have them
  return message.content;
};
const isJudging = (prompt: string): boolean => prompt.includes('Answer to be judged:');

const texts = [
  { path: 'src/oak.ts', text: 'export function oak() {\n  return "an oak plank";\n}\n' },
  { path: 'src/elm.ts', text: 'export function elm() {\n  return "an elm plank";\n}\n' },
];
const questions = [
  { id: '1', kind: 'given', query: 'an oak plank', answers: [{ path: 'src/oak.ts', startLine: 1, endLine: 3 }] },
  { id: '2', kind: 'given', query: 'an elm plank', answers: [{ path: 'src/elm.ts', startLine: 1, endLine: 3 }] },
] as const;

describe('formats', () => {
  it('are compared by a model’s answers', async () => {
    // It always names the oak, and is only believed where the form was Claude's.
    const server = await fakeProvider((seen) => {
      const prompt = promptOf(seen);
      const content = isJudging(prompt)
        ? prompt.includes('in tags')
          ? 'Yes, most.'
          : prompt.includes('an elm plank')
            ? 'no'
            : 'No; none'
        : `It is in src/oak.ts${prompt.includes('<') && prompt.includes('</') ? ', in tags' : ''}.`;
      return { json: { choices: [{ message: { content } }] } };
    });
    const model = chatModel('openai/some', { baseUrl: `${server.url}/v1`, env: { FROE_API_KEY: 'mine' } });
    const trials = await runTrial({ texts, questions }, { model, most: 5, budget: 2000 });
    expect(trials.map(({ format, answers, attributed }) => [format, answers, attributed])).toEqual([
      ['claude', 2, 0.5],
      ['gpt', 2, 0.5],
      ['generic', 2, 0.5],
    ]);
    expect(trials[0].correct).toBe(1);
    expect(trials[1].correct).toBe(0);
    // How much of what matters is told is judged as well; one that does not say has seen nothing of it.
    expect(trials.map(({ complete }) => Number(complete.toFixed(3)))).toEqual([0.667, 0, 0]);
    expect(trials.every(({ tokens }) => tokens > 0 && tokens <= 2000)).toBe(true);
    expect(server.seen).toHaveLength(12);
    expect(
      server.seen.every(
        ({ path, headers }) => path === '/v1/chat/completions' && headers.authorization === 'Bearer mine',
      ),
    ).toBe(true);
    // The judge sees what is true, the model does not see that it is.
    const judged = server.seen.map(promptOf).filter(isJudging);
    expect(judged).toHaveLength(6);
    expect(judged[0]).toContain('return "an oak plank";');
  });

  it('are sent to an Anthropic-like server in its own format', async () => {
    const server = await fakeProvider(() => ({ json: { content: [{ type: 'text', text: 'yes, src/oak.ts' }] } }));
    const model = chatModel('anthropic/some', { baseUrl: server.url, env: { FROE_API_KEY: 'mine' } });
    expect(await model.ask('Which wood?')).toBe('yes, src/oak.ts');
    const [{ path, headers, body }] = server.seen;
    expect(path).toBe('/messages');
    expect(headers).toMatchObject({ 'x-api-key': 'mine', 'anthropic-version': '2023-06-01' });
    expect(headers.authorization).toBeUndefined();
    expect(body).toMatchObject({ model: 'some', messages: [{ role: 'user', content: 'Which wood?' }] });
  });

  it("send a provider's key only to that provider, and show no key in messages", async () => {
    const server = await fakeProvider(() => ({ status: 401, json: { error: { message: 'bad key sk-secret' } } }));
    const env = { OPENAI_API_KEY: 'sk-maker', FROE_API_KEY: 'sk-secret' };
    const model = chatModel('openai/some', { baseUrl: server.url, env });
    await expect(model.ask('?')).rejects.toThrow(/did not answer: bad key …/);
    expect(JSON.stringify(server.seen[0].headers)).not.toContain('sk-maker');
  });

  it.each(['', 'gpt-4o', 'openai/', 'other/model'])('refuse an invalid model: %j', (spec) => {
    expect(() => chatModel(spec, { env: {} })).toThrow('is not a model');
  });

  it.each(['ftp://x', 'http://me:pw@x/', 'http://x/?key=1', 'nowhere'])('refuse an invalid address: %s', (baseUrl) => {
    expect(() => chatModel('openai/some', { baseUrl, env: {} })).toThrow('The base URL is not a plain http address');
  });

  it('report an answer without text', async () => {
    const server = await fakeProvider(() => ({ json: { choices: [] } }));
    const model = chatModel('openai/some', { baseUrl: server.url, env: {} });
    await expect(model.ask('?')).rejects.toThrow('gave an answer without a text');
  });
});
