/** The tests of one area of scripts/mutation-areas.mjs, for Stryker to run again and again. */
import { defineConfig } from 'vitest/config';
import { areas } from './scripts/mutation-areas.mjs';

export default defineConfig({
  test: {
    include: areas[process.env.FROE_MUTATION ?? 'merge'].tests,
    globalSetup: ['test/built.ts', 'test/global-setup.ts'],
    setupFiles: ['test/sweep.ts'],
    testTimeout: 120_000,
    isolate: false,
  },
});
