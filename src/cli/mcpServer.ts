/** Serves `froe mcp`: over stdio to one client, or over HTTP to many. */
import { Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { session } from '../mcp/session.js';
import type { McpFlags } from './commands/mcp.js';
import { warn } from './output.js';
import { ending, type OpenIndex, ServedIndexes } from './servedIndexes.js';
import { tokenOf } from './tokenOf.js';

/** One client, until it disconnects. */
export async function overStdio(path: string | undefined, flags: McpFlags, version: string): Promise<void> {
  const { write } = flags;
  const indexes = new ServedIndexes(flags);
  const workspace = (folders: readonly string[]): Promise<OpenIndex> => indexes.at(path, folders);
  // A problem with a folder that was named is reported before a client connects.
  if (path !== undefined || flags.root || flags.workspace) await indexes.at(path);
  if (process.stdin.isTTY) warn('waiting for an MCP client on standard input; see froe install');
  const server = session({ version, write, workspace, eager: true });
  const gone = ending();
  server.onerror = (error) => warn(error.message);
  const output = protocolOnly();
  const transport = new StdioServerTransport(process.stdin, output);
  const answered = requestsInFlight(transport);
  await server.connect(transport);
  const finish = (): void => {
    setTimeout(gone.now, LAST_ANSWERS_MS).unref();
    void answered().then(() => output.end(gone.now)); // an answer that was sent may not be written yet
  };
  process.stdin.once('end', finish).once('close', finish);
  await gone.promise;
  await indexes.close();
  process.exit(0); // nobody is left to read the answers of running requests
}

/** How long requests that arrived before the end of the input may still take. */
const LAST_ANSWERS_MS = 10_000;

/**
 * Counts requests and responses; the returned function resolves when none is left. Called before the server connects,
 * which keeps existing listeners.
 */
function requestsInFlight(transport: StdioServerTransport): () => Promise<void> {
  const ids = new Set<unknown>();
  let onNone = (): void => {};
  const send = transport.send.bind(transport);
  transport.onmessage = (message) => {
    if ('id' in message && 'method' in message) ids.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled') ids.delete(message.params?.requestId);
  };
  transport.send = async (message) => {
    await send(message);
    if ('id' in message && !('method' in message)) ids.delete(message.id);
    if (ids.size === 0) onNone();
  };
  return () =>
    new Promise((resolve) => {
      onNone = resolve;
      if (ids.size === 0) resolve();
    });
}

/** Standard output carries only the protocol: everything else that is printed goes to stderr. */
function protocolOnly(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      write(chunk, (error) => done(error));
    },
  });
}

/** Many clients, until it is stopped. The HTTP server is only loaded here. */
export async function overHttp(path: string | undefined, flags: McpFlags, version: string): Promise<void> {
  const [{ listen }, { mcpApp }] = await Promise.all([import('../http/listen.js'), import('../mcp/mcpApp.js')]);
  const { host, port, write } = flags;
  const { token, query } = tokenOf(flags);
  const indexes = new ServedIndexes(flags);
  const begin = () => session({ version, write, workspace: () => indexes.at(path), eager: false });
  const { app, close } = mcpApp({ host, token }, begin);
  await indexes.at(path);
  const { url, close: hangUp } = await listen(app, { host, port });
  warn(`serving ${url}/mcp${query}; press Ctrl-C to stop`);
  await ending().promise;
  await close();
  await hangUp();
  await indexes.close();
  process.exit(0);
}
