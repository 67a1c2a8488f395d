/** An indexing run in a process of its own, so that it can be killed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INDEXER = fileURLToPath(new URL('../sync/indexer.mjs', import.meta.url));

/** These have more than code in them. */
const NATIVE = /^node:|^@photostructure|^web-tree-sitter$/;

/**
 * The indexer in one file, and what only some sources need in others: a hundred
 * processes that each load three hundred modules spend most of their time on
 * that. The bundler is the one that vitest brings; should it bring another one
 * day, the indexer runs as it is.
 */
export async function bundledIndexer(name: string): Promise<string> {
  try {
    const bundler = 'rolldown'; // not ours to depend on, so not ours to be typed
    const { rolldown } = await import(bundler);
    const dir = join(dirname(INDEXER), `../../coverage/kill/${name}`);
    const bundle = await rolldown({ input: INDEXER, platform: 'node', external: NATIVE, logLevel: 'silent' });
    await bundle.write({ dir, entryFileNames: 'index.mjs', chunkFileNames: '[name].mjs', format: 'esm', minify: true });
    return join(dir, 'index.mjs');
  } catch {
    return INDEXER;
  }
}

/** `shouldKill`: called whenever a file is done. Returns whether the run completed. */
export function runIndexer(
  indexer: string,
  root: string,
  where: string,
  shouldKill?: (done: number) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [indexer, root, where], { stdio: ['ignore', 'pipe', 'inherit'] });
    let done = 0;
    child.stdout.on('data', (data: Buffer) => {
      for (const _ of data) if (shouldKill?.(++done)) child.kill('SIGKILL');
    });
    child.on('close', (code) => resolve(code === 0));
  });
}
