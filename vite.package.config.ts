/**
 * The package in a few files instead of six hundred, and with five dependencies
 * instead of ninety: reading and resolving them took longer than most answers.
 * The compiler writes a file for each module to build/, for tests, benchmarks and
 * scripts that import one of them; dist/ is the package.
 */
import { defineConfig, minifySync, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

const { peerDependencies } = manifest;

/** These two contain more than code, and the user installs what only an adapter needs. The other dependencies are there for their types, or because a synchronous parser needs them; they are bundled like everything else. */
export const external = ['@photostructure/sqlite', 'web-tree-sitter', ...Object.keys(peerDependencies)];

export const bundled = {
  ssr: true,
  target: 'node20',
  emptyOutDir: false,
  copyPublicDir: false,
  minify: false,
} as const;

/** Comments were half of the size. Lines and names of functions stay: node prints them where an error was thrown. */
export const readable = {
  comments: false,
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: false } },
} as const;

/** Files that are nothing but libraries of others, in as few bytes as possible. */
export const smallLibraries: Plugin = {
  name: 'small-libraries',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const sizes = Object.entries(file.modules).map(([id, { renderedLength }]) => ({ id, bytes: renderedLength }));
      const bytesOf = (some: typeof sizes): number => some.reduce((sum, { bytes }) => sum + bytes, 0);
      const own = bytesOf(sizes.filter(({ id }) => !id.includes('node_modules')));
      if (own > 0.1 * bytesOf(sizes)) continue;
      const options = { compress: true, mangle: true, codegen: { removeWhitespace: true } };
      file.code = minifySync(file.fileName, file.code, options).code;
    }
  },
};

export default defineConfig({
  logLevel: 'warn',
  plugins: [smallLibraries],
  build: {
    ...bundled,
    outDir: 'dist',
    // Their licences require the notice.
    license: { fileName: 'bundle/LICENSES.md' },
    rolldownOptions: {
      input: Object.fromEntries(
        [
          ...['index', 'text/index', 'parse/index', 'chunk/index', 'engine/engine', 'schema'],
          ...['adapters/langchain', 'adapters/llamaindex', 'adapters/ai'],
          ...['cli/main', 'jobs/worker', 'view/cutThread', 'engine/grepThread', 'extract/thread'],
        ].map((name) => [name, `build/${name}.js`]),
      ),
      output: {
        ...readable,
        entryFileNames: '[name].js',
        chunkFileNames: 'bundle/[name].js',
      },
    },
  },
  ssr: { noExternal: true, external },
});
