/** An indexing run in a process of its own, so that it can be killed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INDEXER = fileURLToPath(new URL('../sync/indexer.mjs', import.meta.url));

/** Loaded only for what is not here, native, or as quickly loaded as it is. */
const LAZY = /^node:|@photostructure|unpdf|mammoth|postal-mime|micromark|htmlparser2|^pg$/;

/**
 * The indexer in one file: a hundred processes that each load three hundred
 * modules spend most of their time on that. The bundler is the one that vitest
 * brings; should it bring another one day, the indexer runs as it is.
 */
export async function bundledIndexer(name: string): Promise<string> {
  try {
    const bundler = 'rolldown'; // not ours to depend on, so not ours to be typed
    const { rolldown } = await import(bundler);
    // As deep below the package as dist/text/tokens, from where the rank tables are found.
    const file = join(dirname(INDEXER), `../../coverage/kill/${name}/index.mjs`);
    const bundle = await rolldown({ input: INDEXER, platform: 'node', external: LAZY, logLevel: 'silent' });
    await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true });
    return file;
  } catch {
    return INDEXER;
  }
}

/** `until` may kill it, each time a file is done. Answers whether it came to its end. */
export function runIndexer(
  indexer: string,
  root: string,
  where: string,
  until?: (done: number) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [indexer, root, where], { stdio: ['ignore', 'pipe', 'inherit'] });
    let done = 0;
    child.stdout.on('data', (data: Buffer) => {
      for (const _ of data) if (until?.(++done)) child.kill('SIGKILL');
    });
    child.on('close', (code) => resolve(code === 0));
  });
}
