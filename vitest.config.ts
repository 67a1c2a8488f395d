/**
 * `npm test` runs the suite on what the compiler has just built (`--mode built`):
 * as vitest loads the sources, every imported name is looked up in an object each
 * time, which a loop that is run a million times feels. Without the mode it runs on
 * the sources themselves, for whoever is changing them.
 */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { STATE } from './test/global-setup.js';
import LongestFirst from './test/longestFirst.js';
import { leftOutOn } from './test/platforms.js';

const onBuilt = {
  alias: [{ find: /^(?:\.\.\/)+src\//, replacement: `${import.meta.dirname}/build/` }],
  server: { deps: { external: [/\/build\/.*\.js$/] } },
};

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftOutOn(process.platform)],
    globalSetup: ['test/built.ts', 'test/global-setup.ts'],
    setupFiles: ['test/sweep.ts'],
    reporters: ['default', './test/no-skips.ts'],
    // Where it is set, every process reads all certificates before it begins, which takes thrice as long as node does
    // to start. Nothing here speaks to another machine.
    // Which indexes are whose is not the business of whoever runs the tests.
    env: { NODE_EXTRA_CA_CERTS: '', XDG_STATE_HOME: STATE },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files of tests share a process: to start one and to load modules, grammars and rank tables into it takes as long
    // as most of them do. What a file sets, starts or makes, it takes back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores, for those that wait: for a browser, a server, a clock.
    maxWorkers: availableParallelism() + 1,
    ...(mode === 'built' ? onBuilt : {}),
  },
}));
