/** A reranker set by a flag, a variable or a configuration; and one that fails. */
import { describe, expect, it } from 'vitest';
import { fakeProvider } from '../embed/fakeProvider.js';
import { call, connectOverStdio, structuredAnswer, textOf } from '../mcp/served.js';
import { byWord } from '../rerankers/rerankServer.js';
import { commandHost } from './hosted.js';
import { indexOf, project } from './indexed.js';

const { run } = commandHost();

const wood = (): string =>
  project({
    'a.md': '# Oak\n\nHow wood is cut, and cut wood.\n',
    'b.md': '# Elm\n\nHow wood is cut.\n',
    'c.md': '# Yew\n\nWood, sometimes cut.\n',
  });
const ASK = ['search', 'how is wood cut', '--embedder', 'none'];

describe('froe search', { concurrent: true }, () => {
  it('is reordered by the named reranker, with a note', async () => {
    const server = await fakeProvider(byWord('Yew'));
    const root = wood();
    const flags = ['--reranker', 'server/mine', '--reranker-base-url', server.url];
    const { code, stdout, stderr } = await run(root, [...ASK, ...flags, '--json', '--explain', '-n', '1'], {
      env: { FROE_API_KEY: 'k-1', VOYAGE_API_KEY: 'k-2' },
    });
    expect({ code, stderr: stderr.replace(/^froe: indexing.*\n/m, '') }).toMatchObject({ code: 0 });
    const answer = JSON.parse(stdout);
    const id = `server/mine@${new URL(server.url).host}`;
    expect(answer).toMatchObject({ reranked_by: id, results: [{ location: 'c.md:1-3' }] });
    expect(answer.results[0].explanation).toContainEqual(
      expect.objectContaining({ reason: id, ranked: { rank: 1, score: 0.9 } }),
    );
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0].headers.authorization).toBe('Bearer k-1');
    expect(server.seen[0].body).toMatchObject({ query: 'how is wood cut', model: 'mine' });
    expect((await run(root, [...ASK, ...flags, '--explain'])).stdout).toMatch(new RegExp(`${id} #1 \\(0\\.90\\)`));
    const env = { FROE_RERANKER: 'jina/mine', FROE_RERANKER_BASE_URL: server.url, FROE_RERANKER_DEPTH: '2' };
    expect((await run(root, ['context', 'how is wood cut', '--embedder', 'none'], { env })).code).toBe(0);
    expect(server.seen.at(-1)?.body.documents).toHaveLength(2);
    const before = server.seen.length;
    expect((await run(root, [...ASK, '--reranker', 'none'], { env })).code).toBe(0);
    expect(server.seen).toHaveLength(before);
  });

  it('still answers if the reranker fails', async () => {
    const server = await fakeProvider(() => ({ status: 401, json: { error: 'k-1 is no key' } }));
    const root = wood();
    const plain = await run(root, ASK);
    const flags = ['--reranker', 'cohere/any', '--reranker-base-url', server.url];
    const env = { FROE_API_KEY: 'k-1' };
    const { code, stdout, stderr } = await run(root, [...ASK, ...flags], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: plain.stdout });
    expect(stderr).toBe(
      `froe: Cohere (${server.url}) refused the key (HTTP 401): using froe's own order. Set FROE_API_KEY to a key that may use any.\n`,
    );
    const json = JSON.parse((await run(root, [...ASK, ...flags, '--json'], { env })).stdout);
    expect(json.not_reranked).toBe(`Cohere (${server.url}) refused the key (HTTP 401)`);
    expect(json.reranked_by).toBeUndefined();
  });

  it('sends nothing for an untrusted project', async () => {
    const server = await fakeProvider(byWord('Yew'));
    const config = `reranker: server/mine\nrerankerBaseUrl: ${server.url}\n`;
    const root = project({ '.froe/config.yaml': config });
    const env = { HOME: project(), XDG_CONFIG_HOME: undefined };
    const refused = await run(root, ASK, { env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`wants to send text to ${server.url}`);
    expect(server.seen).toHaveLength(0);
    expect((await run(root, ['trust'], { env })).stdout).toContain(`send text to ${server.url}`);
    expect((await run(root, ['search', 'trees wood', '--embedder', 'none'], { env })).code).toBe(0);
    expect(server.seen.length).toBeLessThanOrEqual(1);
  });
});

describe('a reranker is named', { concurrent: true }, () => {
  it('by froe status, and tried by froe doctor', async () => {
    const server = await fakeProvider(byWord('def'));
    const root = wood();
    const env = { FROE_RERANKER: 'server/mine', FROE_RERANKER_BASE_URL: server.url, FROE_EMBEDDER: 'none' };
    const id = `server/mine@${new URL(server.url).host}`;
    expect((await run(root, ['index'], { env })).code).toBe(0);
    expect(server.seen).toHaveLength(0);
    expect((await run(root, ['status'], { env })).stdout).toContain(`reranker ${id}\n`);
    expect(JSON.parse((await run(root, ['status', '--json'], { env })).stdout).reranker).toBe(id);
    expect(JSON.parse((await run(root, ['status', '--json'])).stdout).reranker).toBeNull();
    const { code, stdout } = await run(root, ['doctor'], { env });
    expect(stdout).toMatch(new RegExp(`ok {2}reranker +${id} ranked two texts in \\d+ ms`));
    expect(code).toBe(0);
    expect(JSON.stringify(server.seen)).not.toContain('wood'); // nothing of the project
    const bad = await run(root, ['doctor', '--reranker', 'voyage/rerank-2.5', '--embedder', 'none']);
    expect(bad.stdout).toMatch(/!! {2}reranker +Voyage requires a key\. Set VOYAGE_API_KEY/);
    expect(bad.code).toBe(1);
    expect(indexOf(root)).toContain(root);
  });
});

describe('agents', () => {
  it('get its order, or the reason of a failure', { timeout: 60_000 }, async () => {
    let down = false;
    const server = await fakeProvider((seen, n) =>
      down ? { status: 402, json: { error: 'pay' } } : byWord('Yew')(seen, n),
    );
    const words = [wood(), '--embedder', 'none', '--reranker', 'jina/any', '--reranker-base-url', server.url];
    const { client } = await connectOverStdio({ words });
    const id = `jina/any@${new URL(server.url).host}`;
    const query = 'how is wood cut';
    const first = await structuredAnswer(client, 'search', { query, limit: 1 });
    expect(first).toMatchObject({ hits: [{ path: 'c.md', why: 'reranker #1' }] });
    expect(first.not_reranked).toBeUndefined();
    await structuredAnswer(client, 'search', { query, limit: 1, cursor: first.next_cursor });
    expect(server.seen).toHaveLength(1); // the next page asks nobody
    expect(await structuredAnswer(client, 'status', {})).toMatchObject({ reranker: id });
    down = true;
    const answer = await call(client, 'search', { query: 'cut wood' });
    expect(textOf(answer)).toContain(`Jina (${server.url}) refused a batch (HTTP 402: pay): using froe's own order`);
    expect(answer.structuredContent).toMatchObject({ not_reranked: expect.stringContaining('HTTP 402') });
    expect((await structuredAnswer(client, 'get_context', { query: 'cut wood', budget: 500 })).not_reranked).toContain(
      'HTTP 402',
    );
    await client.close();
  });
});
