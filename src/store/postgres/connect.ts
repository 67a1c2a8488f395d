/**
 * The URL of an index → the options of a PostgresStore.
 *
 *     postgres://froe@db.example/search?tenant=acme      the index of acme in that database
 *     postgres://froe@db.example/search                  the tenant `default`
 *     postgres://…/search?tenant=acme&root=api           one of several roots of acme
 *
 * `pg` is loaded with the first connection.
 */
import { FroeError } from '../../errors.js';
import { withoutPassword } from '../databaseUrl.js';
import { isRootName } from '../workspace/rootStore.js';
import type { PgDriver } from './driver.js';
import type { PgPool } from './pool.js';

export interface TenantAddress {
  /** In the form that PostgreSQL's own tools accept. */
  readonly url: string;
  readonly tenant: string;
  /** The name of one of its roots. */
  readonly root?: string;
}

export const DEFAULT_TENANT = 'default';
/** Names are never part of SQL, but they are typed, shown and logged. */
const NAME = /^[a-z0-9][a-z0-9_.-]{0,62}$/i;

export function parseTenantAddress(where: string): TenantAddress {
  const [address, query = ''] = where.split('?', 2);
  const values = new URLSearchParams(query);
  const tenant = values.get('tenant') ?? DEFAULT_TENANT;
  if (!NAME.test(tenant))
    throw new FroeError('bad-option', `${tenant} is not a valid tenant name`, 'Use letters, digits, dots and dashes.');
  const root = values.get('root') ?? undefined;
  if (root !== undefined && !isRootName(root))
    throw new FroeError('bad-option', `A root cannot be called '${root}'`, 'Use letters, digits, dots and dashes.');
  values.delete('tenant');
  values.delete('root');
  const otherParameters = values.toString();
  return {
    tenant,
    url: otherParameters === '' ? address : `${address}?${otherParameters}`,
    ...(root === undefined ? {} : { root }),
  };
}

/** The connections to a database; loads `pg`. */
export const poolOf = async (url: string): Promise<PgPool> => new (await import('./pool.js')).PgPool(url);

/** The arguments of a PostgresStore. */
export function connectTo(
  where: string,
): [connect: () => Promise<PgDriver>, tenantAndRoot: Pick<TenantAddress, 'tenant' | 'root'>] {
  const { url, ...whose } = parseTenantAddress(where);
  return [() => poolOf(url), whose];
}

/**
 * Takes the write lock of a tenant or of one of its roots; undefined if another process holds it. `onLost`: called if
 * the connection ends before it is released.
 */
export async function lockTenant(
  where: string,
  onLost: (error: FroeError) => void,
): Promise<(() => Promise<void>) | undefined> {
  const { url, tenant, root } = parseTenantAddress(where);
  const pool = await poolOf(url);
  const lost = (error: unknown): void =>
    onLost(
      new FroeError(
        'busy',
        `The connection that held the write lock of ${withoutPassword(where)} was lost`,
        'Another process may be writing now. Committed data is kept; run it again.',
        error,
      ),
    );
  const release = await pool
    .lock(`froe writes ${root === undefined ? tenant : `${tenant}:${root}`}`, lost)
    .catch(async (error) => {
      await pool.close();
      throw error;
    });
  const releaseAndClose = async (): Promise<void> => {
    await release?.();
    await pool.close();
  };
  if (release) return releaseAndClose;
  await releaseAndClose();
  return undefined;
}
