/** The page is built into the package: froe view serves what lies in dist/web, and nothing from elsewhere. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Browsers that know light-dark(): the page is for people at work, not for the museum.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // What the policy of src/view/page.ts allows: no inline scripts, no data: addresses.
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
