/** The index of a team: tenants of a database, and the workers that fill it. A facade of the engine (see cutting.ts). */
export type { BatchResult } from '../remote/batch.js';
export type { Queue } from '../remote/queue.js';
export { runWorker } from '../remote/worker.js';
export { parseTenantAddress, poolOf } from '../store/postgres/connect.js';
export type { PgDriver } from '../store/postgres/driver.js';
export { openTenant } from '../store/postgres/openTenant.js';
export type { PgPool } from '../store/postgres/pool.js';
export {
  addKey,
  addMonitor,
  listTenants,
  refusePrivilegedLogin,
  removeTenant,
  setLogin,
  setTenant,
  type TenantInfo,
  type TenantLimits,
} from '../store/postgres/tenants.js';
