import type { TestProject } from 'vitest/node';
import { binaries, startCluster } from './postgres/cluster.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' own PostgreSQL is; empty when the machine has none. */
    readonly postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = binaries();
  const cluster = bin === undefined ? undefined : await startCluster(bin);
  project.provide('postgres', cluster?.url ?? '');
  return async () => cluster?.stop();
}
