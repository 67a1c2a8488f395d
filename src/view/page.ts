/**
 * The page itself, as built by Vite: read once, sent from memory. Source text is only sent
 * by the API, as JSON, and inserted as text nodes; should that ever fail, the content
 * security policy below lets no script in it run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';

/** The same from src/ and from dist/. */
const HOME = packageFile('dist/web/');

export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Vite puts a hash into the file names in assets/. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function page(home: URL = HOME): Hono {
  const app = new Hono();
  for (const name of filesIn(home)) {
    const body = readFileSync(new URL(name, home));
    const headers = {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-length': String(body.length), // a small body is not worth compressing
      'cache-control': name.startsWith('assets/') ? FOR_EVER : 'no-cache',
    };
    app.get(name === 'index.html' ? '/' : `/${name}`, () => new Response(body, { headers }));
  }
  return app;
}

function filesIn(home: URL): string[] {
  try {
    return readdirSync(fileURLToPath(home), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        `${parentPath}/${name}`.slice(fileURLToPath(home).length).replaceAll('\\', '/').replace(/^\//, ''),
      );
  } catch (error) {
    throw new FroeError('not-found', 'The page has not been built', 'Run: npm run build', error);
  }
}
