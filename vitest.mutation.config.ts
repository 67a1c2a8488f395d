/** The tests of one area of scripts/mutation-areas.mjs, for Stryker to run again and again. */
import { defineConfig } from 'vitest/config';
import { areas } from './scripts/mutation-areas.mjs';
import { STATE } from './test/global-setup.js';

export default defineConfig({
  test: {
    include: areas[process.env.FROE_MUTATION ?? 'merge'].tests,
    globalSetup: ['test/built.ts', 'test/global-setup.ts'],
    setupFiles: ['test/sweep.ts'],
    env: { XDG_STATE_HOME: STATE },
    testTimeout: 120_000,
    isolate: false,
  },
});
