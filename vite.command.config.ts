/**
 * The command in a few files, apart from the library: CommonJS, because a script can be loaded with the code that V8
 * compiled for it before (src/cli/compiledBundles.ts), and modules cannot in every Node. The library has its own bundles
 * (vite.package.config.ts).
 */
import { defineConfig } from 'vite';
import { IMPORT_MODULE } from './src/cli/compiledBundles.js';
import { bundled, external, readable, smallLibraries } from './vite.package.config.js';

/** What the help needs, with all that it imports. */
const program = { name: 'program', test: /build\/cli\/runProgram\.js$/, priority: 4 };
/** Commands that answer, or say that nothing has changed, and what they load in any case: with all that they import, one file. */
const asked = [
  ...['search', 'context', 'get', 'refs', 'impact', 'status', 'indexCommand'].map((name) => `cli/commands/${name}`),
  ...['engine/assembleContext', 'engine/workspace', 'sync/catchUp'],
];
const asking = { name: 'asking', tags: ['$initial' as const], priority: 3 };
/** The graph needs these, a search does not. */
const languages = { name: 'languages', test: /build\/languages\//, priority: 2 };
/** What parses and cuts. The rest is loaded on demand: servers, PostgreSQL, mail, measurements. */
const cutting = {
  name: 'cutting',
  test: /build\/(?:chunk|enrich|jobs|languages|parse|pipeline|sync)\//,
  priority: 1,
  includeDependenciesRecursively: false,
};

/** See src/eval/importModule.ts. */
const importer = {
  name: 'import-module',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('/importModule.js') ? { id: IMPORT_MODULE, external: true } : undefined),
};

export default defineConfig({
  logLevel: 'warn',
  plugins: [importer, smallLibraries],
  build: {
    ...bundled,
    outDir: 'dist/command',
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: ['cli/runProgram', ...asked].map((name) => `build/${name}.js`),
      preserveEntrySignatures: 'allow-extension',
      output: {
        ...readable,
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        // Groups import each other, so each module is run when it is first needed.
        strictExecutionOrder: true,
        codeSplitting: { groups: [program, asking, languages, cutting] },
      },
    },
  },
  ssr: { noExternal: true, external },
});
