import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['test/built.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/**
 * Folders whose tests only call functions: nothing is set, started or left behind that another test could meet. Their
 * files share a process, for starting one and loading the same modules, grammars and rank tables into it took as long as
 * the tests did.
 */
const together = 'parse,text,chunk,contract,graph,search,assemble,extract,enrich,format,embed'
  .split(',')
  .map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    reporters: ['default', './test/no-skips.ts'],
    // Vitest leaves a core for itself: of two, that would be half of them, and it has little to do.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...shared, name: 'together', include: together, isolate: false } },
      {
        test: {
          ...shared,
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: together,
          globalSetup: [...shared.globalSetup, 'test/global-setup.ts'],
        },
      },
    ],
  },
});
