/** `froe mcp`: the index for agents, over standard input and output or over HTTP. */
import type { Command } from 'commander';
import { type CutFlags, withCut, withLimit, withReranker } from '../indexFlags.js';
import { withMerge } from '../mergeFlags.js';
import { port, withLog } from '../sharedFlags.js';

export interface McpFlags extends CutFlags {
  readonly http?: boolean;
  readonly port: number;
  readonly host: string;
  readonly token?: string;
  readonly write: boolean;
}

export function mcpCommand(program: Command): void {
  const command = program.command('mcp').description('Serve an index to agents (Model Context Protocol).');
  withLog(withMerge(withLimit(withReranker(withCut(command)))))
    .argument('[path]', "the folder (default: the client's own, else the nearest one above that has an index)")
    .option('--write', 'let clients take in and forget artifacts', false)
    .option('--http', 'over HTTP instead of standard input and output')
    .option('--port <n>', 'of the HTTP server; 0 for any that is free', port, 4117)
    .option('--host <address>', 'of the HTTP server; other than loopback needs a token', '127.0.0.1')
    .option(
      '--token <word>',
      'what clients must bring (better: FROE_TOKEN, which no list of processes shows; else one is made, and is in the address)',
    )
    .action(async (path: string | undefined, flags: McpFlags) => {
      const version = program.version() ?? '';
      // Only who serves waits for the protocol to load, and only who serves over HTTP for that.
      if (flags.http) await (await import('../mcpHttp.js')).overHttp(path, flags, version);
      else await (await import('../mcpStdio.js')).overStdio(path, flags, version);
    });
}
