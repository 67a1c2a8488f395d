/** `froe mcp`: serves the index to agents, over stdio or HTTP. */
import type { Command } from 'commander';
import { type CutFlags, withCut, withLimit, withReranker } from '../indexFlags.js';
import { withMerge } from '../mergeFlags.js';
import type { WorkspaceFlags } from '../project.js';
import { port, withLog, withRoots } from '../sharedFlags.js';

export interface McpFlags extends CutFlags, WorkspaceFlags {
  readonly http?: boolean;
  readonly port: number;
  readonly host: string;
  readonly token?: string;
  readonly write: boolean;
}

export function mcpCommand(command: Command): void {
  withRoots(withLog(withMerge(withLimit(withReranker(withCut(command))))))
    .argument(
      '[path]',
      "folder to use, or roots of a workspace (default: the client's roots, else the nearest parent with an index)",
    )
    .option('--write', 'allow clients to add and remove artifacts', false)
    .option('--http', 'serve over HTTP instead of stdio')
    .option('--port <n>', 'HTTP port; 0 for any free port', port, 4117)
    .option('--host <address>', 'HTTP address; other than loopback needs a token', '127.0.0.1')
    .option(
      '--token <word>',
      'token for all requests (prefer FROE_TOKEN, which process lists do not show; default: a new one, in the printed address)',
    )
    .action(async (path: string | undefined, flags: McpFlags) => {
      const version = command.parent?.version() ?? '';
      // Loaded only to serve: the protocol takes a while to load.
      const { overHttp, overStdio } = await import('../mcpServer.js');
      await (flags.http ? overHttp : overStdio)(path, flags, version);
    });
}
