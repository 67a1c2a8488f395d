/**
 * The page and its API as one Hono app, a thin layer over the engine; http/guard.ts
 * decides before it who may send requests.
 */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import type { Engine } from '../engine/engine.js';
import { strategies } from '../engine/files.js';
import { COMMITS } from '../engine/indexes.js';
import { andFilters, formatSite, type Neighbour, type SearchFilter } from '../engine/results.js';
import { FroeError, type FroeErrorCode } from '../errors.js';
import { formatNames } from '../format/index.js';
import { type Guarded, guard } from '../http/guard.js';
import type { ApiError, CommitItem, HistoryView, ReferencesView, ReferenceView, SyncView } from './api.js';
import { assembled } from './assembled.js';
import { wordsToMark } from './colouredText.js';
import { Cutters } from './cutters.js';
import { found } from './found.js';
import { artifact } from './indexedView.js';
import { filesOf, statusOf, type Viewed } from './overview.js';
import { POLICY, page } from './page.js';
import { recut } from './recut.js';
import { SizesReader } from './sizes.js';
import { UnknownFile } from './unknownFile.js';

export function viewApp(viewed: Viewed, guarded: Guarded): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    // page.ts has set how long the page itself may be cached; contents of files are never cached.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.use(compress());
  app.use(guard(guarded));
  app.route('/api', viewApi(viewed));
  app.route('/', page());
  app.notFound((c) => c.json({ error: 'Not found' } satisfies ApiError, 404));
  app.onError((error, c) => {
    if (!(error instanceof FroeError)) return c.json({ error: 'Internal error' } satisfies ApiError, 500);
    const body: ApiError = {
      error: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error instanceof UnknownFile ? { near: error.near } : {}),
    };
    return c.json(body, statuses[error.code] ?? 400);
  });
  return app;
}

function viewApi(viewed: Viewed): Hono {
  const { engine, write, sync } = viewed;
  const cutters = viewed.cutters ?? new Cutters();
  const sizes = new SizesReader(engine);
  const tokenizer = sync.cut?.tokenizer ?? 'cl100k_base';
  return new Hono()
    .get('/status', async (c) => c.json(await statusOf(viewed)))
    .get('/sizes', async (c) => c.json(await sizes.read()))
    .get('/files', async (c) => c.json(await filesOf(viewed)))
    .get('/file', async (c) => {
      const { path, q, ...how } = checked(fileRequest, c.req.query());
      const words = wordsToMark(q);
      const json = await recut(engine, path, how, { words, cut: sync.cut, cutters, signal: c.req.raw.signal });
      return c.body(json, 200, { 'content-type': 'application/json' });
    })
    .get('/artifact', async (c) => {
      const { id, q } = checked(artifactRequest, c.req.query());
      return c.json(await artifact(engine, id, wordsToMark(q)));
    })
    .get('/references', async (c) => {
      const { of } = checked(addressRequest, c.req.query());
      return c.json(await referencesTo(engine, of, write));
    })
    .get('/history', async (c) => {
      const { of } = checked(addressRequest, c.req.query());
      return c.json(await historyOf(engine, of, write));
    })
    .get('/search', async (c) => {
      const { q, limit, ...filter } = checked(searchRequest, c.req.query());
      return c.json(await found(engine, q, { limit, sync: write, filter: filterOf(filter) }));
    })
    .get('/context', async (c) => {
      const { q, budget = viewed.budget, format = viewed.format, ...filter } = checked(contextRequest, c.req.query());
      return c.json(await assembled(engine, q, { budget, format, tokenizer, sync: write, filter: filterOf(filter) }));
    })
    .post('/sync', async (c) => {
      if (!write)
        throw new FroeError(
          'untrusted',
          'This page is read-only',
          'Start it with froe view --write, or run: froe index',
        );
      const { added, changed, removed } = await engine.sync();
      return c.json({ added, changed, removed } satisfies SyncView);
    });
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Errors with another status than 400. */
const statuses: Partial<Record<FroeErrorCode, 403 | 404 | 409 | 413 | 502>> = {
  busy: 409,
  'not-found': 404,
  outside: 403,
  provider: 502,
  'too-large': 413,
  untrusted: 403,
};

const QUERY_CHARS = 4000;
const MAX_TOKENS = 1_000_000;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const query = z.string().max(QUERY_CHARS);
const marked = query.default('');
const name = z.string().min(1).max(QUERY_CHARS).optional();
/** Filters of a query. */
const filters = { type: name, lang: name, path: name, root: name };

/** With several roots, paths begin with the name of their root. */
const filterOf = (asked: Partial<Record<keyof typeof filters, string | undefined>>): SearchFilter =>
  andFilters(
    {
      ...(asked.type === undefined ? {} : { types: [asked.type] }),
      ...(asked.lang === undefined ? {} : { languages: [asked.lang] }),
      ...(asked.path === undefined ? {} : { paths: [asked.path] }),
    },
    asked.root === undefined ? {} : { paths: [`/${asked.root}`] },
  );

const fileRequest = z.strictObject({
  path: z.string().min(1),
  q: marked,
  maxTokens: whole(8, MAX_TOKENS).optional(),
  overlap: whole(0, MAX_TOKENS).optional(),
  granularity: z.enum(['pack', 'node']).optional(),
  strategy: z.enum(strategies).optional(),
});

const artifactRequest = z.strictObject({ id: z.string().min(1), q: marked });

const addressRequest = z.strictObject({ of: z.string().min(1) });

const searchRequest = z.strictObject({ q: query, limit: whole(1, 100).default(20), ...filters });

const contextRequest = z.strictObject({
  q: query,
  budget: whole(1, MAX_TOKENS).optional(),
  format: z.enum(formatNames).optional(),
  ...filters,
});

/** The parameters of a request; an error names the first that is wrong. */
function checked<S extends z.ZodObject>(schema: S, given: Readonly<Record<string, string>>): z.output<S> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  const known = Object.keys(schema.shape).join(', ');
  throw new FroeError('bad-option', `${path.join('.') || 'The request'}: ${message}`, `Parameters: ${known}`);
}

/** Maximum number of references. */
const MAX_REFERENCES = 300;

/** What refers to a file or to a chunk of it, or to anything that it defines. */
async function referencesTo(engine: Engine, address: string, sync: boolean): Promise<ReferencesView> {
  const { symbols } = await engine.references(address, { sync });
  const [place] = symbols;
  const all = place?.callers ?? [];
  // `from a import B` refers to B and to the file; one line of the two says enough.
  const lines = new Set(all.filter(({ own }) => own !== place?.symbol.path).map(({ site }) => formatSite(site)));
  const callers = all.filter(({ own, site }) => own !== place?.symbol.path || !lines.has(formatSite(site)));
  return {
    references: callers.slice(0, MAX_REFERENCES).map(referenceView),
    more: Math.max(0, callers.length - MAX_REFERENCES),
  };
}

const referenceView = ({ name, verb, own, site }: Neighbour): ReferenceView => ({ ...site, name, verb, own });

/** The commits of lines, as `froe why` finds them; those that the index has can be opened. */
async function historyOf(engine: Engine, address: string, sync: boolean): Promise<HistoryView> {
  const { commits, uncommitted, more } = await engine.why(address, { sync });
  const history = await engine.store.history();
  const items = commits.map(async (commit): Promise<CommitItem> => {
    const id = `${COMMITS}:${commit.hash}`;
    return { ...commit, artifact: (await history?.source(id)) ? id : null };
  });
  return { commits: await Promise.all(items), uncommitted, more };
}
