import { Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { session } from '../mcp/session.js';
import type { McpFlags } from './commands/mcp.js';
import { warn } from './output.js';
import { ending, type OpenWorkspace, Workspaces } from './workspaces.js';

/** One client, for as long as it is there. */
export async function overStdio(path: string | undefined, flags: McpFlags, version: string): Promise<void> {
  const { write } = flags;
  const spaces = new Workspaces(flags);
  const workspace = (folders: readonly string[]): Promise<OpenWorkspace> => spaces.at(path ?? folders[0]);
  // What is wrong with a folder that was given is said before anybody connects.
  if (path !== undefined) await spaces.at(path);
  if (process.stdin.isTTY) warn('waiting for a client on standard input; froe install says how to get one');
  const server = session({ version, write, workspace, eager: true });
  const gone = ending();
  server.onerror = (error) => warn(error.message);
  await server.connect(new StdioServerTransport(process.stdin, protocolOnly()));
  process.stdin.once('end', gone.now).once('close', gone.now);
  await gone.promise;
  await spaces.close();
  process.exit(0); // whatever is still under way is for nobody
}

/** Standard output is for the protocol alone: what anybody else prints goes to stderr. */
function protocolOnly(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      write(chunk, (error) => done(error));
    },
  });
}
