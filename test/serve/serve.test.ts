/** The HTTP API of a database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../src/http/listen.js';
import { type AccessLogEntry, Rate, surface } from '../../src/serve/app.js';
import { Metrics } from '../../src/serve/metrics.js';
import { Tenants } from '../../src/serve/tenants.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import { addKey, addMonitor, setTenant } from '../../src/store/postgres/tenants.js';
import { prepared } from '../contract/store.js';
import { freshTenant, postgresStore, server } from '../postgres/stores.js';

describe.skipIf(!server)('a server', () => {
  const [acme, slow] = [freshTenant(), freshTenant()];
  const entries: AccessLogEntry[] = [];
  let pool: PgPool;
  let at: Listening;

  beforeAll(async () => {
    pool = new PgPool(server ?? '');
    for (const name of [acme, slow]) {
      await setTenant(pool, name, name === slow ? { perMinute: 2 } : {});
      await addKey(pool, name, `key-${name}`);
      const store = postgresStore(name);
      await store.write({ put: [await prepared('oak.md', `# Oak\n\nOak of ${name} is hard.\n`)] });
      await store.close();
    }
    const tenants = new Tenants(pool, server ?? '');
    const app = surface({ host: '127.0.0.1', pool, tenants, log: (entry) => entries.push(entry) });
    at = await listen(app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await at.close();
    await pool.close();
  });

  const ask = async (path: string, key?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${at.url}${path}`, {
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };

  it('answers a tenant from its own data', async () => {
    const found = await ask('/v1/search?q=oak', `key-${acme}`);
    expect(found.status).toBe(200);
    expect(found.json().results).toHaveLength(1);
    expect(found.json().results[0].chunks[0].content).toContain(`Oak of ${acme}`);
    const { text, tokens } = (await ask('/v1/context?q=oak&budget=300', `key-${acme}`)).json();
    expect(text).toContain(acme);
    expect(tokens).toBeLessThanOrEqual(300);
    expect((await ask('/v1/get?address=oak.md:3-3', `key-${acme}`)).json().text).toBe(`Oak of ${acme} is hard.\n`);
    expect((await ask('/v1/status', `key-${acme}`)).json()).toMatchObject({ tenant: acme, sources: 1, chunks: 1 });
  });

  it('queries all roots of a tenant, or those that a query names', async () => {
    const name = freshTenant();
    await setTenant(pool, name, {});
    await addKey(pool, name, `key-${name}`);
    for (const root of ['api', 'web']) {
      const store = postgresStore(name, { root });
      await store.write({ put: [await prepared('oak.md', `# Oak\n\nOak of ${root}.\n`)] });
      await store.close();
    }
    const found = async (q: string): Promise<readonly string[]> => {
      const { results } = (await ask(`/v1/search?q=${encodeURIComponent(q)}`, `key-${name}`)).json();
      return results.map((one: { chunks: { file_path: string }[] }) => one.chunks[0].file_path).sort();
    };
    expect(await found('oak')).toEqual(['api/oak.md', 'web/oak.md']);
    expect(await found('oak in:web')).toEqual(['web/oak.md']);
    expect((await ask('/v1/search?q=oak+in:wbe', `key-${name}`)).status).toBe(400);
    expect((await ask('/v1/get?address=api/oak.md:3-3', `key-${name}`)).json().text).toBe('Oak of api.\n');
    expect((await ask('/v1/status', `key-${name}`)).json()).toMatchObject({ tenant: name, sources: 2 });
  });

  it('limits results per source, and shows their neighbours', async () => {
    const name = freshTenant();
    await setTenant(pool, name, {});
    await addKey(pool, name, `key-${name}`);
    const store = postgresStore(name);
    // Two of five say it: too few to be one result.
    const leaves = ['Fir', 'Box', 'Yew'].map((tree) => `## ${tree}\n\nNeedles.\n`);
    const [ash, elm] = ['Ash', 'Elm'].map((tree) => `## ${tree}\n\nWood of ${tree} is hard.\n`);
    const sections = [ash, elm, ...leaves];
    await store.write({
      put: [await prepared('trees.md', sections.join('\n')), await prepared('oak.md', 'Wood of oak.\n')],
    });
    await store.close();
    const search = async (more: string) => (await ask(`/v1/search?q=wood${more}`, `key-${name}`)).json().results;
    const sourcesOf = (results: readonly { doc_id: string }[]) => results.map(({ doc_id }) => doc_id);
    expect(sourcesOf(await search('')).filter((id) => id === 'main:trees.md').length).toBeGreaterThan(1);
    expect(sourcesOf(await search('&per_source=1')).sort()).toEqual(['main:oak.md', 'main:trees.md']);
    const [found] = (await ask('/v1/search?q=elm&limit=1&expand=1', `key-${name}`)).json().results;
    expect(found.expanded).toBe([ash, elm, leaves[0]].map((text) => `${text}\n`).join('\n[CHUNK BOUNDARY]\n'));
    const seamless = await ask('/v1/get?address=trees.md%23elm&expand=1&seamless=true', `key-${name}`);
    expect(seamless.json().text).toBe(`${[ash, elm, leaves[0]].join('\n')}\n`);
    for (const wrong of ['per_source=0', 'expand=-1', 'expand=21', 'expand=', 'seamless=true', 'expand=1&seamless=yes'])
      expect([wrong, (await ask(`/v1/search?q=wood&${wrong}`, `key-${name}`)).status]).toEqual([wrong, 400]);
  });

  it('refuses requests without a key, invalid requests, and requests of web pages', async () => {
    expect((await ask('/v1/search?q=oak')).status).toBe(401);
    expect((await ask('/v1/search?q=oak', 'guess')).status).toBe(401);
    expect((await ask('/v1/search?q=', `key-${acme}`)).status).toBe(400);
    expect((await ask('/v1/search?q=oak&limit=0', `key-${acme}`)).status).toBe(400);
    expect((await ask('/v1/get?address=nowhere', `key-${acme}`)).status).toBe(404);
    expect((await ask('/v1/search?q=oak', `key-${acme}`, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('/nothing', `key-${acme}`)).status).toBe(404);
  });

  it('limits the rate of each tenant without affecting others', async () => {
    const asked = [];
    for (let i = 0; i < 4; i++) asked.push((await ask('/v1/status', `key-${slow}`)).status);
    expect(asked).toEqual([200, 200, 429, 429]);
    expect((await ask('/v1/status', `key-${acme}`)).status).toBe(200);
  });

  it('reports its health and its metrics', async () => {
    expect((await ask('/healthz')).json()).toEqual({ ok: true });
    await addMonitor(pool, `monitor-${acme}`);
    const { text } = await ask('/metrics', `monitor-${acme}`);
    expect(text).toContain(`froe_chunks{tenant="${acme}"} 1\n`);
    expect(text).toContain(`froe_oversize_share{tenant="${acme}"} 0\n`);
    expect(text).toContain(`froe_files_per_minute{tenant="${acme}"} 1\n`);
    expect(text).toMatch(/froe_tokens\{tenant="[^"]+"\} \d+\n/);
    expect(text).toContain('froe_errors_total{kind="unknown-key"} 2\n');
    expect(text).toContain('froe_errors_total{kind="rate"} 2\n');
    expect(text).toMatch(/froe_request_seconds_bucket\{route="\/v1\/search",le="\+Inf"\} \d+\n/);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(# TYPE \w+ \w+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
  });

  it('reports whether its reranker ran, but no reasons to tenants', async () => {
    const name = freshTenant();
    await setTenant(pool, name, {});
    await addKey(pool, name, `key-${name}`);
    const store = postgresStore(name);
    await store.write({
      put: await Promise.all(['elm', 'yew'].map((tree) => prepared(`${tree}.md`, `Wood of ${tree}.`))),
    });
    await store.close();
    let down = false;
    const reranker = {
      id: 'mine',
      rerank: async (_: string, texts: readonly string[]) => {
        if (down) throw new Error('http://inside is away');
        return texts.map((text) => Number(text.includes('yew')));
      },
    };
    const tenants = new Tenants(pool, server ?? '', undefined, {}, { reranker });
    const log: AccessLogEntry[] = [];
    const app = surface({ host: '127.0.0.1', pool, tenants, log: (entry) => log.push(entry) });
    const asked = async (path: string): Promise<string> => {
      const headers = { host: '127.0.0.1', authorization: `Bearer key-${name}` };
      return (await app.request(`http://127.0.0.1${path}`, { headers })).text();
    };
    const answer = JSON.parse(await asked('/v1/search?q=wood'));
    expect(answer).toMatchObject({ reranked: true, results: [{ doc_id: 'main:yew.md' }, { doc_id: 'main:elm.md' }] });
    down = true;
    for (const path of ['/v1/search?q=wood', '/v1/context?q=wood']) {
      const text = await asked(path);
      expect(JSON.parse(text)).toMatchObject({ reranked: false });
      expect(text).not.toContain('inside');
    }
    expect(log.map(({ status, error }) => [status, error])).toEqual([
      [200, undefined],
      [200, 'reranker'],
      [200, 'reranker'],
    ]);
  });

  it('logs tenant and duration, but nothing of the query', () => {
    expect(entries[0]).toEqual({
      method: 'GET',
      route: '/v1/search',
      status: 200,
      ms: expect.any(Number),
      tenant: acme,
    });
    expect(JSON.stringify(entries)).not.toContain('oak');
  });
});

it('may not be public without a token', () => {
  const rest = { pool: undefined as never, tenants: undefined as never, log: () => {} }; // it is refused before either is used
  expect(() => surface({ host: '0.0.0.0', ...rest })).toThrow('requires a token');
});

it('a rate limit refills, up to its maximum', () => {
  const rate = new Rate();
  const taken = (now: number): boolean => rate.take('a', 2, now);
  expect([taken(0), taken(0), taken(0), taken(29_000), taken(30_001), taken(30_002)]).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  expect([taken(600_000), taken(600_000), taken(600_000)]).toEqual([true, true, false]);
});

it('metrics escape labels', () => {
  const metrics = new Metrics();
  metrics.count('froe_errors_total', { kind: 'a"b\\c\nd' });
  metrics.time({ route: '/x' }, 0.02);
  const text = metrics.text([{ name: 'froe_chunks', value: 3 }]);
  expect(text).toContain('# TYPE froe_chunks gauge\nfroe_chunks 3\n# TYPE froe_errors_total counter\n');
  expect(text).toContain('froe_errors_total{kind="a\\"b\\\\c\\nd"} 1\n');
  expect(text).toContain('froe_request_seconds_bucket{route="/x",le="0.01"} 0\n');
  expect(text).toContain('froe_request_seconds_bucket{route="/x",le="0.025"} 1\n');
  expect(text).toContain('froe_request_seconds_count{route="/x"} 1\n');
});
