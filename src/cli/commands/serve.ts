/** `froe serve`: serves the index of a team over HTTP, each tenant by its key. */
import type { Command } from 'commander';
import { isDatabaseUrl } from '../../engine/indexes.js';
import type { Project } from '../../engine/project.js';
import { parseTenantAddress, poolOf, refusePrivilegedLogin } from '../../engine/team.js';
import { FroeError } from '../../errors.js';
import { listen } from '../../http/listen.js';
import { surface } from '../../serve/app.js';
import { Tenants } from '../../serve/tenants.js';
import { type EmbedderFlags, type RerankerFlags, withEmbedder, withLimit, withReranker } from '../indexFlags.js';
import { log, warn } from '../output.js';
import { projectAt } from '../project.js';
import { port } from '../sharedFlags.js';

interface ServeFlags extends EmbedderFlags, RerankerFlags {
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** Not that of the viewer: both may run. */
const PORT = 4042;

export function serveCommand(command: Command): void {
  withLimit(withReranker(withEmbedder(command)))
    .option('--port <n>', 'port; 0 for any free port', port, PORT)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--token <token>', 'token for /metrics (or FROE_TOKEN)')
    .action(async (flags: ServeFlags) => {
      const project = projectAt(undefined, flags);
      await project.withVectors(flags.embed ?? true, async (vectors) => {
        const pool = await poolOf(databaseOf(project));
        const { host, token = process.env.FROE_TOKEN } = flags;
        const { maxSensitivity } = project.settings;
        const asking = project.searchDefaults();
        const tenants = new Tenants(pool, project.file, vectors, { maxSensitivity }, asking);
        const app = surface({ host, token, pool, tenants, log });
        await refusePrivilegedLogin(pool); // also reports a missing database now, not with the first request
        const { url, close } = await listen(app, { host, port: flags.port });
        warn(`serving ${url}`);
        await stopped();
        await close();
        await pool.close();
      });
    });
}

export function databaseOf({ file }: Project): string {
  if (isDatabaseUrl(file)) return parseTenantAddress(file).url;
  throw new FroeError('bad-option', 'Tenants need a database', 'Name one: --index postgres://…');
}

/** A second signal ends the process at once. */
const stopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.removeAllListeners('SIGINT'); // that of runProgram.ts would end it at once
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
