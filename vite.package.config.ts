/**
 * The package in a few files instead of six hundred, and with five dependencies
 * instead of ninety: reading and resolving them took longer than most answers.
 * The compiler leaves a file for each module in build/, for tests, benchmarks and
 * scripts that look at one of them; dist/ is the package, and nothing else.
 */
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const { peerDependencies } = manifest;

/**
 * What every answer needs, in a few files. With one for whatever some commands
 * share there were forty, and finding and opening them took longer than reading
 * them. Nobody gets what only others need, but for parts smaller than this. Left
 * out is what needs the parsers: put beside a small part, it would bring them to
 * every answer (test/package/asking.test.ts).
 */
const asking = {
  name: 'asking',
  test: /build\/(?:(?:search|store\/(?!postgres)|embed|wasm|config|engine\/(?!grepThread|outline|verifyIndex|why|autoSync|cutting|indexing|team|pendingChanges|files|settings|results|indexes|project)|text\/(?!tokens)|sources)|(?:pipeline\/chunkOptions|errors|options|models|chunkRecord|packageFile)\.js$)/,
  entriesAware: true,
  entriesAwareMergeThreshold: 8000,
};

/** Apart from what it needs: put together with that, two files would need each other before either has begun. */
const command = {
  name: 'command',
  test: /build\/(?:cli\/(?:project|output)|engine\/(?:project|settings|results|indexes|contextHook))/,
  entriesAware: true,
  entriesAwareMergeThreshold: 8000,
};

/**
 * The languages with a grammar: the graph and the parsers load them, a search does not. What they share with
 * every answer comes first, or it would be put beside them.
 */
const shared = { name: 'shared', test: /build\/(?:types|text\/folders|store\/sensitivity)\.js$/, priority: 2 };
const languages = { name: 'languages', test: /build\/languages\/(?!delimited|languages\.js)/, priority: 1 };

export default defineConfig({
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    // Their authors ask to be named wherever their code goes.
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
        // They were half of the files. Lines stay: node prints the one where an error was thrown.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
        entryFileNames: '[name].js',
        // A group that was parted is named after all who share a part.
        chunkFileNames: ({ name }) => `bundle/${name.replace(/~.*/s, '')}.js`,
        codeSplitting: { groups: [shared, languages, asking, command] },
      },
    },
  },
  // These two have more than code in them. The other dependencies are there for their types, or where a parser that
  // cannot wait asks for them; they are bundled like all the rest. What only an adapter needs is its user's to install.
  ssr: { noExternal: true, external: ['@photostructure/sqlite', 'web-tree-sitter', ...Object.keys(peerDependencies)] },
});
