/** A PostgreSQL server of the tests' own: in a temporary folder, behind a socket, gone with the run. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Cluster {
  /** Of a fresh database, for a user who may do anything. */
  readonly url: string;
  stop(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';

/** Where the server's programs are, if there are any and pgvector with them. */
export function binaries(): string | undefined {
  if (process.env.NO_POSTGRES) return undefined; // to see what happens where there is no server
  const found = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const version = found
    .sort((a, b) => Number(b) - Number(a))
    .find((one) => {
      const control = `/usr/share/postgresql/${one}/extension/vector.control`;
      return existsSync(join(VERSIONS, one, 'bin', 'initdb')) && existsSync(control);
    });
  return version && join(VERSIONS, version, 'bin');
}

/** No test of ours is about a power cut: what a commit costs on a disk is left out. */
const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200', 'autovacuum=off'];

export async function startCluster(bin: string, settings: readonly string[] = FAST): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'froe-pg-'));
  const data = join(folder, 'data');
  execFileSync('chmod', ['777', folder]);
  const as = asServerUser();
  const [program, ...before] = [...as, join(bin, 'initdb')];
  execFileSync(program, [...before, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
  });
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings].flatMap((one) => ['-c', one]);
  const [postgres, ...rest] = [...as, join(bin, 'postgres'), '-D', data, ...options];
  const server = spawn(postgres, rest, { stdio: 'ignore', cwd: folder });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`;
  while (!(await isReady(bin, folder))) {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start');
    await sleep(20);
  }
  return {
    url,
    async stop() {
      server.kill('SIGINT'); // at once, with open connections
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root; and should the run be killed, it ends with it. */
function asServerUser(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const id = (flag: string): string => execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim();
  return ['setpriv', '--pdeathsig=INT', `--reuid=${id('-u')}`, `--regid=${id('-g')}`, '--clear-groups'];
}

const isReady = (bin: string, folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(join(bin, 'pg_isready'), ['-q', '-h', folder], (error) => resolve(error === null));
  });
