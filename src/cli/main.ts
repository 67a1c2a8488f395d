#!/usr/bin/env node
/** Starts the command (runProgram.ts), with code that V8 has compiled before (compiledBundles.ts). */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resetFileFlags, setRunFlags } from '../jobs/setRunFlags.js';
import { packageFile } from '../packageFile.js';
import { cacheFolder, isOwnFolder, makePrivateFolder } from '../privateFile.js';
import { CompiledBundles, type CompiledCache } from './compiledBundles.js';

const words = process.argv.slice(2);
const [command = ''] = words;
/** They run until they are ended, and want their code optimised. */
const servers = ['mcp', 'serve', 'view', 'watch', 'worker'];
if (!servers.includes(command)) setRunFlags('any');

const bundles = new CompiledBundles(fileURLToPath(packageFile('dist/command/')), cache());
process.on('exit', (code) => {
  if (code !== 0) return; // it has not come far
  try {
    resetFileFlags();
    bundles.keep();
  } catch {} // the disk is full: the next run compiles again
});
const { runProgram } = bundles.load('runProgram.cjs') as typeof import('./runProgram.js'); // the bundle of that module
await runProgram();

/** In the user's cache folder, unless somebody else can write there: it is executed. */
function cache(): CompiledCache | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const folder = join(cacheFolder(process.env, homedir()), 'compiled');
    makePrivateFolder(folder);
    // Each command has its own, with what it needs; its help needs little.
    const run =
      /^[a-z]+$/.test(command) && !words.some((word) => word === '--help' || word === '-h') ? command : 'froe';
    return isOwnFolder(folder) ? { folder, run } : undefined;
  } catch {
    return undefined; // no home, or it is read-only
  }
}
