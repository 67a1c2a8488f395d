/**
 * Answers are sent compressed to whoever takes them so: text shrinks to a fourth
 * or less. Small ones stay as they are, since they travel in one packet anyway.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const SMALL = 1400;
const TEXT = /^(?:text\/|application\/json|image\/svg)/;

/** The better one first; both in threads of their own, at a level that keeps up with a disk. */
const ways = {
  br: (body: Uint8Array) =>
    promisify<Uint8Array, object, Buffer>(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Uint8Array) => promisify<Uint8Array, Buffer>(gzip)(body),
} as const;
type Way = keyof typeof ways;

export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  if (!TEXT.test(res.headers.get('content-type') ?? '')) return;
  res.headers.append('vary', 'accept-encoding');
  const way = accepted(c.req.header('accept-encoding') ?? '');
  if (!way || res.body === null || res.headers.has('content-encoding')) return;
  const body = new Uint8Array(await res.arrayBuffer());
  const isSmall = body.length <= SMALL;
  const headers = new Headers(res.headers);
  headers.delete('content-length');
  if (!isSmall) headers.set('content-encoding', way);
  c.res = undefined; // else its headers would be added once more
  c.res = new Response(isSmall ? body : new Uint8Array(await ways[way](body)), { status: res.status, headers });
};

/** `br;q=0` is a refusal; any other weight is a yes. */
function accepted(header: string): Way | undefined {
  const taken = header.split(',').map((one) => one.trim().toLowerCase());
  return (Object.keys(ways) as Way[]).find(
    (
      way, // keys() forgets the literal type
    ) => taken.some((one) => one === way || (one.startsWith(`${way};`) && !/q=0(?:\.0*)?$/.test(one))),
  );
}
