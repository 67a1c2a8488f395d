import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { binaries, startCluster } from './postgres/cluster.js';

/** The user's own state, for as long as the tests run. */
export const STATE = join(tmpdir(), `froe-state-${process.pid}`);

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
  return async () => {
    await cluster?.stop();
    rmSync(STATE, { recursive: true, force: true });
  };
}
