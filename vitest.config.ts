import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    reporters: ['default', './test/no-skips.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
