import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { binaries, startCluster } from './postgres/cluster.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' own PostgreSQL is; empty when the machine has none. */
    readonly postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The rank tables and the command line are built, not committed: say so plainly instead of failing in every file.
  for (const built of ['../data/cl100k_base.ranks', '../dist/cli/main.js']) {
    if (!existsSync(new URL(built, import.meta.url)))
      throw new Error('Not built yet: run "npm run build" (npm ci does)');
  }
  const bin = binaries();
  const cluster = bin === undefined ? undefined : await startCluster(bin);
  project.provide('postgres', cluster?.url ?? '');
  return async () => cluster?.stop();
}
