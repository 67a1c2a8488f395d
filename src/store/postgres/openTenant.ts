/**
 * Opens the index of a tenant: its only root, the root that is named, or all of its roots as one.
 *
 *     postgres://…?tenant=acme              main                    PostgresStore
 *     postgres://…?tenant=acme              api:main, web:main      WorkspaceStore of both
 *     postgres://…?tenant=acme&root=api                             PostgresStore, with api:main as its main
 */
import { PostgresStore } from '../postgres.js';
import type { Store } from '../store.js';
import { RootStore } from '../workspace/rootStore.js';
import { WorkspaceStore } from '../workspace/workspaceStore.js';
import type { PgDriver } from './driver.js';
import type { PostgresOptions } from './session.js';

export async function openTenant(connect: () => Promise<PgDriver>, options: PostgresOptions): Promise<Store> {
  const tenant = new PostgresStore(connect, options);
  if (options.root !== undefined) return tenant;
  const names = await tenant.rootNames();
  if (names.length === 0) return tenant;
  const roots = names.map((name) => new RootStore(name, tenant.ofRoot(name)));
  return new WorkspaceStore(roots, () => tenant.close());
}
