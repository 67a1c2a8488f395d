/**
 * The command in a few files instead of six hundred: reading and resolving them
 * took longer than most answers. What is started as a process or a thread is
 * bundled in the place where the compiler put it, so that a build without this
 * step works, too, and everybody finds both in the same place.
 */
import { defineConfig } from 'vite';

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
      input: {
        'cli/main': 'dist/cli/main.js',
        'jobs/worker': 'dist/jobs/worker.js',
        'view/cutThread': 'dist/view/cutThread.js',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'bundle/[name].js' },
    },
  },
  // What every command loads; the rest is loaded when it is needed, from where it is installed.
  ssr: {
    noExternal: [
      ...['zod', 'commander', 'yaml', 'smol-toml', 'ignore', 'picocolors', 'stemmer'],
      ...['htmlparser2', 'entities', 'domhandler', 'domutils', 'domelementtype', 'dom-serializer'],
    ],
  },
});
