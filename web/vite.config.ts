/** The page is built into the package: froe view serves only dist/web. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Browsers that support light-dark().
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // What the policy of src/view/page.ts allows: no inline scripts, no data: addresses.
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
