/** `froe tenant`: manages the tenants of a database, their limits and keys. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import {
  addKey,
  addMonitor,
  listTenants,
  type PgPool,
  parseTenantAddress,
  poolOf,
  removeTenant,
  setLogin,
  setTenant,
  type TenantInfo,
  type TenantLimits,
} from '../../engine/team.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';
import { projectAt } from '../project.js';
import { wholeNumber } from '../sharedFlags.js';
import { databaseOf } from './serve.js';

interface TenantFlags extends IndexFlag, TenantLimits {}

const withLimits = (command: Command): Command =>
  withIndex(command)
    .option('--max-chunks <n>', 'maximum number of chunks', wholeNumber)
    .option('--per-minute <n>', 'maximum requests per minute', wholeNumber);

export function tenantCommand(command: Command): void {
  withLimits(command.command('add <name>').description('Create a tenant and print its key, once.')).action(
    (name: string, flags: TenantFlags) =>
      using(flags, async (pool) => {
        await setTenant(pool, named(name), flags);
        await giveKey(pool, name);
      }),
  );
  withIndex(command.command('key <name>').description('Create another key.')).action((name: string, flags: IndexFlag) =>
    using(flags, (pool) => giveKey(pool, named(name))),
  );
  withLimits(command.command('set <name>').description('Set the limits of a tenant.')).action(
    (name: string, flags: TenantFlags) => using(flags, (pool) => setTenant(pool, named(name), flags)),
  );
  withIndex(
    command.command('login').description('Create the login of froe serve, or a new password, and print its address.'),
  ).action((flags: IndexFlag) =>
    using(flags, async (pool, url) => {
      const password = secret();
      const user = await setLogin(pool, password);
      await say(`${asUser(url, user, password)}\n`);
    }),
  );
  withIndex(command.command('monitor').description('Create a key for /metrics of all tenants.')).action(
    (flags: IndexFlag) =>
      using(flags, async (pool) => {
        const key = `froe_${secret()}`;
        await addMonitor(pool, key);
        await say(`${key}\n`);
      }),
  );
  withIndex(command.command('list').description('List all tenants.')).action((flags: IndexFlag) =>
    using(flags, async (pool) => {
      for (const one of await listTenants(pool)) await say(lineOf(one));
    }),
  );
  withIndex(command.command('remove <name>').description('Remove a tenant with all its data.')).action(
    (name: string, flags: IndexFlag) => using(flags, (pool) => removeTenant(pool, named(name))),
  );
}

async function using(flags: IndexFlag, what: (pool: PgPool, url: string) => Promise<void>): Promise<void> {
  const url = databaseOf(projectAt(undefined, flags));
  const pool = await poolOf(url);
  try {
    await what(pool, url);
  } finally {
    await pool.close();
  }
}

/** The name, if it is valid in a URL; else an error. */
const named = (name: string): string => parseTenantAddress(`postgres://?tenant=${encodeURIComponent(name)}`).tenant;

const secret = (): string => randomBytes(24).toString('base64url');

/** `postgres://owner:word@db.example/search` → the same database with another login. */
const asUser = (url: string, user: string, password: string): string =>
  url.replace(/^(\w+:\/\/)(?:[^@/]*@)?/, `$1${user}:${password}@`);

async function giveKey(pool: PgPool, name: string): Promise<void> {
  const key = `froe_${secret()}`;
  await addKey(pool, name, key);
  await say(`${key}\n`);
}

const lineOf = ({ name, chunks, keys, maxChunks, perMinute }: TenantInfo): string =>
  [
    name,
    `${chunks} chunks of ${maxChunks ?? 'any number'}`,
    `${keys} keys`,
    `${perMinute ?? 'any number of'} requests a minute`,
  ]
    .join('\t')
    .concat('\n');
