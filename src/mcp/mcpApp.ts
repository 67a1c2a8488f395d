/**
 * Streamable HTTP: many clients on one server, each with its own session.
 *
 *     POST /mcp   without a session: initialize; the answer names a session
 *     POST /mcp   Mcp-Session-Id: …   requests; answers may be streams
 *     GET /mcp    notifications; DELETE /mcp ends the session
 */
import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Context, Hono } from 'hono';
import { type Guarded, guard, refusal } from '../http/guard.js';

interface Held {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Maximum sessions; beyond it, the one that was idle longest is ended. */
const MAX_SESSIONS = 64;

export interface McpApp {
  readonly app: Hono;
  close(): Promise<void>;
}

export function mcpApp(guarded: Guarded, begin: () => Server): McpApp {
  /** The last used one is last. */
  const sessions = new Map<string, Held>();
  const app = new Hono();
  app.use(guard(guarded));
  app.all('/mcp', async (c) => {
    const id = c.req.header('mcp-session-id');
    return id === undefined ? first(c) : next(c, id);
  });

  const next = async (c: Context, id: string): Promise<Response> => {
    const held = sessions.get(id);
    if (!held) return refusal(c, 404, 'Unknown session: send initialize again');
    sessions.delete(id);
    sessions.set(id, held);
    return held.transport.handleRequest(c.req.raw);
  };

  const first = async (c: Context): Promise<Response> => {
    if (c.req.method !== 'POST') return refusal(c, 400, 'Start a session with a POST of initialize');
    const server = begin();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER, // the guard has checked it
      onsessioninitialized: (id) => {
        sessions.set(id, { server, transport });
        const [[oldest, { server: idle }]] = sessions;
        if (sessions.size <= MAX_SESSIONS) return;
        sessions.delete(oldest);
        void idle.close();
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await server.connect(transport);
    const answer = await transport.handleRequest(c.req.raw);
    if (transport.sessionId === undefined) await server.close(); // it was not an initialize request
    return answer;
  };

  return {
    app,
    close: async () => {
      for (const { server } of sessions.values()) await server.close();
    },
  };
}
