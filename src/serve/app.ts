/**
 * The index of a team over HTTP, each tenant by its key:
 *
 *     GET  /v1/search?q=…&limit=10&per_source=1&expand=1      Authorization: Bearer KEY
 *     GET  /v1/context?q=…&budget=4000
 *     GET  /v1/get?address=src/app.py:1-20                    also with expand=1&seamless=true
 *     GET  /v1/status
 *     GET  /healthz    is the database there?          GET /metrics    for Prometheus
 *
 * Which rows are read is decided in the database, by the key (store/postgres/tenants.ts).
 */
import { type Context, Hono } from 'hono';
import { toRecord } from '../chunkRecord.js';
import { MAX_NEIGHBOURS, type NeighbourOptions, withNeighbours } from '../engine/neighbours.js';
import type { RerankStatus } from '../engine/results.js';
import type { PgPool } from '../engine/team.js';
import { FroeError, type FroeErrorCode, messageWithHint } from '../errors.js';
import { guard, hostCheck, originCheck, refusal } from '../http/guard.js';
import { type Gauge, Metrics, measure } from './metrics.js';
import type { Guest, Tenants } from './tenants.js';

export interface AccessLogEntry {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly tenant?: string;
  /** The kind of error; never the query. */
  readonly error?: string;
}

export interface Surface {
  readonly host: string;
  /** For /metrics without a key; required unless the server listens on loopback only. */
  readonly token?: string | undefined;
  readonly pool: PgPool;
  readonly tenants: Tenants;
  readonly log: (entry: AccessLogEntry) => void;
}

const keyOf = (c: Context): string | undefined => /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];

type Answer = (guest: Guest, c: Context) => Promise<object>;

const MAX_QUESTION_CHARS = 10_000;

export function surface({ host, token, pool, tenants, log }: Surface): Hono {
  const app = new Hono();
  const [metrics, rate] = [new Metrics(), new Rate()];
  app.use(hostCheck(host), originCheck);

  app.get('/healthz', async (c) => {
    const well = await pool
      .reading((sql) => sql.all('SELECT 1 AS one'))
      .then(
        () => true,
        () => false,
      );
    return c.json({ ok: well }, well ? 200 : 503);
  });
  const guarded = guard({ host, token });
  // With the token, the counters of this process; with a key, the figures of its tenants.
  const figures = async (c: Context): Promise<readonly Gauge[]> => {
    const key = keyOf(c);
    return key === undefined || key === token ? [] : measure(pool.as(key));
  };
  app.use('/metrics', async (c, next) => ((await figures(c)).length > 0 ? next() : guarded(c, next)));
  app.get('/metrics', async (c) => c.text(metrics.text(await figures(c)), 200, { 'content-type': PROMETHEUS }));

  for (const [route, answer] of Object.entries(answers))
    app.get(route, async (c) => {
      const began = performance.now();
      const entry: MutableEntry = {};
      const response = await reply(c, answer, { tenants, rate }, entry);
      const seconds = (performance.now() - began) / 1000;
      metrics.time({ route }, seconds);
      metrics.count('froe_requests_total', { route, status: String(response.status) });
      if (entry.error) metrics.count('froe_errors_total', { kind: entry.error });
      if (entry.error === 'bad-record') metrics.count('froe_validation_errors_total');
      log({ method: c.req.method, route, status: response.status, ms: Math.round(seconds * 1000), ...entry });
      return response;
    });
  return app;
}

type MutableEntry = { -readonly [K in 'tenant' | 'error']?: AccessLogEntry[K] };

/** Answers a request, or refuses it; `entry` gets the tenant and the kind of error. */
async function reply(
  c: Context,
  answer: Answer,
  { tenants, rate }: { readonly tenants: Tenants; readonly rate: Rate },
  entry: MutableEntry,
): Promise<Response> {
  const key = keyOf(c);
  const no = (status: 400 | 401 | 404 | 429, kind: string, message: string): Response => {
    entry.error = kind;
    return refusal(c, status, message);
  };
  try {
    const guest = key === undefined ? undefined : await tenants.guestOf(key);
    if (!guest) return no(401, 'unknown-key', 'Invalid or missing key');
    entry.tenant = guest.tenant;
    if (guest.perMinute !== undefined && !rate.take(guest.tenant, guest.perMinute))
      return no(429, 'rate', `Rate limit exceeded: ${guest.perMinute} requests per minute`);
    const body = await answer(guest, c);
    if ('reranked' in body && !body.reranked) entry.error = 'reranker'; // answered, but the operator should know
    return c.json(body, 200, { 'cache-control': 'no-store' });
  } catch (error) {
    const status = error instanceof FroeError ? statuses[error.code] : undefined;
    if (error instanceof FroeError && status) return no(status, error.code, messageWithHint(error));
    entry.error = error instanceof FroeError ? error.code : 'crashed';
    return c.json({ error: 'Internal error' }, 500);
  }
}

