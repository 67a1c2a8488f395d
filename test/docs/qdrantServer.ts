/** The four routes of Qdrant that a recipe uses, over vectors in memory: enough for its real client. */
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

const point = z.object({ id: z.uuid(), vector: z.array(z.number()), payload: z.record(z.string(), z.unknown()) });
const created = z.object({ vectors: z.object({ size: z.int(), distance: z.literal('Cosine') }) });
const upserted = z.object({ points: z.array(point) });
const queried = z.object({ query: z.array(z.number()), limit: z.int(), with_payload: z.literal(true) });

export interface QdrantServer {
  readonly url: string;
  /** By id. */
  readonly points: ReadonlyMap<string, z.infer<typeof point>>;
  close(): void;
}

export async function startQdrant(): Promise<QdrantServer> {
  const points = new Map<string, z.infer<typeof point>>();
  let size: number | undefined;
  /** What a request is answered with; undefined where there is no such route. */
  const routes: Readonly<Record<string, ((body: unknown) => unknown) | undefined>> = {
    'GET /': () => ({ title: 'qdrant - vector search engine', version: '1.15.0' }),
    'GET /collections/chunks/exists': () => ({ result: { exists: size !== undefined } }),
    'PUT /collections/chunks': (body) => {
      size = created.parse(body).vectors.size;
      return { result: true };
    },
    'PUT /collections/chunks/points': (body) => {
      for (const one of upserted.parse(body).points) {
        if (one.vector.length !== size) throw new Error(`a vector of ${one.vector.length}`);
        points.set(one.id, one);
      }
      return { result: { operation_id: 0, status: 'completed' } };
    },
    'POST /collections/chunks/points/query': (body) => {
      const { query, limit } = queried.parse(body);
      const scored = [...points.values()].map(({ id, vector, payload }) => ({
        ...{ id, version: 0, payload },
        score: vector.reduce((sum, x, i) => sum + x * query[i], 0),
      }));
      return { result: { points: scored.sort((a, b) => b.score - a.score).slice(0, limit) } };
    },
  };
  const server = createServer(async (request, response) => {
    const route = routes[`${request.method} ${request.url?.replace(/\?.*/, '')}`];
    const answer = route?.(await bodyOf(request)) ?? { status: { error: 'no such route' } };
    response.writeHead(route ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'ok', time: 0, ...Object(answer) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it listens on a port');
  return { url: `http://127.0.0.1:${address.port}`, points, close: () => server.close() };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text === '' ? undefined : JSON.parse(text);
}
