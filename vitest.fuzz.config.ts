/**
 * The fuzzer on compiled sources; scripts/fuzz.mjs compiles them. As the test
 * runner loads them they take half as long again.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/attack/fuzz.test.ts'],
    globalSetup: ['test/built.ts'],
    alias: [{ find: /^(?:\.\.\/)+src\//, replacement: `${import.meta.dirname}/reports/compiled/` }],
    server: { deps: { external: [/\/reports\/compiled\//] } },
  },
});
