/** `npm run site:test`, after `npm run site`: the built pages in a browser. Apart from `npm test`, which need not install VitePress. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { include: ['site/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
