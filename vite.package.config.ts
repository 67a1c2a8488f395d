/**
 * The package in a few files instead of six hundred, and with five dependencies
 * instead of ninety: reading and resolving them took longer than most answers.
 * The compiler writes a file for each module to build/, for tests, benchmarks and
 * scripts that import one of them; dist/ is the package.
 */
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const { peerDependencies } = manifest;

/**
 * Modules of the engine that only commands need: they import what every answer needs. In one bundle with it, two
 * bundles would import each other, and a class could be used before it is defined (test/package/bundles.test.ts).
 */
const forCommands = ['project', 'settings', 'results', 'indexes', 'contextHook', 'workspace\\.js'];
/** Modules of the engine that need a parser, or that few answers need. Bundled by the rules of the bundler alone. */
const onDemand = 'grepThread outline verifyIndex why autoSync cutting indexing syncing team pendingChanges files'.split(
  ' ',
);

/**
 * What every answer needs, in a few files. With a file for whatever some commands share there were forty, and finding
 * and opening them took longer than reading them. No entry point gets code that only others need, except for parts
 * smaller than the threshold. What needs the parsers is left out: beside a small part, it would be loaded for every
 * answer (test/package/asking.test.ts).
 */
const asking = {
  name: 'asking',
  test: new RegExp(
    `build/(?:(?:search|store/(?!postgres)|embed|wasm|config|engine/(?!${[...onDemand, ...forCommands].join('|')})|text/(?!tokens)|sources)|(?:pipeline/chunkOptions|errors|options|models|chunkRecord)\\.js$)`,
  ),
  entriesAware: true,
  entriesAwareMergeThreshold: 8000,
};

const command = {
  name: 'command',
  test: new RegExp(`build/(?:cli/(?:project|output)|engine/(?:${forCommands.join('|')}))`),
  entriesAware: true,
  entriesAwareMergeThreshold: 8000,
};

/**
 * The languages with a grammar: the graph and the parsers load them, a search does not. What they, or the help, share
 * with every answer has a higher priority, or it would be bundled with them.
 */
const shared = {
  name: 'shared',
  test: /build\/(?:types|packageFile|text\/(?:folders|nearestWord|unknownOption|visible)|config\/checkOptions|store\/sensitivity|parse\/parser)\.js$/,
  priority: 2,
};
/** What the command needs before the cache of compiled code is there for the rest. */
const start = { name: 'start', test: /build\/privateFile\.js$/, priority: 3 };
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
        // They were half of the size. Lines stay: node prints the one where an error was thrown.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
        entryFileNames: '[name].js',
        // A group in several files is named after all entry points that share one.
        chunkFileNames: ({ name }) => `bundle/${name.replace(/~.*/s, '')}.js`,
        codeSplitting: { groups: [start, shared, languages, asking, command] },
      },
    },
  },
  // These two contain more than code. The other dependencies are there for their types, or because a synchronous parser
  // needs them; they are bundled like everything else. The user installs what only an adapter needs.
  ssr: { noExternal: true, external: ['@photostructure/sqlite', 'web-tree-sitter', ...Object.keys(peerDependencies)] },
});
