import { listen } from '../http/listen.js';
import { mcpApp } from '../mcp/mcpApp.js';
import { session } from '../mcp/session.js';
import type { McpFlags } from './commands/mcp.js';
import { warn } from './output.js';
import { tokenOf } from './tokenOf.js';
import { ending, Workspaces } from './workspaces.js';

/** Many clients, until it is stopped. */
export async function overHttp(path: string | undefined, flags: McpFlags, version: string): Promise<void> {
  const { host, port, write } = flags;
  const { token, query } = tokenOf(flags);
  const spaces = new Workspaces(flags);
  const begin = () => session({ version, write, workspace: () => spaces.at(path), eager: false });
  const { app, close } = mcpApp({ host, token }, begin);
  await spaces.at(path);
  const { url, close: hangUp } = await listen(app, { host, port });
  warn(`serving ${url}/mcp${query}; press Ctrl-C to stop`);
  await ending().promise;
  await close();
  await hangUp();
  await spaces.close();
  process.exit(0);
}