/** Errors that the client can do something about. */
const statuses: Partial<Record<FroeErrorCode, 400 | 404>> = {
  ambiguous: 400,
  'bad-option': 400,
  binary: 404,
  'not-found': 404,
  'too-large': 404,
};

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

const answers: Readonly<Record<string, Answer>> = {
  '/v1/search': async ({ engine }, c) => {
    const limit = whole(c, 'limit', [1, 100]) ?? 10;
    const perSource = whole(c, 'per_source', [1, 100]);
    const around = expanding(c);
    const { results, mode, confidence, corrections, pending, ...rerank } = await engine.search(question(c), {
      limit,
      ...(perSource === undefined ? {} : { perSource }),
    });
    const shown = await Promise.all(
      results.map(async ({ docId, chunks }) =>
        around ? { expanded: (await withNeighbours(engine.store, docId, chunks, around)).text } : {},
      ),
    );
    return {
      mode,
      confidence,
      ...(corrections ? { corrections } : {}),
      pending,
      ...reranking(rerank),
      results: results.map(({ id, docId, score, merged, chunks }, i) => ({
        id,
        doc_id: docId,
        score,
        merged,
        chunks: chunks.map(toRecord),
        ...shown[i],
      })),
    };
  },
  '/v1/context': async ({ engine }, c) => {
    const budget = whole(c, 'budget', [1, 200_000]) ?? 4000;
    const { text, tokens, answer } = await engine.context(question(c), { budget });
    const { confidence, corrections } = answer;
    return { text, tokens, confidence, ...(corrections ? { corrections } : {}), ...reranking(answer) };
  },
  '/v1/get': async ({ engine }, c) => {
    const { text, chunks } = await engine.get(c.req.query('address') ?? '', expanding(c));
    return { text, chunks: chunks.map(toRecord) };
  },
  '/v1/status': async ({ engine, tenant }) => {
    const { bytes: _, ...state } = await engine.state();
    return { tenant, ...state, model: state.model ?? null };
  },
};

/** Which reranker was used, or that it failed; not why: a tenant must not learn where this server sends texts. */
const reranking = ({ rerankedBy, notReranked }: RerankStatus): object => ({
  ...(rerankedBy === undefined ? {} : { reranked: true }),
  ...(notReranked ? { reranked: false } : {}),
});

function question(c: Context): string {
  const query = c.req.query('q') ?? '';
  if (query.trim() !== '' && query.length <= MAX_QUESTION_CHARS) return query;
  throw new FroeError('bad-option', `q must have 1 to ${MAX_QUESTION_CHARS} characters`);
}

/** The neighbours of a chunk, if they are requested. */
function expanding(c: Context): NeighbourOptions | undefined {
  const expand = whole(c, 'expand', [0, MAX_NEIGHBOURS]);
  const seamless = c.req.query('seamless');
  if (seamless !== undefined && (expand === undefined || !/^(true|false)$/.test(seamless)))
    throw new FroeError('bad-option', 'seamless must be true or false, and requires expand');
  return expand === undefined ? undefined : { expand, seamless: seamless === 'true' };
}

/** Undefined if it is not given. */
function whole(c: Context, name: string, [least, most]: readonly [number, number]): number | undefined {
  const given = c.req.query(name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new FroeError('bad-option', `${name} must be a whole number from ${least} to ${most}`);
}

/** Limits the requests per minute of each name: a token bucket. */
export class Rate {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /** Takes a token; false if none is left. */
  take(name: string, perMinute: number, now = performance.now()): boolean {
    const bucket = this.#buckets.get(name) ?? { left: perMinute, at: now };
    bucket.left = Math.min(perMinute, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    this.#buckets.set(name, bucket);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }
}
