#!/usr/bin/env node
/**
 * Starts the command (runProgram.ts). Compiling its modules is a tenth of a search: where Node can (from 22.1 on), V8
 * keeps the compiled code in the user's cache folder. That has to be said before the modules are loaded.
 */
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, isOwnFolder, makePrivateFolder } from '../privateFile.js';

// The types are those of Node 20, which does not have it.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };

try {
  if (enableCompileCache) {
    const folder = join(cacheFolder(process.env, homedir()), 'compiled');
    makePrivateFolder(folder);
    if (isOwnFolder(folder)) enableCompileCache(folder);
  }
} catch {} // no home, or it is read-only: the command starts without

const { runProgram } = await import('./runProgram.js');
await runProgram();
