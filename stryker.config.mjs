/**
 * Mutation testing, one area at a time: `npm run mutation -- merge`. What is
 * changed and which tests must notice stands in scripts/mutation-areas.mjs.
 */
import { areas } from './scripts/mutation-areas.mjs';

const area = process.env.FROE_MUTATION ?? 'merge';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: areas[area].mutate,
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `reports/mutation/${area}.json` },
  incremental: true,
  incrementalFile: `reports/mutation/${area}.incremental.json`,
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // Beside what the tests take and what starting them took: an endless loop is one of twenty faults, and waits it out.
  timeoutMS: 3000,
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ['bench', 'train', 'eval', 'reports', 'grammars/node_modules', 'docs'],
  tsconfigFile: 'none', // it would be rewritten through TypeScript's old interface, which version 7 has not
  tempDirName: '.stryker-tmp',
};
