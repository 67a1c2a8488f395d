/**
 * The page and its API as one Hono app. Everything is thin over the engine; who
 * may ask at all is decided before, by http/guard.ts.
 */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { FroeError, type FroeErrorCode } from '../errors.js';
import { type Guarded, guard } from '../http/guard.js';
import type { ApiError, SyncView } from './api.js';
import { artifact } from './artifact.js';
import { artifactAsked, checked, contextAsked, fileAsked, searchAsked } from './asked.js';
import { assembled } from './assembled.js';
import { Cutters } from './cutters.js';
import { filesOf } from './files.js';
import { found } from './found.js';
import { POLICY, page } from './page.js';
import { recut } from './recut.js';
import { SizesReader } from './sizes.js';
import { statusOf } from './status.js';
import type { Viewed } from './viewed.js';

export function viewApp(viewed: Viewed, guarded: Guarded): Hono {
  const { engine, write, sync } = viewed;
  const cutters = viewed.cutters ?? new Cutters();
  const sizes = new SizesReader(engine);
  const tokenizer = sync.cut?.tokenizer ?? 'cl100k_base';
  const api = new Hono()
    .get('/status', async (c) => c.json(await statusOf(viewed)))
    .get('/sizes', async (c) => c.json(await sizes.read()))
    .get('/files', async (c) => c.json(await filesOf(viewed)))
    .get('/file', async (c) => {
      const { path, ...how } = checked(fileAsked, c.req.query());
      const json = await recut(engine, path, how, { cut: sync.cut, cutters, signal: c.req.raw.signal });
      return c.body(json, 200, { 'content-type': 'application/json' });
    })
    .get('/artifact', async (c) => c.json(await artifact(engine, checked(artifactAsked, c.req.query()).id)))
    .get('/search', async (c) => {
      const { q, limit } = checked(searchAsked, c.req.query());
      return c.json(await found(engine, q, { limit, sync: write }));
    })
    .get('/context', async (c) => {
      const { q, budget = viewed.budget, format = viewed.format } = checked(contextAsked, c.req.query());
      return c.json(await assembled(engine, q, { budget, format, tokenizer, sync: write }));
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
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    // Of the page itself page.ts has said how long it holds; what is in a file is nobody's to keep.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.use(compress());
  app.use(guard(guarded));
  app.route('/api', api);
  app.route('/', page());
  app.notFound((c) => c.json({ error: 'Not found' } satisfies ApiError, 404));
  app.onError((error, c) => {
    if (!(error instanceof FroeError)) return c.json({ error: 'Internal error' } satisfies ApiError, 500);
    const said: ApiError = { error: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
    return c.json(said, statuses[error.code] ?? 400);
  });
  return app;
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What is not the asker's fault, or more than just wrong. */
const statuses: Partial<Record<FroeErrorCode, 403 | 404 | 409 | 413 | 502>> = {
  busy: 409,
  'not-found': 404,
  outside: 403,
  provider: 502,
  'too-large': 413,
  untrusted: 403,
};
